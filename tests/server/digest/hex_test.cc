// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/digest/hex.h"

#include <array>
#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace signet {
namespace {

TEST(HexTest, RoundTripsInEitherCase) {
  const std::array<uint8_t, 3> bytes = {0x00, 0xab, 0xff};
  std::array<uint8_t, 3> parsed = {};

  EXPECT_EQ(ToHex(bytes), "00abff");
  EXPECT_TRUE(FromHex("00ABff", absl::MakeSpan(parsed)));
  EXPECT_EQ(parsed, bytes);
}

// Sixteen bytes and more take another way than the rest.
TEST(HexTest, LongTextsAreTheHexOfEachByte) {
  std::vector<uint8_t> bytes;
  std::string expected;
  for (int byte = 0; byte < 256; ++byte) {
    bytes.push_back(static_cast<uint8_t>(byte));
    expected += ToHex(absl::MakeConstSpan(bytes).subspan(bytes.size() - 1));
    EXPECT_EQ(ToHex(bytes), expected);
  }
  EXPECT_EQ(expected.substr(0, 36), "000102030405060708090a0b0c0d0e0f1011");
  EXPECT_EQ(expected.substr(2 * 0x9f, 6), "9fa0a1");
}

TEST(HexTest, RefusesOtherLengthsAndCharacters) {
  std::array<uint8_t, 2> out = {1, 2};
  for (const char* const text : {"", "abc", "abcde", "abcg", "ab c", "0x12"}) {
    EXPECT_FALSE(FromHex(text, absl::MakeSpan(out))) << text;
  }
  EXPECT_EQ(out, (std::array<uint8_t, 2>{1, 2}));
}

TEST(HexTest, Sha256HexIsLowerCaseAndOf64Digits) {
  EXPECT_TRUE(IsSha256Hex(std::string(64, 'a')));
  EXPECT_FALSE(IsSha256Hex(std::string(64, 'A')));
  EXPECT_FALSE(IsSha256Hex(std::string(63, 'a')));
  EXPECT_FALSE(IsSha256Hex(std::string(64, 'g')));
}

}  // namespace
}  // namespace signet
