// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SERVICE_CONFIG_LISTEN_H_
#define SIGNET_SERVER_SERVICE_CONFIG_LISTEN_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "server/service/config.h"
#include "server/service/config_errors.h"
#include "signet/v1/config.pb.h"

namespace signet {

// An absolute path of at most 107 bytes without control bytes that does not end
// with '/'.
absl::Status CheckUnixSocketPath(const std::string& field, absl::string_view path);

// Fills what `listen` says: listeners, tokens, trusted proxies. A step of
// ValidateServerConfig(), whose errors it has.
void ValidateListen(const v1::ServerConfig& config, const std::string& folder, ServerConfig* result,
                    ConfigErrors* errors);

}  // namespace signet

#endif  // SIGNET_SERVER_SERVICE_CONFIG_LISTEN_H_
