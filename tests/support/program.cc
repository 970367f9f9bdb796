// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/program.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tests/support/source_tree.h"
#include "tests/support/temp_folder.h"

namespace signet {
namespace {

void SendTo(const std::string& path, int stream) {
  const int fd = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  dup2(fd, stream);
  close(fd);
}

// Its standard output and errors go to those files. The exit code, -1 when a
// signal ended it.
int Run(const std::string& name, std::vector<std::string> arguments, std::optional<uid_t> id,
        const std::string& output, const std::string& errors) {
  const char* const binaries = getenv("SIGNET_BIN_DIR");
  const std::string binary = absl::StrCat(binaries == nullptr ? "." : binaries, "/", name);
  std::vector<char*> argv = {const_cast<char*>(name.c_str())};
  for (std::string& argument : arguments) {
    argv.push_back(argument.data());
  }
  argv.push_back(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    SendTo(output, STDOUT_FILENO);
    SendTo(errors, STDERR_FILENO);
    // A descriptor outlives the change of user, a path need not.
    const int program = open(binary.c_str(), O_RDONLY);
    if (!id.has_value() || (setgid(*id) == 0 && setuid(*id) == 0)) {
      fexecve(program, argv.data(), environ);
    }
    _exit(127);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

ProgramResult RunProgram(const std::string& name, std::vector<std::string> arguments,
                         std::optional<uid_t> id) {
  const TempFolder folder;
  const std::string output = folder.Path("output");
  const std::string errors = folder.Path("errors");
  const int exit_code = Run(name, std::move(arguments), id, output, errors);
  return {
      .exit_code = exit_code, .output = ReadFileOrFail(output), .errors = ReadFileOrFail(errors)};
}

ProgramResult RunProgramInto(const std::string& output, const std::string& name,
                             std::vector<std::string> arguments) {
  const TempFolder folder;
  const std::string errors = folder.Path("errors");
  const int exit_code = Run(name, std::move(arguments), std::nullopt, output, errors);
  return {.exit_code = exit_code, .output = "", .errors = ReadFileOrFail(errors)};
}

}  // namespace signet
