// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SERVICE_KEY_SET_URL_H_
#define SIGNET_SERVER_SERVICE_KEY_SET_URL_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace signet {

// "https://HOST[:PORT]/PATH", without user, fragment or control bytes, 2,048 bytes at
// most. InvalidArgument, kInvalidConfig, at `field`: another one, or this build has no
// client for HTTPS.
absl::Status CheckKeySetUrl(const std::string& field, absl::string_view url);

}  // namespace signet

#endif  // SIGNET_SERVER_SERVICE_KEY_SET_URL_H_
