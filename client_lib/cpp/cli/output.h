// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_CLIENT_LIB_CPP_CLI_OUTPUT_H_
#define SIGNET_CLIENT_LIB_CPP_CLI_OUTPUT_H_

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "client_lib/cpp/cli/exit_code.h"
#include "client_lib/cpp/signing_request.h"
#include "nlohmann/json.hpp"

namespace signet::cli {

using Json = nlohmann::ordered_json;

// How results are printed.
enum class Format { kText, kJson };

// One line on standard error, or an object with "error" on standard output.
// Returns the exit code that belongs to `status`.
ExitCode PrintError(const absl::Status& status, Format format);

// One JSON object and a newline on standard output.
void PrintJson(const Json& json);

// `code`, but kFailure for kSuccess when what was printed on standard output did
// not all get there; a line on standard error then says so.
ExitCode AfterOutput(ExitCode code);

// {"headers": {...}, "url": ..., "signature": ..., ...}
Json ToJson(const SigningResult& result);

// "2015-08-30T12:36:00Z"
std::string Rfc3339(absl::Time time);

}  // namespace signet::cli

#endif  // SIGNET_CLIENT_LIB_CPP_CLI_OUTPUT_H_
