// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/digest/hex.h"

#include <array>
#include <string>

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
