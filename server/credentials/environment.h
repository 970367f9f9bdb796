// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_CREDENTIALS_ENVIRONMENT_H_
#define SIGNET_SERVER_CREDENTIALS_ENVIRONMENT_H_

#include <functional>
#include <string>

#include "absl/status/statusor.h"
#include "server/base/secret.h"
#include "server/credentials/credential_version.h"

namespace signet {

// Gives the value of an environment variable; empty where it is not set.
using EnvironmentReader = std::function<Secret(const char* name)>;

// The process's environment.
EnvironmentReader ProcessEnvironment();

// Overwrites AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN where the process was given
// them, so that neither its memory nor /proc/PID/environ shows them; they are empty
// then. Safe while other threads read the environment.
void ForgetEnvironmentCredentials();

// The credential `name` with the keys in AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY
// and, where they are set, AWS_SESSION_TOKEN and AWS_CREDENTIAL_EXPIRATION (RFC
// 3339).
//
// InvalidArgument, Reason::kInvalidConfig: one of them is missing or malformed.
absl::StatusOr<CredentialValue> CredentialFromEnvironment(const std::string& name,
                                                          const EnvironmentReader& environment);

}  // namespace signet

#endif  // SIGNET_SERVER_CREDENTIALS_ENVIRONMENT_H_
