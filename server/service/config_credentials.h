// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SERVICE_CONFIG_CREDENTIALS_H_
#define SIGNET_SERVER_SERVICE_CONFIG_CREDENTIALS_H_

#include <string>

#include "server/service/config.h"
#include "server/service/config_errors.h"
#include "signet/v1/config.pb.h"

namespace signet {

// Fills result->credentials and result->credentials_files; the first step of
// ValidateServerConfig(), whose errors it has.
void ValidateCredentials(const v1::ServerConfig& config, const std::string& folder,
                         ServerConfig* result, ConfigErrors* errors);

// Overwrites the secrets in `config`.
void WipeSecrets(v1::ServerConfig* config);

}  // namespace signet

#endif  // SIGNET_SERVER_SERVICE_CONFIG_CREDENTIALS_H_
