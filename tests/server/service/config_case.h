// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_TESTS_SERVER_SERVICE_CONFIG_CASE_H_
#define SIGNET_TESTS_SERVER_SERVICE_CONFIG_CASE_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace signet {

// A configuration that is broken in one place.
struct ConfigCase {
  // What stands once in the sound configuration ...
  std::string from;
  // ... and what it is replaced by.
  std::string to;
  // "LINE:COLUMN: field: what came, what is allowed".
  std::string error;
};

// The sound configurations: one of each field in JSON, and a short one in YAML.
// Both hold the secret "hunter2".
absl::string_view SoundJsonConfig();
absl::string_view SoundYamlConfig();

// Parses `sound` with each case's change under the name `name` and expects its
// error, which shows no secret.
void ExpectConfigErrors(absl::string_view name, absl::string_view sound,
                        absl::Span<const ConfigCase> cases);

}  // namespace signet

#endif  // SIGNET_TESTS_SERVER_SERVICE_CONFIG_CASE_H_
