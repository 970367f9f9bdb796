// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_CLIENT_LIB_CPP_CLI_EXIT_CODE_H_
#define SIGNET_CLIENT_LIB_CPP_CLI_EXIT_CODE_H_

#include "absl/status/status.h"

namespace signet::cli {

// What the command ends with; documented in `signet --help`, so only add.
enum ExitCode {
  kSuccess = 0,
  // Anything that has no number of its own.
  kFailure = 1,
  // The command line is wrong.
  kUsage = 2,
  // The server (or this command) found the request malformed.
  kInvalidRequest = 3,
  // No rule allows it, or there is no such credential.
  kNotAllowed = 4,
  // The server cannot be reached, is not healthy, or did not answer in time.
  kUnavailable = 5,
  // verify: the signature does not hold.
  kNotGenuine = 6,
  // fetch: the target answered with a status of 300 or more; a redirect is not
  // followed, since the signature holds for one URL, so nothing was done.
  kHttpError = 7,
};

ExitCode ExitCodeOf(const absl::Status& status);

}  // namespace signet::cli

#endif  // SIGNET_CLIENT_LIB_CPP_CLI_EXIT_CODE_H_
