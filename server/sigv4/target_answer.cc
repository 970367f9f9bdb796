// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "server/base/error.h"
#include "server/base/utf8.h"
#include "server/sigv4/explain.h"

namespace signet {
namespace {

constexpr size_t kMaxAnswerBytes = size_t{256} * 1024;

// What S3 sends in its 403 document.
constexpr absl::string_view kElementStart = "<CanonicalRequest>";
constexpr absl::string_view kElementEnd = "</CanonicalRequest>";

// What the query and JSON protocols say in their message, with a quoted text
// and an empty line after it.
constexpr absl::string_view kSentence = "The Canonical String for this request should have been";
constexpr absl::string_view kNextSentence = "The String-to-Sign should have been";

// The text between the two marks; `end` absent takes the rest.
std::optional<absl::string_view> Between(absl::string_view text, absl::string_view begin,
                                         absl::string_view end) {
  const size_t start = text.find(begin);
  if (start == absl::string_view::npos) {
    return std::nullopt;
  }
  text.remove_prefix(start + begin.size());
  return text.substr(0, text.find(end));
}

// Leaves out what is no character: NUL, surrogates, numbers beyond Unicode.
void AppendCharacter(uint32_t code_point, std::string* out) {
  const bool is_surrogate = code_point >= 0xd800 && code_point < 0xe000;
  if (code_point != 0 && code_point <= 0x10ffff && !is_surrogate) {
    AppendUtf8(code_point, out);
  }
}

// The character that the inside of "&...;" names; nothing for an unknown one.
std::optional<uint32_t> EntityValue(absl::string_view entity) {
  constexpr struct {
    absl::string_view name;
    char character;
  } kNamed[] = {{"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}};
  for (const auto& named : kNamed) {
    if (entity == named.name) {
      return static_cast<uint32_t>(named.character);
    }
  }
  uint32_t value = 0;
  if (absl::ConsumePrefix(&entity, "#x")) {
    return absl::SimpleHexAtoi(entity, &value) ? std::optional<uint32_t>(value) : std::nullopt;
  }
  if (absl::ConsumePrefix(&entity, "#")) {
    return absl::SimpleAtoi(entity, &value) ? std::optional<uint32_t>(value) : std::nullopt;
  }
  return std::nullopt;
}

std::string UndoXmlEntities(absl::string_view text) {
  constexpr size_t kMaxEntityBytes = 10;
  std::string out;
  while (!text.empty()) {
    const size_t ampersand = text.find('&');
    absl::StrAppend(&out, text.substr(0, ampersand));
    if (ampersand == absl::string_view::npos) {
      break;
    }
    text.remove_prefix(ampersand + 1);
    const size_t end = text.substr(0, kMaxEntityBytes).find(';');
    const std::optional<uint32_t> value =
        end == absl::string_view::npos ? std::nullopt : EntityValue(text.substr(0, end));
    if (!value.has_value()) {
      out.push_back('&');
      continue;
    }
    AppendCharacter(*value, &out);
    text.remove_prefix(end + 1);
  }
  return out;
}

std::string UndoJsonEscapes(absl::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    uint32_t code_point = 0;
    if (text[i] != '\\' || i + 1 == text.size()) {
      out.push_back(text[i]);
    } else if (text[++i] == 'n') {
      out.push_back('\n');
    } else if (text[i] == 't') {
      out.push_back('\t');
    } else if (text[i] == 'u' && absl::SimpleHexAtoi(text.substr(i + 1, 4), &code_point)) {
      AppendCharacter(code_point, &out);
      i += 4;
    } else {
      out.push_back(text[i]);
    }
  }
  return out;
}

// The quoted text after kSentence.
std::string FromSentence(absl::string_view text) {
  std::string out(text);
  if (!absl::StrContains(out, '\n')) {
    out = UndoJsonEscapes(out);
  } else {
    out = UndoXmlEntities(out);
  }
  absl::string_view trimmed = absl::StripAsciiWhitespace(out);
  if (absl::ConsumePrefix(&trimmed, "'")) {
    absl::ConsumeSuffix(&trimmed, "'");
  }
  return std::string(trimmed);
}

// A method, a path, a query, headers, an empty line, names and a hash.
bool LooksCanonical(absl::string_view text) {
  const std::vector<absl::string_view> lines = absl::StrSplit(text, '\n');
  if (lines.size() < 7 || !absl::StartsWith(lines[1], "/") || lines[0].empty()) {
    return false;
  }
  for (const char c : lines[0]) {
    if (!absl::ascii_isalpha(static_cast<unsigned char>(c)) && c != '-') {
      return false;
    }
  }
  return lines[lines.size() - 3].empty() && !lines.back().empty();
}

}  // namespace

absl::StatusOr<std::string> ExtractCanonicalRequest(absl::string_view answer) {
  constexpr absl::string_view kField = "target_canonical_request";
  if (answer.size() > kMaxAnswerBytes) {
    return InvalidField(
        Reason::kLimitExceeded, kField,
        absl::StrCat("answer has ", answer.size(), " bytes, allowed are ", kMaxAnswerBytes));
  }
  const std::string text = absl::StrReplaceAll(answer, {{"\r\n", "\n"}});
  std::string found;
  if (const auto element = Between(text, kElementStart, kElementEnd); element.has_value()) {
    found = UndoXmlEntities(*element);
  } else if (const auto sentence = Between(text, kSentence, kNextSentence); sentence.has_value()) {
    found = FromSentence(*sentence);
  } else {
    found = text;
  }
  while (absl::EndsWith(found, "\n")) {
    found.pop_back();
  }
  if (!LooksCanonical(found)) {
    return InvalidField(Reason::kInvalidSignature, kField,
                        "no canonical request in the answer; send the text of <CanonicalRequest> "
                        "or the whole document of the 403 answer");
  }
  return found;
}

}  // namespace signet
