// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SERVICE_CREDENTIAL_SOURCES_H_
#define SIGNET_SERVER_SERVICE_CREDENTIAL_SOURCES_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "server/credentials/credential_source.h"
#include "server/credentials/environment.h"
#include "server/service/config.h"

namespace signet {

// The sources that a configuration names. Credentials written in the
// configuration itself are read again from `config_file` when that changes; an
// empty path means that there is no file, and they stay as they are.
//
// InvalidArgument, kInvalidConfig: the environment lacks a variable.
absl::StatusOr<std::vector<std::unique_ptr<CredentialSource>>> MakeCredentialSources(
    const ServerConfig& config, const std::string& config_file,
    const EnvironmentReader& environment);

}  // namespace signet

#endif  // SIGNET_SERVER_SERVICE_CREDENTIAL_SOURCES_H_
