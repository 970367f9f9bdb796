// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "client_lib/cpp/cli/commands.h"

int main(int argc, char** argv) {
  using signet::cli::ExitCode;
  CLI::App app(
      "Signs AWS requests through signet, which holds the secrets.\n\n"
      "Start a server to try it with: signetd --dev");
  app.footer(
      "Exit codes: 0 done; 1 other failure; 2 wrong command line; 3 the request is malformed;\n"
      "4 not allowed, or no such credential; 5 the server is unavailable; 6 verify: not genuine;\n"
      "7 fetch: the target answered 400 or more.\n"
      "`signet VERB --help` tells all about a verb.");
  app.set_version_flag("--version", SIGNET_VERSION);
  app.require_subcommand(1);
  ExitCode exit_code = signet::cli::kSuccess;
  signet::cli::AddSignCommand(app, &exit_code);
  signet::cli::AddPresignCommand(app, &exit_code);
  signet::cli::AddFetchCommand(app, &exit_code);
  signet::cli::AddVerifyCommand(app, &exit_code);
  signet::cli::AddExplainCommand(app, &exit_code);
  signet::cli::AddKeyCommand(app, &exit_code);
  signet::cli::AddHealthCommand(app, &exit_code);
  signet::cli::AddCheckConfigCommand(app, &exit_code);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? signet::cli::kSuccess : signet::cli::kUsage;
  }
  return exit_code;
}
