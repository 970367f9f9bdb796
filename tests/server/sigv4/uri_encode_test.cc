// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/sigv4/canonical_request.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

TEST(UriEncodeTest, KeepsTheUnreservedCharacters) {
  constexpr char kUnreserved[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
  EXPECT_EQ(UriEncode(kUnreserved), kUnreserved);
}

// RFC 3986 section 2.2.
TEST(UriEncodeTest, EncodesTheReservedCharacters) {
  EXPECT_EQ(UriEncode(":/?#[]@!$&'()*+,;="),
            "%3A%2F%3F%23%5B%5D%40%21%24%26%27%28%29%2A%2B%2C%3B%3D");
}

TEST(UriEncodeTest, EncodesByteByByteInUpperCase) {
  EXPECT_EQ(UriEncode("ሴ \x7f"), "%E1%88%B4%20%7F");
  EXPECT_EQ(UriEncode(absl::string_view("\0\xff", 2)), "%00%FF");
}

TEST(UriDecodeTest, UndoesEscapesInEitherCase) {
  ASSERT_OK_AND_ASSIGN(const std::string decoded, UriDecode("a%2Fb%2fc%E1%88%B4"));
  EXPECT_EQ(decoded, "a/b/cሴ");
}

TEST(UriDecodeTest, DecodesOnce) {
  ASSERT_OK_AND_ASSIGN(const std::string decoded, UriDecode("%252F"));
  EXPECT_EQ(decoded, "%2F");
}

TEST(UriDecodeTest, LeavesPlusAlone) {
  ASSERT_OK_AND_ASSIGN(const std::string decoded, UriDecode("a+b%2B"));
  EXPECT_EQ(decoded, "a+b+");
}

// Every byte survives, but for those that no valid text holds.
TEST(UriDecodeTest, UndoesUriEncode) {
  std::string text;
  for (int c = 1; c < 128; ++c) {
    text.push_back(static_cast<char>(c));
  }
  text += "ü中𝄞";
  ASSERT_OK_AND_ASSIGN(const std::string decoded, UriDecode(UriEncode(text)));
  EXPECT_EQ(decoded, text);
}

TEST(UriDecodeTest, RefusesRawNul) {
  EXPECT_THAT(UriDecode(absl::string_view("a\0b", 3)), FailsWith(Reason::kInvalidUrl, "url"));
}

class UriDecodeRefusalTest : public ::testing::TestWithParam<const char*> {};

TEST_P(UriDecodeRefusalTest, IsRefused) {
  EXPECT_THAT(UriDecode(GetParam()), FailsWith(Reason::kInvalidUrl, "url"));
}

INSTANTIATE_TEST_SUITE_P(BrokenEscapes, UriDecodeRefusalTest,
                         ::testing::Values("%", "a%", "%2", "a%2", "%zz", "%2g", "%%41", "%-1",
                                           "% 2", "%0x41"));

INSTANTIATE_TEST_SUITE_P(Nul, UriDecodeRefusalTest, ::testing::Values("%00", "a%00b"));

// RFC 3629: overlong '/' and NUL, a surrogate, beyond U+10FFFF, cut short, a
// stray continuation byte.
INSTANTIATE_TEST_SUITE_P(NotUtf8, UriDecodeRefusalTest,
                         ::testing::Values("%C0%AF", "%C0%80", "%E0%80%AF", "%F0%80%80%AF",
                                           "%ED%A0%80", "%F4%90%80%80", "%E1%88", "%80", "%FF",
                                           "%E1%88A", "\xff"));

}  // namespace
}  // namespace signet
