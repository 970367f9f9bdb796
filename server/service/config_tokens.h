// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SERVICE_CONFIG_TOKENS_H_
#define SIGNET_SERVER_SERVICE_CONFIG_TOKENS_H_

#include <string>

#include "server/service/config.h"
#include "server/service/config_errors.h"
#include "signet/v1/config.pb.h"

namespace signet {

// Fill result->tokens and result->trusted_proxies; the listeners must be there already.
// Steps of ValidateListen(), whose errors they have.
void ValidateTokens(const v1::ListenConfig& config, const std::string& folder, ServerConfig* result,
                    ConfigErrors* errors);
void ValidateTrustedProxies(const v1::ListenConfig& config, ServerConfig* result,
                            ConfigErrors* errors);

}  // namespace signet

#endif  // SIGNET_SERVER_SERVICE_CONFIG_TOKENS_H_
