// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SERVICE_CONFIG_ENVIRONMENT_H_
#define SIGNET_SERVER_SERVICE_CONFIG_ENVIRONMENT_H_

#include "absl/status/status.h"
#include "server/credentials/environment.h"
#include "server/service/config.h"

namespace signet {

// Takes SIGNET_LOG_FORMAT (json, text) and SIGNET_LOG_LEVEL (debug, info,
// warning, error) where they are set and not empty.
//
// InvalidArgument, kInvalidConfig, the variable's name as field: another value.
absl::Status OverrideLogging(const EnvironmentReader& environment, ServerConfig::Logging* logging);

}  // namespace signet

#endif  // SIGNET_SERVER_SERVICE_CONFIG_ENVIRONMENT_H_
