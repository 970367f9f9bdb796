// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_CREDENTIALS_FOLDER_SOURCE_H_
#define SIGNET_SERVER_CREDENTIALS_FOLDER_SOURCE_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "server/credentials/credential_source.h"

namespace signet {

// One credential from a folder with a file for each of its parts: access_key_id,
// secret_access_key, and, where there are any, session_token and expiration (RFC
// 3339). Line ends at the end of a file are dropped. That is how Kubernetes mounts
// a Secret; there, the files are read from one state of it, even while it changes.
class FolderSource final : public CredentialSource {
 public:
  FolderSource(std::string credential, std::string path)
      : credential_(std::move(credential)), path_(std::move(path)) {}

  std::string Description() const override;
  absl::StatusOr<std::vector<SourcePiece>> Read() const override;
  absl::StatusOr<std::vector<CredentialValue>> Parse(
      const std::vector<SourcePiece>& pieces) const override;

 private:
  absl::StatusOr<std::vector<SourcePiece>> ReadFrom(const std::string& folder) const;

  const std::string credential_;
  const std::string path_;
};

}  // namespace signet

#endif  // SIGNET_SERVER_CREDENTIALS_FOLDER_SOURCE_H_
