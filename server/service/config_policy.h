// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SERVICE_CONFIG_POLICY_H_
#define SIGNET_SERVER_SERVICE_CONFIG_POLICY_H_

#include <string>
#include <vector>

#include "server/service/config.h"
#include "server/service/config_errors.h"
#include "server/service/config_places.h"
#include "signet/v1/policy.pb.h"

namespace signet {

// Fills result->policy and result->warnings; credentials and listeners must be
// there already. A step of ValidateServerConfig(), whose errors it has; without
// a policy when there are any.
void ValidatePolicy(const v1::PolicyConfig& config, const FieldPlaces& places, ServerConfig* result,
                    ConfigErrors* errors);

// Adds a warning for each rule that names a credential which is not among
// `names`, those that all sources together have. ValidatePolicy() does where
// there are no credentials_files, whose names it does not know.
void WarnOfUnknownCredentials(const std::vector<std::string>& names, ServerConfig* config);

}  // namespace signet

#endif  // SIGNET_SERVER_SERVICE_CONFIG_POLICY_H_
