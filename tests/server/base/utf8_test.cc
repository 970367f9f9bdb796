// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/base/utf8.h"

#include <string>

#include "gtest/gtest.h"

namespace signet {
namespace {

// Boundaries from the table of RFC 3629 section 4.
TEST(Utf8Test, AcceptsTheEndsOfEveryRange) {
  for (const char* const text :
       {"", "a", "\x7f", "\xc2\x80", "\xdf\xbf", "\xe0\xa0\x80", "\xed\x9f\xbf", "\xee\x80\x80",
        "\xef\xbf\xbf", "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf"}) {
    EXPECT_EQ(ValidUtf8Prefix(text), std::string(text).size()) << text;
  }
  EXPECT_EQ(ValidUtf8Prefix(absl::string_view("\0a", 2)), 2u);
}

TEST(Utf8Test, StopsBeforeWhatIsNotUtf8) {
  for (const char* const text :
       {"\x80", "\xc0\x80", "\xc1\xbf", "\xc2", "\xc2z", "\xe0\x9f\xbf", "\xe2\x82", "\xed\xa0\x80",
        "\xed\xbf\xbf", "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff"}) {
    EXPECT_EQ(ValidUtf8Prefix(std::string("ab") + text), 2u) << text;
  }
}

}  // namespace
}  // namespace signet
