// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_CREDENTIALS_FIXED_SOURCE_H_
#define SIGNET_SERVER_CREDENTIALS_FIXED_SOURCE_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "server/credentials/credential_source.h"

namespace signet {

// Credentials that never change: those written in the configuration itself, or
// made at the start.
class FixedSource final : public CredentialSource {
 public:
  FixedSource(std::string description, std::vector<CredentialValue> values)
      : description_(std::move(description)), values_(std::move(values)) {}

  std::string Description() const override;
  absl::StatusOr<std::vector<SourcePiece>> Read() const override;
  absl::StatusOr<std::vector<CredentialValue>> Parse(
      const std::vector<SourcePiece>& pieces) const override;

 private:
  const std::string description_;
  const std::vector<CredentialValue> values_;
};

}  // namespace signet

#endif  // SIGNET_SERVER_CREDENTIALS_FIXED_SOURCE_H_
