// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SERVICE_CONFIG_ENVIRONMENT_H_
#define SIGNET_SERVER_SERVICE_CONFIG_ENVIRONMENT_H_

#include <functional>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "server/service/config.h"

namespace signet {

// The value of an environment variable; nothing where it is not set.
using EnvironmentReader = std::function<std::optional<std::string>(const char* name)>;

// The process's own environment.
EnvironmentReader ProcessEnvironment();

// Takes SIGNET_LOG_FORMAT (json, text) and SIGNET_LOG_LEVEL (debug, info,
// warning, error) where they are set and not empty.
//
// InvalidArgument, kInvalidConfig, the variable's name as field: another value.
absl::Status OverrideLogging(const EnvironmentReader& environment, ServerConfig::Logging* logging);

}  // namespace signet

#endif  // SIGNET_SERVER_SERVICE_CONFIG_ENVIRONMENT_H_
