// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_BENCH_LOAD_FLAGS_H_
#define SIGNET_BENCH_LOAD_FLAGS_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "bench/load/load_options.h"

namespace signet::load {

struct ParsedFlags {
  // Set when there is nothing to run: the text of --help or --version.
  std::optional<std::string> text;
  LoadOptions options;
};

// The command line without the program's name.
//
// InvalidArgument, kInvalidConfig, the flag as field: an unknown flag, a value
// outside what is allowed (the message says what is), flags that exclude each
// other.
absl::StatusOr<ParsedFlags> ParseFlags(const std::vector<std::string>& arguments);

}  // namespace signet::load

#endif  // SIGNET_BENCH_LOAD_FLAGS_H_
