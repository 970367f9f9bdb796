// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_TESTS_SUPPORT_FAKE_ENVIRONMENT_H_
#define SIGNET_TESTS_SUPPORT_FAKE_ENVIRONMENT_H_

#include <map>
#include <string>
#include <utility>

#include "server/credentials/environment.h"

namespace signet {

// An environment of these variables alone.
inline EnvironmentReader FakeEnvironment(std::map<std::string, std::string> variables = {}) {
  return [variables = std::move(variables)](const char* name) {
    const auto found = variables.find(name);
    return Secret(found == variables.end() ? "" : found->second);
  };
}

}  // namespace signet

#endif  // SIGNET_TESTS_SUPPORT_FAKE_ENVIRONMENT_H_
