// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>

#include "absl/status/status.h"
#include "client_lib/cpp/cli/commands.h"
#include "client_lib/cpp/cli/output.h"

namespace signet::cli {
namespace {

// An empty value is nearly always a shell variable that is not set; it must not
// pass for an option that was not given.
void RefuseEmptyValues(CLI::App& app) {
  const CLI::Validator not_empty(
      [](std::string& value) { return value.empty() ? std::string("the value is empty") : ""; },
      "");
  for (CLI::App* const command : app.get_subcommands([](CLI::App*) { return true; })) {
    for (CLI::Option* const option : command->get_options()) {
      if (option->get_items_expected_max() > 0) {
        option->check(not_empty);
      }
    }
  }
}

// Help and version end well; anything else is a wrong command line, told as
// --json asks for it.
ExitCode EndOfParsing(const CLI::App& app, const CLI::ParseError& error, int argc, char** argv) {
  const bool wants_json = std::any_of(
      argv, argv + argc, [](const char* word) { return std::strcmp(word, "--json") == 0; });
  if (error.get_exit_code() == 0 || !wants_json) {
    return app.exit(error) == 0 ? kSuccess : kUsage;
  }
  PrintError(absl::InvalidArgumentError(error.what()), Format::kJson);
  return kUsage;
}

}  // namespace
}  // namespace signet::cli

int main(int argc, char** argv) {
  using signet::cli::ExitCode;
  // gRPC's own lines about a failed connection say less than the error does.
  setenv("GRPC_VERBOSITY", "NONE", /*overwrite=*/0);
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
  signet::cli::RefuseEmptyValues(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return signet::cli::EndOfParsing(app, error, argc, argv);
  }
  return exit_code;
}
