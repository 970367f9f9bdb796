// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_TESTS_SUPPORT_SOURCE_CONTENT_H_
#define SIGNET_TESTS_SUPPORT_SOURCE_CONTENT_H_

#include <vector>

#include "absl/status/statusor.h"
#include "server/base/status_macros.h"
#include "server/credentials/credential_source.h"

namespace signet {

// What `source` holds now, read and parsed.
inline absl::StatusOr<std::vector<CredentialValue>> ContentOf(const CredentialSource& source) {
  SIGNET_ASSIGN_OR_RETURN(const std::vector<SourcePiece> pieces, source.Read());
  return source.Parse(pieces);
}

// The only credential of `source`.
inline absl::StatusOr<CredentialValue> OnlyCredentialOf(const CredentialSource& source) {
  SIGNET_ASSIGN_OR_RETURN(const std::vector<CredentialValue> values, ContentOf(source));
  return values.at(0);
}

}  // namespace signet

#endif  // SIGNET_TESTS_SUPPORT_SOURCE_CONTENT_H_
