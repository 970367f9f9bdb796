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
// sources of credentials and TLS files, which must be readable, and the place of
// the Unix socket: its folder must be writable, and nothing but a socket may be
// there. Contents are not looked at.
void CheckConfiguredFiles(const ServerConfig& config, ConfigErrors* errors);

// A sentence for each file and folder of credentials that others than its owner
// may write to, and for each file that they may read; not for those of mounted
// Secrets, whose modes are the mount's.
std::vector<std::string> FileModeWarnings(const ServerConfig& config);

// The same of the configuration file itself at `path`. Reading it is for its
// group as well, and for all where it holds no secret.
std::vector<std::string> ConfigModeWarnings(const std::string& path, const ServerConfig& config);

}  // namespace signet

#endif  // SIGNET_SERVER_SERVICE_CONFIG_FILES_H_
