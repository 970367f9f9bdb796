// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "client_lib/cpp/signing_request.h"

namespace signet {

Payload PayloadOfBody(absl::string_view body) {
  return {.mode = PayloadMode::kSha256, .sha256 = Sha256Of(body)};
}

}  // namespace signet
