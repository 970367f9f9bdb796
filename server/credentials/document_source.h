// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_CREDENTIALS_DOCUMENT_SOURCE_H_
#define SIGNET_SERVER_CREDENTIALS_DOCUMENT_SOURCE_H_

#include <memory>
#include <string>
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

// One entry of such a list.
absl::StatusOr<CredentialValue> ParseCredentialEntry(const Document& document,
                                                     const DocumentNode& entry);

// The sources that a list of entries names, as in the server's configuration. Each
// entry holds its keys, as above, or says where they are:
//
//   credentials:
//   - {name: dev, access_key_id: ..., secret_access_key: ...}
//   - {file: /etc/signet/credentials.yaml}             # names are in the file
//   - {name: store, directory: /var/run/secrets/store} # a mounted Secret
//   - {name: env, environment: true}                   # AWS_ACCESS_KEY_ID ...
//   - {name: prod, profile: production}                # ~/.aws/credentials, config
//
// Entries that hold their keys become one source that never changes.
absl::StatusOr<std::vector<std::unique_ptr<CredentialSource>>> ParseCredentialSources(
    const Document& document, const DocumentNode& list);

// Credentials that never change: those written in the configuration itself, or
// made at the start.
class FixedSource final : public CredentialSource {
 public:
  explicit FixedSource(std::vector<CredentialValue> values) : values_(std::move(values)) {}

  std::string Description() const override;
  absl::StatusOr<std::vector<SourcePiece>> Read() const override;
  absl::StatusOr<std::vector<CredentialValue>> Parse(
      const std::vector<SourcePiece>& pieces) const override;

 private:
  const std::vector<CredentialValue> values_;
};

}  // namespace signet

#endif  // SIGNET_SERVER_CREDENTIALS_DOCUMENT_SOURCE_H_
