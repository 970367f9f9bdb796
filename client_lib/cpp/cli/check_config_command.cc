// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include <iostream>
#include <memory>
#include <string>

#include "absl/strings/ascii.h"
#include "client_lib/cpp/cli/commands.h"
#include "client_lib/cpp/cli/output.h"
#include "client_lib/cpp/cli/server_run.h"

namespace signet::cli {
namespace {

struct CheckConfigFlags {
  std::string file;
  bool json = false;
};

}  // namespace

void AddCheckConfigCommand(CLI::App& app, ExitCode* exit_code) {
  const auto flags = std::make_shared<CheckConfigFlags>();
  CLI::App* const command = app.add_subcommand(
      "check-config", "Read a server configuration as signetd would, and say what is wrong.");
  command->add_option("file", flags->file, "Configuration file")->required();
  command->add_flag("--json", flags->json, "Print one JSON object");
  command->callback([flags, exit_code] {
    const ServerRun run = RunServer({"--check-config", "--config", flags->file});
    const bool valid = run.exit_status == 0;
    const std::string text = run.output + run.errors;
    if (flags->json) {
      PrintJson({{"valid", valid}, {"messages", std::string(absl::StripAsciiWhitespace(text))}});
    } else {
      (valid ? std::cout : std::cerr) << text;
    }
    *exit_code = valid ? kSuccess : run.exit_status == 127 ? kFailure : kInvalidRequest;
  });
}

}  // namespace signet::cli
