// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/credentials/environment.h"

#include <stdlib.h>
#include <string.h>

#include "absl/strings/str_cat.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"

namespace signet {

EnvironmentReader ProcessEnvironment() {
  return [](const char* name) {
    const char* const value = getenv(name);
    return Secret(value == nullptr ? "" : value);
  };
}

void ForgetEnvironmentCredentials() {
  for (const char* const name : {"AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"}) {
    if (char* const value = getenv(name); value != nullptr) {
      // In place, where the kernel shows it. Not unset, which would move what others read.
      Wipe(value, strlen(value));
    }
  }
}

absl::StatusOr<CredentialValue> CredentialFromEnvironment(const std::string& name,
                                                          const EnvironmentReader& environment) {
  CredentialValue value;
  value.name = name;
  value.access_key_id = std::string(environment("AWS_ACCESS_KEY_ID").Reveal());
  value.secret_access_key = environment("AWS_SECRET_ACCESS_KEY");
  value.session_token = environment("AWS_SESSION_TOKEN");
  if (value.access_key_id.empty() || value.secret_access_key.empty()) {
    return InvalidField(
        Reason::kInvalidConfig, "environment",
        absl::StrCat("environment variable ",
                     value.access_key_id.empty() ? "AWS_ACCESS_KEY_ID" : "AWS_SECRET_ACCESS_KEY",
                     " is not set"));
  }
  const Secret expiration = environment("AWS_CREDENTIAL_EXPIRATION");
  if (!expiration.empty()) {
    SIGNET_ASSIGN_OR_RETURN(value.expires, ParseExpiryText(expiration.Reveal()));
  }
  const absl::Status status = ValidateCredential(value);
  if (!status.ok()) {
    return InvalidField(Reason::kInvalidConfig, "environment",
                        absl::StrCat("environment: ", status.message()));
  }
  return value;
}

}  // namespace signet
