// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/command_line.h"

#include <algorithm>
#include <cstddef>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "server/base/status_macros.h"

namespace signet {
namespace {

struct Flag {
  absl::string_view name;
  // One of them.
  std::string DaemonOptions::*text = nullptr;
  bool DaemonOptions::*choice = nullptr;
};

constexpr Flag kFlags[] = {
    {.name = "config", .text = &DaemonOptions::config_file},
    {.name = "check-config", .choice = &DaemonOptions::is_check},
    {.name = "test-policy", .choice = &DaemonOptions::is_policy_test},
    {.name = "policy-tests", .text = &DaemonOptions::policy_tests_file},
    {.name = "explain-policy", .text = &DaemonOptions::policy_question},
    {.name = "dev", .choice = &DaemonOptions::is_development},
    {.name = "listen", .text = &DaemonOptions::listen},
    {.name = "credentials-file", .text = &DaemonOptions::credentials_file},
    {.name = "help"},
    {.name = "version"},
};

const Flag* FindFlag(absl::string_view name) {
  const std::string spelled = absl::StrReplaceAll(name, {{"_", "-"}});
  const auto* const found = std::find_if(std::begin(kFlags), std::end(kFlags),
                                         [&](const Flag& flag) { return flag.name == spelled; });
  return found == std::end(kFlags) ? nullptr : found;
}

size_t CommonStart(absl::string_view a, absl::string_view b) {
  const auto end = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  return static_cast<size_t>(end.first - a.begin());
}

// ", did you mean --config?", by how the flags begin; "" when none does so.
std::string DidYouMean(absl::string_view word) {
  constexpr size_t kFewest = 3;
  const std::string spelled = absl::StrReplaceAll(word, {{"_", "-"}});
  absl::string_view name(spelled);
  name.remove_prefix(std::min(name.find_first_not_of('-'), name.size()));
  const Flag* const nearest =
      std::max_element(std::begin(kFlags), std::end(kFlags), [name](const Flag& a, const Flag& b) {
        return CommonStart(a.name, name) < CommonStart(b.name, name);
      });
  return CommonStart(nearest->name, name) < kFewest
             ? ""
             : absl::StrCat(", did you mean --", nearest->name, "?");
}

absl::Status NoFlag(absl::string_view word) {
  return absl::InvalidArgumentError(absl::StrCat("there is no flag ", absl::CHexEscape(word),
                                                 DidYouMean(word), " (signetd --help)"));
}

absl::Status NoValue(const Flag& flag) {
  return absl::InvalidArgumentError(
      absl::StrCat("--", flag.name, " needs a value (signetd --help)"));
}

// One word after the other.
class Words {
 public:
  explicit Words(absl::Span<const absl::string_view> words) : left_(words) {}

  bool empty() const { return left_.empty(); }
  absl::string_view Take() {
    const absl::string_view word = left_.front();
    left_.remove_prefix(1);
    return word;
  }
  bool NextIsFlag() const { return !empty() && absl::StartsWith(left_.front(), "--"); }

 private:
  absl::Span<const absl::string_view> left_;
};

absl::Status SetChoice(const Flag& flag, bool has_value, absl::string_view value,
                       DaemonOptions* options) {
  if (has_value && value != "true" && value != "false") {
    return absl::InvalidArgumentError(
        absl::StrCat("--", flag.name, " is given the value ", absl::CHexEscape(value),
                     ", allowed is none, true or false (signetd --help)"));
  }
  if (flag.choice != nullptr) {
    options->*flag.choice = value != "false";
  }
  return absl::OkStatus();
}

// A word that begins with '-'.
absl::Status TakeFlag(absl::string_view word, Words* rest, CommandLine* line) {
  const size_t end = std::min(word.find('='), word.size());
  const bool has_value = end < word.size();
  absl::string_view name = word.substr(0, end);
  absl::string_view value = has_value ? word.substr(end + 1) : "";
  const Flag* const flag = absl::ConsumePrefix(&name, "--") ? FindFlag(name) : nullptr;
  if (flag == nullptr) {
    return NoFlag(word.substr(0, end));
  }
  if (flag->text == nullptr) {
    if (flag->choice == nullptr) {
      line->action =
          flag->name == "help" ? CommandLine::Action::kShowHelp : CommandLine::Action::kShowVersion;
    }
    return SetChoice(*flag, has_value, value, &line->options);
  }
  if (!has_value && !rest->empty() && !rest->NextIsFlag()) {
    value = rest->Take();
  }
  if (value.empty()) {
    return NoValue(*flag);
  }
  line->options.*flag->text = std::string(value);
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<CommandLine> ParseCommandLine(absl::Span<const absl::string_view> words) {
  CommandLine line;
  if (words.size() == 1 && (words[0] == "-h" || words[0] == "help")) {
    line.action = CommandLine::Action::kShowHelp;
    return line;
  }
  Words rest(words);
  bool are_flags = true;
  while (!rest.empty() && line.action == CommandLine::Action::kRun) {
    const absl::string_view word = rest.Take();
    if (are_flags && word == "--") {
      are_flags = false;
    } else if (are_flags && absl::StartsWith(word, "-")) {
      SIGNET_RETURN_IF_ERROR(TakeFlag(word, &rest, &line));
    } else {
      line.options.arguments.emplace_back(word);
    }
  }
  return line;
}

}  // namespace signet
