// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/bench/load/load_process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

#include "gtest/gtest.h"

namespace signet::load {

LoadProcess::LoadProcess(const std::vector<std::string>& arguments, const std::string& output) {
  const char* const folder = getenv("SIGNET_BIN_DIR");
  const std::string binary = std::string(folder == nullptr ? "." : folder) + "/signet-load";
  std::vector<char*> argv = {const_cast<char*>(binary.c_str())};
  for (const std::string& argument : arguments) {
    argv.push_back(const_cast<char*>(argument.c_str()));
  }
  argv.push_back(nullptr);
  int ends[2];
  EXPECT_EQ(pipe2(ends, O_CLOEXEC), 0);
  pid_ = fork();
  if (pid_ == 0) {
    const int fd = open(output.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    dup2(fd, STDOUT_FILENO);
    dup2(ends[1], STDERR_FILENO);
    execv(binary.c_str(), argv.data());
    _exit(127);
  }
  close(ends[1]);
  stream_ = fdopen(ends[0], "r");
}

LoadProcess::~LoadProcess() {
  if (pid_ > 0) {
    Signal(SIGKILL);
    ExitCode();
  }
}

bool LoadProcess::ReadErrorLine(std::string* line) {
  line->clear();
  for (int c = fgetc(stream_); c != EOF; c = fgetc(stream_)) {
    error_.push_back(static_cast<char>(c));
    if (c == '\n') {
      return true;
    }
    line->push_back(static_cast<char>(c));
  }
  return !line->empty();
}

void LoadProcess::Signal(int signal) const { kill(pid_, signal); }

int LoadProcess::ExitCode() {
  std::string line;
  while (ReadErrorLine(&line)) {
  }
  fclose(stream_);
  int status = 0;
  waitpid(pid_, &status, 0);
  pid_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace signet::load
