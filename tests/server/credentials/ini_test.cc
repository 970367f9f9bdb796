// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/credentials/ini.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string ErrorOf(absl::string_view text) {
  return std::string(ParseIni("f", text).status().message());
}

TEST(IniTest, ReadsSectionsAndProperties) {
  ASSERT_OK_AND_ASSIGN(const std::vector<IniSection> sections,
                       ParseIni("f",
                                "\xef\xbb\xbf# comment\r\n"
                                "[default]\r\n"
                                "Key = value\r\n"
                                "\r\n"
                                "; comment\n"
                                "[ profile \t a-b ] # comment\n"
                                "key=a=b#c ; comment\n"
                                "empty =\n"
                                "nested =\n"
                                "  inner = 1\n"
                                "\tinner2 = 2\n"
                                "last = x"));
  ASSERT_EQ(sections.size(), 2u);
  EXPECT_EQ(sections[0].name, "default");
  EXPECT_EQ(sections[0].Find("key")->value.Reveal(), "value");
  EXPECT_EQ(sections[0].Find("key")->mark.line, 3);
  EXPECT_EQ(sections[1].name, "profile a-b");
  EXPECT_EQ(sections[1].mark.line, 6);
  EXPECT_EQ(sections[1].Find("key")->value.Reveal(), "a=b#c");
  EXPECT_EQ(sections[1].Find("empty")->value.Reveal(), "");
  EXPECT_EQ(sections[1].Find("inner"), nullptr);
  EXPECT_EQ(sections[1].Find("last")->value.Reveal(), "x");
}

TEST(IniTest, ReadsAnEmptyFile) { EXPECT_TRUE(ParseIni("f", "").value().empty()); }

TEST(IniTest, ErrorsNameThePlace) {
  EXPECT_EQ(ErrorOf("key = value"), "f:1:1: a property that no [section] precedes");
  EXPECT_EQ(ErrorOf("[a\n"), "f:1:1: ']' is missing");
  EXPECT_EQ(ErrorOf("[a] b\n"), "f:1:1: more follows the section's name");
  EXPECT_EQ(ErrorOf("\n[ ]\n"), "f:2:1: the section's name is empty");
  EXPECT_EQ(ErrorOf("[a]\nwhat\n"), "f:2:1: neither a [section] nor a key = value");
  EXPECT_EQ(ErrorOf("[a]\n= x\n"), "f:2:1: the key before '=' is missing");
  EXPECT_EQ(ErrorOf("[a]\n  x = 1\n"), "f:2:3: an indented line that no property precedes");
  EXPECT_EQ(ErrorOf("[a]\nx = 1\nX = 2\n"), "f:3:1: this key is there twice, first in line 2");
  EXPECT_EQ(ErrorOf("[a]\n[b]\n[a]\n"), "f:3:1: this section is there twice, first in line 1");
  EXPECT_EQ(ErrorOf(std::string((4 << 20) + 1, '\n')),
            "f:1:1: is 4194305 bytes, allowed are 4194304");
}

TEST(IniTest, ErrorsHoldNoValues) {
  for (const char* const text : {"topsecret", "[a]\ntopsecret\n", "topsecret = topsecret",
                                 "[a]\ntopsecret=1\ntopsecret=1\n", "[topsecret"}) {
    EXPECT_THAT(ErrorOf(text), Not(HasSubstr("topsecret")));
  }
}

}  // namespace
}  // namespace signet
