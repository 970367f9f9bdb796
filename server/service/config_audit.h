// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SERVICE_CONFIG_AUDIT_H_
#define SIGNET_SERVER_SERVICE_CONFIG_AUDIT_H_

#include <string>

#include "absl/status/statusor.h"
#include "server/audit/audit_options.h"
#include "server/service/config.h"
#include "server/service/config_errors.h"
#include "signet/v1/config.pb.h"

namespace signet {

// What the section `audit` says, with relative paths behind `folder`. An error for
// each field at fault.
ServerConfig::Audit ValidateAudit(const v1::AuditConfig& config, const std::string& folder,
                                  ConfigErrors* errors);

// The options of the log that is configured, its key loaded. InvalidArgument,
// kInvalidConfig: the key file holds none; other codes as ReadFile().
absl::StatusOr<AuditOptions> ToAuditOptions(const ServerConfig::Audit& config);

// Looks at the log's place and its key, and changes nothing.
void CheckAuditFiles(const ServerConfig::Audit& config, ConfigErrors* errors);

}  // namespace signet

#endif  // SIGNET_SERVER_SERVICE_CONFIG_AUDIT_H_
