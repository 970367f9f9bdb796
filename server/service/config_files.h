// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SERVICE_CONFIG_FILES_H_
#define SIGNET_SERVER_SERVICE_CONFIG_FILES_H_

#include <string>
#include <vector>

#include "server/service/config.h"
#include "server/service/config_errors.h"

namespace signet {

// Looks at the files and folders that a configuration names, as this process
// sees them: an error for each that is missing or cannot be used. Those are
// sources of credentials and TLS files, which must be readable, and the folder of
// the Unix socket, which must be writable. Contents are not looked at.
void CheckConfiguredFiles(const ServerConfig& config, ConfigErrors* errors);

// A sentence for each file of credentials that others than its owner may read;
// not for files that are mounted Secrets, whose modes are the mount's.
std::vector<std::string> ReadableSecretWarnings(const ServerConfig& config);

}  // namespace signet

#endif  // SIGNET_SERVER_SERVICE_CONFIG_FILES_H_
