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
    return {words[1], "--help"};
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
    if (app.get_option_no_throw(name) != nullptr) {
      return std::nullopt;
    }
    return absl::StrCat(name, " comes before any verb, write signet VERB ", name, "; ",
                        VerbList(app));
  }
  if (FindVerb(app, verb) != nullptr) {
    return std::nullopt;
  }
  return absl::StrCat("\"", verb, "\" is no verb", DidYouMean(verb, Verbs(app), ""), "\n",
                      VerbList(app));
}

std::string FlagMistake(const CLI::App& app, const CLI::ParseError& error,
                        const std::vector<std::string>& words) {
  const CLI::App* const command = FindVerb(app, words[0]);
  if (command == nullptr) {
    return absl::StrCat(error.what(), "\n`signet help` tells about the command line");
  }
  const std::string help =
      absl::StrCat("\n`signet help ", command->get_name(), "` tells about all its flags");
  for (size_t i = 1; i < words.size() && words[i] != kFlagPrefix; ++i) {
    absl::string_view name = absl::string_view(words[i]).substr(0, words[i].find('='));
    if (absl::ConsumePrefix(&name, kFlagPrefix) &&
        command->get_option_no_throw(absl::StrCat(kFlagPrefix, name)) == nullptr) {
      return absl::StrCat(command->get_name(), " has no flag ", kFlagPrefix, name,
                          DidYouMean(name, Flags(*command), kFlagPrefix), help);
    }
  }
  return absl::StrCat(error.what(), help);
}

}  // namespace signet::cli
