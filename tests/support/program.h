// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_TESTS_SUPPORT_PROGRAM_H_
#define SIGNET_TESTS_SUPPORT_PROGRAM_H_

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

namespace signet {

struct ProgramResult {
  // -1 when a signal ended it.
  int exit_code = -1;
  std::string output;
  std::string errors;
};

// Runs a program of the build that runs the test (SIGNET_BIN_DIR, set by ctest)
// to its end; as user and group `id` where one is given, which only root can.
ProgramResult RunProgram(const std::string& name, std::vector<std::string> arguments,
                         std::optional<uid_t> id = std::nullopt);

// The same with standard output going to the file `output`, a device for
// example; the result has none.
ProgramResult RunProgramInto(const std::string& output, const std::string& name,
                             std::vector<std::string> arguments);

}  // namespace signet

#endif  // SIGNET_TESTS_SUPPORT_PROGRAM_H_
