// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_CREDENTIALS_CREDENTIAL_SOURCE_H_
#define SIGNET_SERVER_CREDENTIALS_CREDENTIAL_SOURCE_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "server/base/secret.h"
#include "server/credentials/credential_version.h"

namespace signet {

// One of the pieces that a source is read from, such as a file.
struct SourcePiece {
  // Its path, or what else messages should call it.
  std::string name;
  Secret bytes;
};

// Where credentials come from. Reading is apart from parsing so that a look at an
// unchanged source costs no more than reading it.
class CredentialSource {
 public:
  virtual ~CredentialSource() = default;

  // For logs: "file /etc/signet/credentials.yaml".
  virtual std::string Description() const = 0;

  // All that the source consists of now, always in the same order.
  virtual absl::StatusOr<std::vector<SourcePiece>> Read() const = 0;

  // The credentials in what Read() gave. Errors are InvalidArgument,
  // Reason::kInvalidConfig, and name file, line and column where there are any;
  // never a secret.
  virtual absl::StatusOr<std::vector<CredentialValue>> Parse(
      const std::vector<SourcePiece>& pieces) const = 0;
};

}  // namespace signet

#endif  // SIGNET_SERVER_CREDENTIALS_CREDENTIAL_SOURCE_H_
