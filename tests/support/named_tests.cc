// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/named_tests.h"

#include <algorithm>
#include <filesystem>
#include <regex>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "tests/support/source_tree.h"

namespace signet {
namespace {

namespace fs = std::filesystem;

}  // namespace

Sources ReadSources(const std::string& folder) {
  Sources sources;
  const fs::path root(SourceTree());
  for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
    const std::string path = entry.path().string();
    const std::string kind = entry.path().extension().string();
    if (entry.is_regular_file()) {
      sources[fs::relative(path, root).string()] =
          kind == ".cc" || kind == ".py" || kind == ".txt" ? ReadFileOrFail(path) : "";
    }
  }
  return sources;
}

NamedTests::NamedTests(Sources sources) : sources_(std::move(sources)) {
  static const std::regex gtest("TEST(_F|_P)?\\((\\w+),\\s*(\\w+)\\)");
  static const std::regex program("signet_test\\((\\w+)");
  for (const auto& [path, text] : sources_) {
    if (absl::EndsWith(path, ".cc")) {
      for (std::sregex_iterator it(text.begin(), text.end(), gtest); it != std::sregex_iterator();
           ++it) {
        names_.insert(absl::StrCat((*it)[2].str(), ".", (*it)[3].str()));
        names_.insert(absl::StrCat((*it)[2].str(), ".*"));
        if ((*it)[1] == "_P") {
          parameterized_.emplace((*it)[2], path);
        }
      }
    }
    if (absl::EndsWith(path, "CMakeLists.txt")) {
      for (std::sregex_iterator it(text.begin(), text.end(), program); it != std::sregex_iterator();
           ++it) {
        names_.insert((*it)[1]);
      }
    }
  }
}

NamedTests NamedTests::OfTree() {
  Sources sources = ReadSources("tests");
  sources.merge(ReadSources("bench"));
  return NamedTests(std::move(sources));
}

bool NamedTests::Has(const std::string& name) const {
  if (names_.count(name) > 0 || HasPath(name) || HasPath("tests/" + name)) {
    return true;
  }
  absl::string_view stage = name;
  if (absl::ConsumePrefix(&stage, "tests/hard/run ")) {
    return FileHas("tests/hard/stages.py", absl::StrCat("Stage(\"", stage, "\","));
  }
  const std::vector<std::string> python = absl::StrSplit(name, "::");
  if (python.size() == 2) {
    return FileHas("tests/" + python[0], absl::StrCat("def ", python[1], "("));
  }
  const std::pair<std::string, absl::string_view> gtest =
      absl::StrSplit(name, absl::MaxSplits('.', 1));
  return HasParameter(gtest.first, gtest.second);
}

bool NamedTests::HasParameter(const std::string& suite, absl::string_view name) const {
  const auto [begin, end] = parameterized_.equal_range(suite);
  return absl::ConsumeSuffix(&name, "*") &&
         std::any_of(begin, end, [this, name](const auto& entry) {
           return FileHas(entry.second, absl::StrCat("\"", name));
         });
}

bool NamedTests::HasPath(const std::string& path) const {
  const std::string folder = path + "/";
  const auto below = sources_.lower_bound(folder);
  return sources_.count(path) > 0 ||
         (below != sources_.end() && absl::StartsWith(below->first, folder));
}

bool NamedTests::FileHas(const std::string& path, const std::string& text) const {
  const auto at = sources_.find(path);
  return at != sources_.end() && absl::StrContains(at->second, text);
}

std::vector<std::string> TableCells(absl::string_view line) {
  if (!absl::ConsumePrefix(&line, "| ") || !absl::ConsumeSuffix(&line, " |")) {
    return {};
  }
  return absl::StrSplit(line, " | ");
}

std::vector<std::string> Quoted(absl::string_view cell) {
  const std::vector<std::string> parts = absl::StrSplit(cell, '`');
  std::vector<std::string> quoted;
  for (size_t i = 1; i < parts.size(); i += 2) {
    quoted.push_back(parts[i]);
  }
  return quoted;
}

}  // namespace signet
