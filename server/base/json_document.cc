// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include <string>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/ascii.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "server/base/document.h"
#include "server/base/document_builder.h"
#include "server/base/secret.h"
#include "server/base/status_macros.h"
#include "server/base/utf8.h"

namespace signet {
namespace {

bool IsHighSurrogate(uint32_t code) { return code >= 0xd800 && code < 0xdc00; }
bool IsLowSurrogate(uint32_t code) { return code >= 0xdc00 && code < 0xe000; }

// Reads RFC 8259 by recursive descent; the builder's depth limit bounds the
// recursion. Each function leaves the position behind what it read and returns
// false after the first error.
class JsonReader {
 public:
  JsonReader(absl::string_view text, DocumentBuilder* builder) : text_(text), builder_(*builder) {}

  void Read() {
    SkipSpace();
    if (!ReadValue()) {
      return;
    }
    SkipSpace();
    if (position_ != text_.size()) {
      Fail("more follows the end of the document");
    }
  }

 private:
  bool ReadValue() {
    switch (Peek()) {
      case '{':
        return ReadMap();
      case '[':
        return ReadList();
      case '"':
        return ReadString();
      default:
        return ReadLiteral();
    }
  }

  bool ReadMap() {
    builder_.Begin(DocumentNode::Kind::kMap, Mark());
    Take();
    SkipSpace();
    if (builder_.ok() && Peek() == '}') {
      return TakeEnd();
    }
    while (builder_.ok()) {
      if (Peek() != '"') {
        return Fail("a key in double quotes is missing");
      }
      if (!ReadString()) {
        return false;
      }
      SkipSpace();
      if (Peek() != ':') {
        return Fail("':' is missing after a key");
      }
      Take();
      SkipSpace();
      if (!ReadValue()) {
        return false;
      }
      SkipSpace();
      if (Peek() == '}') {
        return TakeEnd();
      }
      if (Peek() != ',') {
        return Fail("',' or '}' is missing");
      }
      Take();
      SkipSpace();
    }
    return false;
  }

  bool ReadList() {
    builder_.Begin(DocumentNode::Kind::kList, Mark());
    Take();
    SkipSpace();
    if (builder_.ok() && Peek() == ']') {
      return TakeEnd();
    }
    while (builder_.ok()) {
      if (!ReadValue()) {
        return false;
      }
      SkipSpace();
      if (Peek() == ']') {
        return TakeEnd();
      }
      if (Peek() != ',') {
        return Fail("',' or ']' is missing");
      }
      Take();
      SkipSpace();
    }
    return false;
  }

  bool TakeEnd() {
    Take();
    builder_.End();
    return builder_.ok();
  }

  // A number, true, false or null.
  bool ReadLiteral() {
    const TextMark mark = Mark();
    const size_t begin = position_;
    while (absl::ascii_isalnum(static_cast<unsigned char>(Peek())) || Peek() == '-' ||
           Peek() == '+' || Peek() == '.') {
      Take();
    }
    const absl::string_view literal = text_.substr(begin, position_ - begin);
    if (literal == "null") {
      builder_.Null(mark);
    } else if (literal == "true" || literal == "false" || IsNumber(literal)) {
      builder_.Scalar(mark, literal, false);
    } else {
      builder_.Fail(mark, literal.empty() && position_ == text_.size()
                              ? "the file ends before the document does"
                              : "not a JSON value");
    }
    return builder_.ok();
  }

  // RFC 8259 section 6.
  static bool IsNumber(absl::string_view text) {
    absl::ConsumePrefix(&text, "-");
    if (!absl::ConsumePrefix(&text, "0") && !ConsumeDigits(&text)) {
      return false;
    }
    if (absl::ConsumePrefix(&text, ".") && !ConsumeDigits(&text)) {
      return false;
    }
    if (absl::ConsumePrefix(&text, "e") || absl::ConsumePrefix(&text, "E")) {
      if (!absl::ConsumePrefix(&text, "-")) {
        absl::ConsumePrefix(&text, "+");
      }
      return ConsumeDigits(&text) && text.empty();
    }
    return text.empty();
  }

  static bool ConsumeDigits(absl::string_view* text) {
    size_t count = 0;
    while (count < text->size() &&
           absl::ascii_isdigit(static_cast<unsigned char>((*text)[count]))) {
      ++count;
    }
    text->remove_prefix(count);
    return count > 0;
  }

  bool ReadString() {
    const TextMark mark = Mark();
    Take();
    // Room for all of it, so that growing leaves no copies of a secret behind.
    std::string value;
    const auto wiper = absl::MakeCleanup([&value] { Wipe(&value); });
    value.reserve(LongestStringSize());
    while (Peek() != '"') {
      if (position_ == text_.size()) {
        builder_.Fail(mark, "'\"' is missing at the end of a string");
        return false;
      }
      if (static_cast<unsigned char>(Peek()) < 0x20) {
        return Fail("a control character in a string, write it as \\u00xx");
      }
      if (Peek() == '\\') {
        if (!ReadEscape(&value)) {
          return false;
        }
      } else {
        value.push_back(Peek());
        Take();
      }
    }
    Take();
    builder_.Scalar(mark, value, true);
    return builder_.ok();
  }

  // An upper bound of the size of the string that begins here: up to the first
  // quote that no backslash precedes. An escape is longer than what it stands for.
  size_t LongestStringSize() const {
    size_t end = position_;
    while (end < text_.size() && text_[end] != '"') {
      end += text_[end] == '\\' ? 2 : 1;
    }
    return end - position_;
  }

  bool ReadEscape(std::string* value) {
    const TextMark mark = Mark();
    Take();
    static constexpr absl::string_view kNames = "\"\\/bfnrt";
    static constexpr absl::string_view kMeanings = "\"\\/\b\f\n\r\t";
    const size_t found = position_ < text_.size() ? kNames.find(Peek()) : absl::string_view::npos;
    if (found != absl::string_view::npos) {
      Take();
      value->push_back(kMeanings[found]);
      return true;
    }
    uint32_t code = 0;
    if (!ReadUnicode(&code)) {
      builder_.Fail(mark, "not an escape of JSON");
      return false;
    }
    if (IsHighSurrogate(code)) {
      uint32_t low = 0;
      if (Peek() != '\\' || (Take(), !ReadUnicode(&low)) || !IsLowSurrogate(low)) {
        builder_.Fail(mark, "half of a surrogate pair");
        return false;
      }
      code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    } else if (IsLowSurrogate(code)) {
      builder_.Fail(mark, "half of a surrogate pair");
      return false;
    }
    AppendUtf8(code, value);
    return true;
  }

  // "uXXXX", the position being behind the backslash.
  bool ReadUnicode(uint32_t* code) {
    if (Peek() != 'u') {
      return false;
    }
    Take();
    *code = 0;
    for (int i = 0; i < 4; ++i) {
      const char c = Peek();
      if (!absl::ascii_isxdigit(static_cast<unsigned char>(c))) {
        return false;
      }
      const int digit = absl::ascii_isdigit(static_cast<unsigned char>(c))
                            ? c - '0'
                            : absl::ascii_tolower(static_cast<unsigned char>(c)) - 'a' + 10;
      *code = *code * 16 + static_cast<uint32_t>(digit);
      Take();
    }
    return true;
  }

  void SkipSpace() {
    while (Peek() == ' ' || Peek() == '\t' || Peek() == '\n' || Peek() == '\r') {
      Take();
    }
  }

  // 0 at the end; a NUL in the text fails wherever it stands.
  char Peek() const { return position_ < text_.size() ? text_[position_] : '\0'; }

  void Take() {
    const char c = Peek();
    ++position_;
    if (c == '\n') {
      ++mark_.line;
      mark_.column = 1;
    } else {
      ++mark_.column;
    }
  }

  TextMark Mark() const { return mark_; }

  bool Fail(absl::string_view message) {
    builder_.Fail(mark_,
                  position_ >= text_.size() ? "the file ends before the document does" : message);
    return false;
  }

  const absl::string_view text_;
  DocumentBuilder& builder_;
  size_t position_ = 0;
  TextMark mark_;
};

}  // namespace

absl::StatusOr<Document> ParseJson(absl::string_view name, absl::string_view text,
                                   const DocumentLimits& limits) {
  SIGNET_RETURN_IF_ERROR(CheckDocumentText(name, text, limits));
  DocumentBuilder builder(name, limits);
  JsonReader(text, &builder).Read();
  return builder.Finish();
}

}  // namespace signet
