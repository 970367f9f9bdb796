// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_CLIENT_LIB_CPP_CLI_ADVICE_H_
#define SIGNET_CLIENT_LIB_CPP_CLI_ADVICE_H_

#include <string>

#include "absl/status/status.h"

namespace signet::cli {

// What a command asked of which server; empty where it names none.
struct Question {
  std::string target = {};
  std::string credential = {};
  std::string url = {};
};

// `status` in words that use what only the command knows: the server that does
// not answer, the credential that is not there, the URL that was meant. Any other
// status as it is; the code always.
absl::Status WithAdvice(const absl::Status& status, const Question& question);

}  // namespace signet::cli

#endif  // SIGNET_CLIENT_LIB_CPP_CLI_ADVICE_H_
