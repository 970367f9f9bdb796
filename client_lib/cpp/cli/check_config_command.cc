// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "client_lib/cpp/cli/commands.h"
#include "client_lib/cpp/cli/output.h"

namespace signet::cli {
namespace {

struct CheckConfigFlags {
  std::string file;
  bool json = false;
};

// The server that was installed with this command; else the one in PATH.
std::string ServerBinary() {
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  const std::filesystem::path beside = self.parent_path() / "signetd";
  return !error && std::filesystem::exists(beside, error) ? beside.string() : "signetd";
}

// What signetd said, line by line, as said by this command.
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

struct Outcome {
  int exit_status = -1;
  std::string text;
};

// Has the server read the file as it would at its start. The server is the one
// judge of its configuration, so this command holds no second reader of it.
Outcome RunServerCheck(const std::string& file) {
  std::array<int, 2> ends = {};
  if (pipe(ends.data()) != 0) {
    return {.text = strerror(errno)};
  }
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    dup2(ends[1], STDERR_FILENO);
    close(ends[0]);
    close(ends[1]);
    const std::string binary = ServerBinary();
    execlp(binary.c_str(), binary.c_str(), "--check-config", "--config", file.c_str(), nullptr);
    dprintf(STDERR_FILENO, "signet: cannot run %s: %s\n", binary.c_str(), strerror(errno));
    _exit(127);
  }
  close(ends[1]);
  Outcome outcome;
  std::array<char, 4096> buffer;
  ssize_t count = 0;
  while ((count = read(ends[0], buffer.data(), buffer.size())) > 0) {
    outcome.text.append(buffer.data(), static_cast<size_t>(count));
  }
  close(ends[0]);
  int status = 0;
  if (child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status)) {
    outcome.exit_status = WEXITSTATUS(status);
  }
  outcome.text = InOurName(outcome.text);
  return outcome;
}

}  // namespace

void AddCheckConfigCommand(CLI::App& app, ExitCode* exit_code) {
  const auto flags = std::make_shared<CheckConfigFlags>();
  CLI::App* const command = app.add_subcommand(
      "check-config", "Read a server configuration as signetd would, and say what is wrong.");
  command->add_option("file", flags->file, "Configuration file")->required();
  command->add_flag("--json", flags->json, "Print one JSON object");
  command->callback([flags, exit_code] {
    const Outcome outcome = RunServerCheck(flags->file);
    const bool valid = outcome.exit_status == 0;
    if (flags->json) {
      PrintJson(
          {{"valid", valid}, {"messages", std::string(absl::StripAsciiWhitespace(outcome.text))}});
    } else {
      (valid ? std::cout : std::cerr) << outcome.text;
    }
    *exit_code = valid ? kSuccess : outcome.exit_status == 127 ? kFailure : kInvalidRequest;
  });
}

}  // namespace signet::cli
