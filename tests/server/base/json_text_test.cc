// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/base/json_text.h"

#include "gtest/gtest.h"

namespace signet {
namespace {

std::string Json(absl::string_view text) {
  std::string out;
  AppendJsonString(text, &out);
  return out;
}

// Forms by RFC 8259 section 7.
TEST(JsonTextTest, EscapesQuotesBackslashesAndControls) {
  EXPECT_EQ(Json("plain /path?x=1"), R"("plain /path?x=1")");
  EXPECT_EQ(Json("a\"b\\c"), R"("a\"b\\c")");
  EXPECT_EQ(Json("a\nb\rc\td"), R"("a\nb\u000dc\u0009d")");
  EXPECT_EQ(Json(absl::string_view("a\0b", 3)), R"("a\u0000b")");
  EXPECT_EQ(Json("\x1b[31m\x7f"), R"("\u001b[31m\u007f")");
}

TEST(JsonTextTest, KeepsUnicodeButNotWhatSteersATerminal) {
  EXPECT_EQ(Json("gr\u00fc\u00dfe \u20ac \U0001F511"), "\"gr\u00fc\u00dfe \u20ac \U0001F511\"");
  // U+009B (CSI), U+2028 (line separator), U+202E (right-to-left override).
  EXPECT_EQ(Json("\xc2\x9b"), R"("\u009b")");
  EXPECT_EQ(Json("\xe2\x80\xa8"), R"("\u2028")");
  EXPECT_EQ(Json("\xe2\x80\xae"), R"("\u202e")");
}

// RFC 3629 section 3: no overlong forms, no surrogates, nothing above U+10FFFF.
TEST(JsonTextTest, ReplacesEachByteThatIsNotUtf8) {
  EXPECT_EQ(Json("\xff"), R"("\ufffd")");
  EXPECT_EQ(Json("a\xc0\xaf"), R"("a\ufffd\ufffd")");
  EXPECT_EQ(Json("\xe2\x82"), R"("\ufffd\ufffd")");
  EXPECT_EQ(Json("\xe2\x82z"), R"("\ufffd\ufffdz")");
  EXPECT_EQ(Json("\xed\xa0\x80"), R"("\ufffd\ufffd\ufffd")");
  EXPECT_EQ(Json("\xf4\x90\x80\x80"), R"("\ufffd\ufffd\ufffd\ufffd")");
  EXPECT_EQ(Json("\xe0\x80\x80"), R"("\ufffd\ufffd\ufffd")");
}

TEST(JsonTextTest, TruncationNeverCutsASequence) {
  EXPECT_EQ(TruncateUtf8("abc", 3), "abc");
  EXPECT_EQ(TruncateUtf8("abcd", 3), "abc");
  EXPECT_EQ(TruncateUtf8("ab\u20ac", 5), "ab\u20ac");
  EXPECT_EQ(TruncateUtf8("ab\u20ac", 4), "ab");
  EXPECT_EQ(TruncateUtf8("ab\u20ac", 3), "ab");
  EXPECT_EQ(TruncateUtf8("ab\u20ac", 2), "ab");
  EXPECT_EQ(TruncateUtf8("", 0), "");
}

}  // namespace
}  // namespace signet
