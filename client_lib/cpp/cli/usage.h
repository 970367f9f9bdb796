// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_CLIENT_LIB_CPP_CLI_USAGE_H_
#define SIGNET_CLIENT_LIB_CPP_CLI_USAGE_H_

#include <optional>
#include <string>
#include <vector>

#include "CLI/CLI.hpp"

namespace signet::cli {

// Command lines that are asked for help or went wrong, in words that name what
// was meant. `words` is the command line without the program's name.

// "help" and "help VERB" as CLI11 has them: "--help" and "VERB --help"; any
// other command line as it is.
std::vector<std::string> WithHelpVerb(std::vector<std::string> words);

// What is wrong with the verb: there is none, or no such one. Nothing when it
// is one of `app`'s, or none is needed (--help, --version).
std::optional<std::string> VerbMistake(const CLI::App& app, const std::vector<std::string>& words);

// What is wrong with the flags of a command line that CLI11 refused with
// `error`: a flag that the verb does not have, with the one that does the same or
// those that are spelled nearly so, else CLI11's own words. The last line says where help is.
//
// REQUIRES: VerbMistake() found nothing.
std::string FlagMistake(const CLI::App& app, const CLI::ParseError& error,
                        const std::vector<std::string>& words);

}  // namespace signet::cli

#endif  // SIGNET_CLIENT_LIB_CPP_CLI_USAGE_H_
