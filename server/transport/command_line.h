// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_TRANSPORT_COMMAND_LINE_H_
#define SIGNET_SERVER_TRANSPORT_COMMAND_LINE_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "server/transport/daemon.h"

namespace signet {

struct CommandLine {
  enum class Action { kRun, kShowHelp, kShowVersion };
  Action action = Action::kRun;
  // For kRun.
  DaemonOptions options;
};

// Reads the words after the program's name: "--flag VALUE" or "--flag=VALUE",
// with '_' for '-' as one likes; a flag without a value takes "=true" and
// "=false". The last of several wins; after "--" there are no flags. --help or
// --version anywhere before is all that counts.
//
// Not Abseil's flags: they bring flags of their own into a process that keeps secrets
// (--flagfile shows a file's lines), and end with exit code 1 whatever is wrong.
//
// InvalidArgument, one line without a final period: there is no such flag, or its
// value is missing, empty or, where it has none, neither true nor false. What
// goes together is for RunDaemon() to say.
absl::StatusOr<CommandLine> ParseCommandLine(absl::Span<const absl::string_view> words);

}  // namespace signet

#endif  // SIGNET_SERVER_TRANSPORT_COMMAND_LINE_H_
