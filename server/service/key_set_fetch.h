// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SERVICE_KEY_SET_FETCH_H_
#define SIGNET_SERVER_SERVICE_KEY_SET_FETCH_H_

#include <string>

#include "absl/status/statusor.h"

namespace signet {

// The body of a GET of `url` from a server whose certificate comes from `ca_file`; HTTPS,
// TLS 1.2 at least, no redirects, no proxy, 10 seconds, kMaxJwkSetBytes. Blocks.
//
// Unavailable: whatever went wrong, in words. Unimplemented: built without libcurl.
absl::StatusOr<std::string> FetchKeySet(const std::string& url, const std::string& ca_file);

}  // namespace signet

#endif  // SIGNET_SERVER_SERVICE_KEY_SET_FETCH_H_
