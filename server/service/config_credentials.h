// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SERVICE_CONFIG_CREDENTIALS_H_
#define SIGNET_SERVER_SERVICE_CONFIG_CREDENTIALS_H_

#include <string>

#include "absl/status/status.h"
#include "server/service/config.h"
#include "signet/v1/config.pb.h"

namespace signet {

// Fills result->credentials and result->credentials_files; the first step of
// ValidateServerConfig(), whose errors it has.
absl::Status ValidateCredentials(const v1::ServerConfig& config, const std::string& folder,
                                 ServerConfig* result);

// Overwrites the secrets in `config`.
void WipeSecrets(v1::ServerConfig* config);

}  // namespace signet

#endif  // SIGNET_SERVER_SERVICE_CONFIG_CREDENTIALS_H_
