// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_CREDENTIALS_DOCUMENT_SOURCE_H_
#define SIGNET_SERVER_CREDENTIALS_DOCUMENT_SOURCE_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "server/base/document.h"
#include "server/credentials/credential_source.h"

namespace signet {

// A YAML or JSON file of credentials:
//
//   credentials:
//   - name: dev
//     access_key_id: AKIDEXAMPLE
//     secret_access_key: ...
//     session_token: ...                  # optional
//     expires_at: 2026-12-01T00:00:00Z    # optional, RFC 3339
class DocumentSource final : public CredentialSource {
 public:
  explicit DocumentSource(std::string path) : path_(std::move(path)) {}

  std::string Description() const override;
  absl::StatusOr<std::vector<SourcePiece>> Read() const override;
  absl::StatusOr<std::vector<CredentialValue>> Parse(
      const std::vector<SourcePiece>& pieces) const override;

 private:
  const std::string path_;
};

// One entry of such a list, in a document of any kind.
absl::StatusOr<CredentialValue> ParseCredentialEntry(const Document& document,
                                                     const DocumentNode& entry);

}  // namespace signet

#endif  // SIGNET_SERVER_CREDENTIALS_DOCUMENT_SOURCE_H_
