// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "absl/status/status.h"
#include "server/service/key_set_fetch.h"

namespace signet {

absl::StatusOr<std::string> FetchKeySet(const std::string& /*url*/,
                                        const std::string& /*ca_file*/) {
  return absl::UnimplementedError("built without libcurl");
}

}  // namespace signet
