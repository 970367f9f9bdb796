// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/credentials/fixed_source.h"

namespace signet {

std::string FixedSource::Description() const { return description_; }

absl::StatusOr<std::vector<SourcePiece>> FixedSource::Read() const {
  return std::vector<SourcePiece>();
}

absl::StatusOr<std::vector<CredentialValue>> FixedSource::Parse(
    const std::vector<SourcePiece>& /*pieces*/) const {
  return values_;
}

}  // namespace signet
