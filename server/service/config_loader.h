// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SERVICE_CONFIG_LOADER_H_
#define SIGNET_SERVER_SERVICE_CONFIG_LOADER_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "server/credentials/environment.h"
#include "server/service/config.h"

namespace signet {

// Reads and checks the configuration file at `path` (protos/signet/v1/
// config.proto; JSON when the name ends in ".json", else YAML).
// SIGNET_LOG_FORMAT and SIGNET_LOG_LEVEL of the environment override log.format
// and log.level; relative paths start at the file's folder.
//
// The first error in the order of the file. InvalidArgument, kInvalidConfig, with
// "FILE:LINE:COLUMN: field.path: what came, what is allowed" and the field path as detail; a
// malformed variable is named instead of a place. Other codes as ReadFile(): the file cannot be
// read.
absl::StatusOr<ServerConfig> LoadServerConfig(const std::string& path,
                                              const EnvironmentReader& environment);

// A configuration, and what is wrong with it.
struct ConfigReport {
  // Of no use when there are errors.
  ServerConfig config;
  // In the order of the file.
  std::vector<absl::Status> errors;
};

// As LoadServerConfig(), but finds all errors, and looks at the files and folders
// that the configuration names (CheckConfiguredFiles()).
ConfigReport CheckServerConfig(const std::string& path, const EnvironmentReader& environment);

// LoadServerConfig() of a text; `name` stands for the path.
absl::StatusOr<ServerConfig> ParseServerConfig(absl::string_view name, absl::string_view text,
                                               const EnvironmentReader& environment);

}  // namespace signet

#endif  // SIGNET_SERVER_SERVICE_CONFIG_LOADER_H_
