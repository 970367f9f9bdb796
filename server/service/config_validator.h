// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SERVICE_CONFIG_VALIDATOR_H_
#define SIGNET_SERVER_SERVICE_CONFIG_VALIDATOR_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "server/service/config.h"
#include "server/service/config_errors.h"
#include "server/service/config_places.h"
#include "signet/v1/config.pb.h"

namespace signet {

// Checks what the file says and makes the plain configuration of it, with the
// defaults of config.proto. Relative paths are put behind `folder` (which is
// empty or ends with '/'); log settings of the environment are not looked at.
//
// Rules know their `places`. An error for each field at fault: "what came, what is allowed". With
// any, the result is of no use.
ServerConfig ValidateServerConfig(const v1::ServerConfig& config, const std::string& folder,
                                  const FieldPlaces& places, ConfigErrors* errors);

}  // namespace signet

#endif  // SIGNET_SERVER_SERVICE_CONFIG_VALIDATOR_H_
