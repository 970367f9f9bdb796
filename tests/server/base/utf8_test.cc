// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/base/utf8.h"

#include <optional>
#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace signet {
namespace {

// Boundaries from the table of RFC 3629 section 4.
TEST(Utf8Test, AcceptsTheEndsOfEveryRange) {
  for (const char* const text :
       {"", "a", "\x7f", "\xc2\x80", "\xdf\xbf", "\xe0\xa0\x80", "\xed\x9f\xbf", "\xee\x80\x80",
        "\xef\xbf\xbf", "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf"}) {
    EXPECT_EQ(ValidUtf8Prefix(text), std::string(text).size()) << text;
    EXPECT_TRUE(IsUtf8(text)) << text;
  }
  EXPECT_EQ(ValidUtf8Prefix(absl::string_view("\0a", 2)), 2u);
}

TEST(Utf8Test, StopsBeforeWhatIsNotUtf8) {
  for (const char* const text :
       {"\x80", "\xc0\x80", "\xc1\xbf", "\xc2", "\xc2z", "\xe0\x9f\xbf", "\xe2\x82", "\xed\xa0\x80",
        "\xed\xbf\xbf", "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff"}) {
    EXPECT_EQ(ValidUtf8Prefix(std::string("ab") + text), 2u) << text;
    EXPECT_FALSE(IsUtf8(text)) << text;
    absl::string_view rest = text;
    EXPECT_FALSE(TakeUtf8(&rest).has_value()) << text;
    EXPECT_EQ(rest, text);
  }
}

TEST(TakeUtf8Test, TakesTheBordersOfEachLength) {
  absl::string_view text(
      "a\x7f\xc2\x80\xdf\xbf\xe0\xa0\x80\xed\x9f\xbf\xee\x80\x80\xef\xbf\xbf\xf0\x90\x80\x80"
      "\xf4\x8f\xbf\xbf");
  std::vector<uint32_t> code_points;
  while (!text.empty()) {
    const std::optional<uint32_t> code_point = TakeUtf8(&text);
    ASSERT_TRUE(code_point.has_value());
    code_points.push_back(*code_point);
  }
  EXPECT_EQ(code_points, (std::vector<uint32_t>{'a', 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xe000,
                                                0xffff, 0x10000, 0x10ffff}));
}

// Taking undoes appending, so both agree on every border.
TEST(AppendUtf8Test, SpellsWhatTakeUtf8Takes) {
  for (const uint32_t code_point :
       {0x01u, 0x7fu, 0x80u, 0x7ffu, 0x800u, 0xd7ffu, 0xe000u, 0xffffu, 0x10000u, 0x10ffffu}) {
    std::string text;
    AppendUtf8(code_point, &text);
    absl::string_view rest = text;
    EXPECT_EQ(TakeUtf8(&rest), code_point);
    EXPECT_EQ(rest, "");
  }
}

}  // namespace
}  // namespace signet
