// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/credentials/ini.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "server/base/status_macros.h"

namespace signet {
namespace {

constexpr size_t kMaxBytes = size_t{4} << 20;
constexpr absl::string_view kByteOrderMark = "\xef\xbb\xbf";

bool IsBlank(char c) { return c == ' ' || c == '\t'; }
bool IsComment(char c) { return c == '#' || c == ';'; }

// `text` up to the first '#' or ';' that follows a blank.
absl::string_view WithoutComment(absl::string_view text) {
  for (size_t i = 1; i < text.size(); ++i) {
    if (IsComment(text[i]) && IsBlank(text[i - 1])) {
      return text.substr(0, i);
    }
  }
  return text;
}

std::string WithSingleBlanks(absl::string_view text) {
  std::string result(absl::StripAsciiWhitespace(text));
  std::replace(result.begin(), result.end(), '\t', ' ');
  result.erase(std::unique(result.begin(), result.end(),
                           [](char a, char b) { return a == ' ' && b == ' '; }),
               result.end());
  return result;
}

// Reads line by line; what it has so far is in `sections`.
class IniReader {
 public:
  IniReader(absl::string_view name, std::vector<IniSection>* sections)
      : name_(name), sections_(*sections) {}

  absl::Status ReadLine(absl::string_view line, int number) {
    mark_ = {number, 1};
    absl::ConsumeSuffix(&line, "\r");
    const absl::string_view text = absl::StripAsciiWhitespace(line);
    if (text.empty() || IsComment(text.front())) {
      return absl::OkStatus();
    }
    if (IsBlank(line.front())) {
      mark_.column = static_cast<int>(text.data() - line.data()) + 1;
      return sections_.empty() || sections_.back().properties.empty()
                 ? Error("an indented line that no property precedes")
                 : absl::OkStatus();
    }
    return text.front() == '[' ? ReadSection(text) : ReadProperty(text);
  }

 private:
  absl::Status ReadSection(absl::string_view text) {
    const size_t end = text.find(']');
    if (end == absl::string_view::npos) {
      return Error("']' is missing");
    }
    const absl::string_view rest = absl::StripAsciiWhitespace(text.substr(end + 1));
    if (!rest.empty() && !IsComment(rest.front())) {
      return Error("more follows the section's name");
    }
    IniSection section;
    section.name = WithSingleBlanks(text.substr(1, end - 1));
    section.mark = mark_;
    if (section.name.empty()) {
      return Error("the section's name is empty");
    }
    for (const IniSection& other : sections_) {
      if (other.name == section.name) {
        return Error(absl::StrCat("this section is there twice, first in line ", other.mark.line));
      }
    }
    sections_.push_back(std::move(section));
    return absl::OkStatus();
  }

  absl::Status ReadProperty(absl::string_view text) {
    const size_t equals = text.find('=');
    if (equals == absl::string_view::npos) {
      return Error("neither a [section] nor a key = value");
    }
    if (sections_.empty()) {
      return Error("a property that no [section] precedes");
    }
    IniProperty property;
    property.key = absl::AsciiStrToLower(absl::StripAsciiWhitespace(text.substr(0, equals)));
    property.value = Secret(absl::StripAsciiWhitespace(WithoutComment(text.substr(equals + 1))));
    property.mark = mark_;
    if (property.key.empty()) {
      return Error("the key before '=' is missing");
    }
    if (const IniProperty* const other = sections_.back().Find(property.key)) {
      return Error(absl::StrCat("this key is there twice, first in line ", other->mark.line));
    }
    sections_.back().properties.push_back(std::move(property));
    return absl::OkStatus();
  }

  absl::Status Error(absl::string_view message) const {
    return DocumentError(name_, mark_, message);
  }

  const absl::string_view name_;
  std::vector<IniSection>& sections_;
  TextMark mark_;
};

}  // namespace

const IniProperty* IniSection::Find(absl::string_view key) const {
  for (const IniProperty& property : properties) {
    if (property.key == key) {
      return &property;
    }
  }
  return nullptr;
}

absl::StatusOr<std::vector<IniSection>> ParseIni(absl::string_view name, absl::string_view text) {
  if (text.size() > kMaxBytes) {
    return DocumentError(name, TextMark(),
                         absl::StrCat("is ", text.size(), " bytes, allowed are ", kMaxBytes));
  }
  absl::ConsumePrefix(&text, kByteOrderMark);
  std::vector<IniSection> sections;
  IniReader reader(name, &sections);
  for (int number = 1; !text.empty(); ++number) {
    const size_t end = std::min(text.find('\n'), text.size());
    SIGNET_RETURN_IF_ERROR(reader.ReadLine(text.substr(0, end), number));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return sections;
}

bool LooksLikeIni(absl::string_view text) {
  bool has_begun = false;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    line = absl::StripAsciiWhitespace(line);
    if (line.empty() || line[0] == '#' || line[0] == ';') {
      continue;
    }
    const bool is_section = line[0] == '[' && absl::StrContains(line, ']');
    if (!has_begun && !is_section && !absl::StartsWith(line, "aws_")) {
      return false;
    }
    has_begun = true;
    const absl::string_view key = line.substr(0, line.find('='));
    if (!is_section && key.size() < line.size() && key.find_first_of(":{[\"'") == key.npos) {
      return true;
    }
  }
  return false;
}

}  // namespace signet
