// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_TESTS_BENCH_LOAD_LOAD_PROCESS_H_
#define SIGNET_TESTS_BENCH_LOAD_LOAD_PROCESS_H_

#include <sys/types.h>

#include <cstdio>
#include <string>
#include <vector>

namespace signet::load {

// signet-load of the build that runs the test (SIGNET_BIN_DIR, set by ctest) as
// a child process.
class LoadProcess {
 public:
  // Starts it; what it prints goes to the file `output`.
  LoadProcess(const std::vector<std::string>& arguments, const std::string& output);
  // Kills it (SIGKILL), if it still runs.
  ~LoadProcess();
  LoadProcess(const LoadProcess&) = delete;
  LoadProcess& operator=(const LoadProcess&) = delete;

  // Reads a line of its stderr; false when there will be none.
  bool ReadErrorLine(std::string* line);
  void Signal(int signal) const;

  // Reads the rest of its stderr, and waits for its end; -1 when a signal was
  // that.
  int ExitCode();

  // All of its stderr that was read.
  const std::string& error() const { return error_; }

 private:
  pid_t pid_ = -1;
  FILE* stream_ = nullptr;
  std::string error_;
};

}  // namespace signet::load

#endif  // SIGNET_TESTS_BENCH_LOAD_LOAD_PROCESS_H_
