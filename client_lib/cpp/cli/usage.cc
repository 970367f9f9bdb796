// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "client_lib/cpp/cli/usage.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"

namespace signet::cli {
namespace {

constexpr char kHelpVerb[] = "help";
constexpr absl::string_view kFlagPrefix = "--";

std::vector<std::string> Verbs(const CLI::App& app) {
  std::vector<std::string> verbs;
  for (const CLI::App* const command : app.get_subcommands([](const CLI::App*) { return true; })) {
    verbs.push_back(command->get_name());
  }
  return verbs;
}

// The flags of a verb, without their dashes.
std::vector<std::string> Flags(const CLI::App& command) {
  std::vector<std::string> flags;
  for (const CLI::Option* const option : command.get_options()) {
    const std::vector<std::string>& names = option->get_lnames();
    flags.insert(flags.end(), names.begin(), names.end());
  }
  return flags;
}

// Letters to insert, remove or replace until one text is the other.
size_t EditDistance(absl::string_view a, absl::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 0; i < a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i + 1;
    for (size_t j = 0; j < b.size(); ++j) {
      const size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row[b.size()];
}

bool IsNear(absl::string_view word, absl::string_view candidate) {
  constexpr size_t kMaxDistance = 2;
  constexpr size_t kMinPrefix = 3;
  const bool is_prefix = word.size() >= kMinPrefix &&
                         (absl::StartsWith(candidate, word) || absl::StartsWith(word, candidate));
  return is_prefix || EditDistance(word, candidate) <= std::min(kMaxDistance, word.size() / 2);
}

// ", did you mean --header or --help?", "" when nothing is near.
std::string DidYouMean(absl::string_view word, const std::vector<std::string>& candidates,
                       absl::string_view prefix) {
  std::vector<std::string> near;
  for (const std::string& candidate : candidates) {
    if (IsNear(word, candidate)) {
      near.push_back(absl::StrCat(prefix, candidate));
    }
  }
  return near.empty() ? "" : absl::StrCat(", did you mean ", absl::StrJoin(near, " or "), "?");
}

std::string VerbList(const CLI::App& app) {
  return absl::StrCat("the verbs are ", absl::StrJoin(Verbs(app), ", "),
                      "\n`signet help` tells what they do");
}

// A flag by which other commands, curl and other verbs among them, know ours.
struct Alias {
  absl::string_view word;
  absl::string_view flag;
};

constexpr Alias kAliases[] = {
    {"-H", "--header"},         {"-X", "--method"},
    {"--request", "--method"},  {"-d", "--body-file"},
    {"--data", "--body-file"},  {"--data-binary", "--body-file"},
    {"-T", "--body-file"},      {"--upload-file", "--body-file"},
    {"--expires", "--presign"}, {"--presign", "--expires"},
};

bool HasFlag(const CLI::App& command, absl::string_view name) {
  return command.get_option_no_throw(std::string(name)) != nullptr;
}

// "-H" of "-H" and of "-Hx: y", "--url" of "--url=x".
absl::string_view FlagName(absl::string_view word) {
  return absl::StartsWith(word, kFlagPrefix) ? word.substr(0, word.find('=')) : word.substr(0, 2);
}

// What to say of a word that stands where a flag of `command` should.
std::string UnknownFlag(const CLI::App& command, absl::string_view word) {
  const std::string beginning = absl::StrCat(command.get_name(), " has no flag ");
  const absl::string_view whole = word.substr(0, word.find('='));
  // One dash where two belong.
  const std::string two_dashes = absl::StrCat("-", whole);
  if (!absl::StartsWith(word, kFlagPrefix) && HasFlag(command, two_dashes)) {
    return absl::StrCat(beginning, whole, ", did you mean ", two_dashes, "?");
  }
  for (const Alias& alias : kAliases) {
    if (FlagName(word) == alias.word && HasFlag(command, alias.flag)) {
      return absl::StrCat(beginning, alias.word, ", use ", alias.flag);
    }
  }
  return absl::StrCat(beginning, whole,
                      DidYouMean(absl::StripPrefix(absl::StripPrefix(whole, "-"), "-"),
                                 Flags(command), kFlagPrefix));
}

const CLI::App* FindVerb(const CLI::App& app, const std::string& name) {
  const std::vector<std::string> verbs = Verbs(app);
  return std::find(verbs.begin(), verbs.end(), name) != verbs.end() ? app.get_subcommand(name)
                                                                    : nullptr;
}

}  // namespace

std::vector<std::string> WithHelpVerb(std::vector<std::string> words) {
  if (words.empty() || words[0] != kHelpVerb) {
    return words;
  }
  const bool has_verb =
      words.size() > 1 && words[1] != kHelpVerb && !absl::StartsWith(words[1], "-");
  if (has_verb) {
    // "help admin revoke" too.
    words.erase(words.begin());
    words.emplace_back("--help");
    return words;
  }
  return {"--help"};
}

std::optional<std::string> VerbMistake(const CLI::App& app, const std::vector<std::string>& words) {
  if (words.empty()) {
    return absl::StrCat("no verb given, ", VerbList(app));
  }
  const std::string& verb = words[0];
  if (absl::StartsWith(verb, "-")) {
    const std::string name = verb.substr(0, verb.find('='));
    if (HasFlag(app, name)) {
      return std::nullopt;
    }
    return absl::StrCat(name, " comes before any verb, write signet VERB ", name, "; ",
                        VerbList(app));
  }
  if (FindVerb(app, verb) != nullptr) {
    return std::nullopt;
  }
  const std::string flag = absl::StrCat(kFlagPrefix, verb);
  return absl::StrCat("\"", verb, "\" is no verb",
                      HasFlag(app, flag) ? absl::StrCat(", did you mean ", flag, "?")
                                         : DidYouMean(verb, Verbs(app), ""),
                      "\n", VerbList(app));
}

std::string FlagMistake(const CLI::App& app, const CLI::ParseError& error,
                        const std::vector<std::string>& words) {
  const CLI::App* command = FindVerb(app, words[0]);
  if (command == nullptr) {
    return absl::StrCat(error.what(), "\n`signet help` tells about the command line");
  }
  std::string help = absl::StrCat("\n`signet help ", command->get_name());
  if (!Verbs(*command).empty()) {
    const CLI::App* const inner = words.size() > 1 ? FindVerb(*command, words[1]) : nullptr;
    if (inner == nullptr) {
      return absl::StrCat(
          words.size() > 1 ? absl::StrCat("\"", words[1], "\" is no verb of ", command->get_name(),
                                          DidYouMean(words[1], Verbs(*command), ""))
                           : absl::StrCat(command->get_name(), " needs a verb"),
          "\nthe verbs are ", absl::StrJoin(Verbs(*command), ", "), help, "` tells about them");
    }
    command = inner;
    absl::StrAppend(&help, " ", command->get_name());
  }
  absl::StrAppend(&help, "` tells about all its flags");
  for (size_t i = 1; i < words.size() && words[i] != kFlagPrefix; ++i) {
    // A dash alone is standard input.
    if (words[i].size() < 2 || words[i][0] != '-') {
      continue;
    }
    const std::string name(FlagName(words[i]));
    const CLI::Option* const option = command->get_option_no_throw(name);
    if (option == nullptr) {
      return absl::StrCat(UnknownFlag(*command, words[i]), help);
    }
    // The next word is its value, dash or not.
    if (name == words[i] && option->get_items_expected_max() > 0) {
      ++i;
    }
  }
  return absl::StrCat(error.what(), help);
}

}  // namespace signet::cli
