// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_CLIENT_LIB_CPP_CLI_COMMANDS_H_
#define SIGNET_CLIENT_LIB_CPP_CLI_COMMANDS_H_

#include "CLI/CLI.hpp"
#include "client_lib/cpp/cli/exit_code.h"

namespace signet::cli {

// Each adds one verb to `app`. When the verb was given, its work is done during
// parsing and its outcome is in `exit_code`.
void AddSignCommand(CLI::App& app, ExitCode* exit_code);
void AddPresignCommand(CLI::App& app, ExitCode* exit_code);
void AddFetchCommand(CLI::App& app, ExitCode* exit_code);
void AddVerifyCommand(CLI::App& app, ExitCode* exit_code);
void AddExplainCommand(CLI::App& app, ExitCode* exit_code);
void AddKeyCommand(CLI::App& app, ExitCode* exit_code);
void AddHashCommand(CLI::App& app, ExitCode* exit_code);
void AddHealthCommand(CLI::App& app, ExitCode* exit_code);
void AddCheckConfigCommand(CLI::App& app, ExitCode* exit_code);
void AddPolicyCommand(CLI::App& app, ExitCode* exit_code);
void AddAuditCommand(CLI::App& app, ExitCode* exit_code);
// Has verbs of its own: revoke, purge, credentials, stats, reload.
void AddAdminCommand(CLI::App& app, ExitCode* exit_code);

}  // namespace signet::cli

#endif  // SIGNET_CLIENT_LIB_CPP_CLI_COMMANDS_H_
