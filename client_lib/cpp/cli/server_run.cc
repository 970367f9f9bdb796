// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "client_lib/cpp/cli/server_run.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"

namespace signet::cli {
namespace {

constexpr int kCannotRun = 127;

std::string ServerBinary() {
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  const std::filesystem::path beside = self.parent_path() / "signetd";
  return !error && std::filesystem::exists(beside, error) ? beside.string() : "signetd";
}

std::string InOurName(absl::string_view text) {
  std::vector<std::string> lines = absl::StrSplit(text, '\n');
  for (std::string& line : lines) {
    absl::string_view rest = line;
    if (absl::ConsumePrefix(&rest, "signetd: ")) {
      line = absl::StrCat("signet: ", rest);
    }
  }
  return absl::StrJoin(lines, "\n");
}

// Becomes the server; what it says goes into these.
[[noreturn]] void Become(const std::vector<std::string>& arguments, int output, int errors) {
  dup2(output, STDOUT_FILENO);
  dup2(errors, STDERR_FILENO);
  const std::string binary = ServerBinary();
  std::vector<char*> words = {const_cast<char*>(binary.c_str())};
  for (const std::string& argument : arguments) {
    words.push_back(const_cast<char*>(argument.c_str()));
  }
  words.push_back(nullptr);
  execvp(binary.c_str(), words.data());
  dprintf(STDERR_FILENO, "signet: cannot run %s: %s\n", binary.c_str(), strerror(errno));
  _exit(kCannotRun);
}

// Both to their ends, whichever speaks.
void ReadAll(int output, int errors, ServerRun* run) {
  std::array<pollfd, 2> ends = {pollfd{output, POLLIN, 0}, pollfd{errors, POLLIN, 0}};
  std::array<std::string*, 2> texts = {&run->output, &run->errors};
  std::array<char, 4096> buffer;
  while (ends[0].fd >= 0 || ends[1].fd >= 0) {
    if (poll(ends.data(), ends.size(), -1) < 0 && errno != EINTR) {
      return;
    }
    for (size_t i = 0; i < ends.size(); ++i) {
      if (ends[i].fd < 0 || ends[i].revents == 0) {
        continue;
      }
      const ssize_t count = read(ends[i].fd, buffer.data(), buffer.size());
      if (count > 0) {
        texts[i]->append(buffer.data(), static_cast<size_t>(count));
      } else if (count == 0 || errno != EINTR) {
        ends[i].fd = -1;
      }
    }
  }
}

}  // namespace

ServerRun RunServer(const std::vector<std::string>& arguments) {
  ServerRun run;
  std::array<int, 2> output = {};
  std::array<int, 2> errors = {};
  if (pipe2(output.data(), O_CLOEXEC) != 0) {
    run.errors = absl::StrCat("signet: ", strerror(errno), "\n");
    return run;
  }
  if (pipe2(errors.data(), O_CLOEXEC) != 0) {
    run.errors = absl::StrCat("signet: ", strerror(errno), "\n");
    close(output[0]);
    close(output[1]);
    return run;
  }
  const pid_t child = fork();
  if (child == 0) {
    Become(arguments, output[1], errors[1]);
  }
  close(output[1]);
  close(errors[1]);
  ReadAll(output[0], errors[0], &run);
  close(output[0]);
  close(errors[0]);
  int status = 0;
  if (child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status)) {
    run.exit_status = WEXITSTATUS(status);
  }
  run.errors = InOurName(run.errors);
  return run;
}

}  // namespace signet::cli
