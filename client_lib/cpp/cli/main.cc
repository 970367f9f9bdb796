// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_replace.h"
#include "client_lib/cpp/cli/commands.h"
#include "client_lib/cpp/cli/output.h"
#include "client_lib/cpp/cli/usage.h"

namespace signet::cli {
namespace {

// An empty value is nearly always a shell variable that is not set; it must not
// pass for an option that was not given.
// NOLINTNEXTLINE(misc-no-recursion): as deep as verbs have verbs.
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
    RefuseEmptyValues(*command);
  }
}

// A wrong command line, told as --json asks for it.
ExitCode RefuseCommandLine(const std::string& mistake, const std::vector<std::string>& words) {
  if (std::find(words.begin(), words.end(), "--json") != words.end()) {
    PrintError(absl::InvalidArgumentError(absl::StrReplaceAll(mistake, {{"\n", "; "}})),
               Format::kJson);
  } else {
    std::cerr << "signet: " << mistake << "\n";
  }
  return kUsage;
}

// Help and version end well.
ExitCode EndOfParsing(const CLI::App& app, const CLI::ParseError& error,
                      const std::vector<std::string>& words) {
  if (error.get_exit_code() == 0) {
    app.exit(error);
    return kSuccess;
  }
  return RefuseCommandLine(FlagMistake(app, error, words), words);
}

ExitCode Run(const std::vector<std::string>& arguments) {
  CLI::App app(
      "Signs AWS requests through signet, which holds the secrets.\n\n"
      "Start a server to try it with: signetd --dev");
  app.footer(
      "Exit codes: 0 done; 1 other failure; 2 wrong command line; 3 the request is malformed;\n"
      "4 not allowed, or no such credential; 5 the server is unavailable; 6 verify, audit verify: "
      "not genuine;\n"
      "7 fetch: the target answered 300 or more.\n"
      "`signet help VERB` tells all about a verb.");
  app.name("signet");
  app.set_version_flag("--version", SIGNET_VERSION);
  app.require_subcommand(1);
  ExitCode exit_code = kSuccess;
  AddSignCommand(app, &exit_code);
  AddPresignCommand(app, &exit_code);
  AddFetchCommand(app, &exit_code);
  AddVerifyCommand(app, &exit_code);
  AddExplainCommand(app, &exit_code);
  AddKeyCommand(app, &exit_code);
  AddHashCommand(app, &exit_code);
  AddHealthCommand(app, &exit_code);
  AddCheckConfigCommand(app, &exit_code);
  AddPolicyCommand(app, &exit_code);
  AddAuditCommand(app, &exit_code);
  AddAdminCommand(app, &exit_code);
  RefuseEmptyValues(app);
  const std::vector<std::string> words = WithHelpVerb(arguments);
  if (const std::optional<std::string> mistake = VerbMistake(app, words)) {
    return RefuseCommandLine(*mistake, words);
  }
  try {
    // CLI11 takes the words from the back.
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::ParseError& error) {
    return EndOfParsing(app, error, words);
  }
  return exit_code;
}

}  // namespace
}  // namespace signet::cli

// Outside of parsing CLI11 throws for a flag that is defined twice: a defect, so it
// may end the process.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) {
  // gRPC's own lines about a failed connection say less than the error does.
  setenv("GRPC_VERBOSITY", "NONE", /*overwrite=*/0);
  return signet::cli::AfterOutput(signet::cli::Run({argv + 1, argv + argc}));
}
