// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/digest/hmac_sha256.h"

#include <algorithm>
#include <string>

#include "gtest/gtest.h"
#include "server/digest/hex.h"

namespace signet {
namespace {

std::string Hmac(absl::string_view key, absl::string_view message) {
  return ToHex(HmacSha256(MakeHmacSha256Key(key), message));
}

// From RFC 4231 sections 4.2, 4.3, 4.7 and 4.8.
TEST(HmacSha256Test, StandardResults) {
  EXPECT_EQ(Hmac(std::string(20, '\x0b'), "Hi There"),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
  EXPECT_EQ(Hmac("Jefe", "what do ya want for nothing?"),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  EXPECT_EQ(
      Hmac(std::string(131, '\xaa'), "Test Using Larger Than Block-Size Key - Hash Key First"),
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
  EXPECT_EQ(Hmac(std::string(131, '\xaa'),
                 "This is a test using a larger than block-size key and a larger than block-size "
                 "data. The key needs to be hashed before being used by the HMAC algorithm."),
            "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2");
}

TEST(HmacSha256Test, KeyIsReusable) {
  const HmacSha256Key key = MakeHmacSha256Key(absl::string_view("Jefe"));

  EXPECT_EQ(HmacSha256(key, "a"), HmacSha256(key, "a"));
  EXPECT_NE(HmacSha256(key, "a"), HmacSha256(key, "b"));
}

TEST(HmacSha256Test, WipeLeavesZeros) {
  HmacSha256Key key = MakeHmacSha256Key(absl::string_view("Jefe"));

  Wipe(&key);

  const auto* const bytes = reinterpret_cast<const unsigned char*>(&key);
  EXPECT_TRUE(std::all_of(bytes, bytes + sizeof(key), [](unsigned char b) { return b == 0; }));
}

}  // namespace
}  // namespace signet
