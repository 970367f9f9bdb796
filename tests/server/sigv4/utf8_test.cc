// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/sigv4/utf8.h"

#include <vector>

#include "gtest/gtest.h"

namespace signet {
namespace {

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

// RFC 3629 sections 3 and 4.
TEST(TakeUtf8Test, RefusesWhatIsNotUtf8AndLeavesTheText) {
  for (const absl::string_view bad :
       {"\x80",
        "\xbf"
        "a",
        "\xc0\x80", "\xc1\xbf", "\xc3",
        "\xc3"
        "a",
        "\xe0\x9f\xbf", "\xe2\x82", "\xed\xa0\x80", "\xed\xbf\xbf", "\xf0\x8f\xbf\xbf",
        "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff"}) {
    absl::string_view text = bad;
    EXPECT_FALSE(TakeUtf8(&text).has_value());
    EXPECT_EQ(text, bad);
    EXPECT_FALSE(IsUtf8(bad));
  }
  EXPECT_TRUE(IsUtf8(""));
  EXPECT_TRUE(IsUtf8("a\xc3\xa9"));
  EXPECT_FALSE(IsUtf8("a\xc3\xa9\xc3"));
}

}  // namespace
}  // namespace signet
