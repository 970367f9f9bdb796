// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/digest/hmac_sha256_stream.h"

#include <string>

#include "gtest/gtest.h"
#include "server/digest/buffered.h"
#include "tests/server/digest/hash_cases.h"

namespace signet {
namespace {

Buffered<HmacSha256Stream> Keyed(absl::string_view key) {
  return Buffered<HmacSha256Stream>(HmacSha256Stream(MakeHmacSha256Key(key)));
}

// From RFC 4231 section 4.3.
TEST(HmacSha256StreamTest, StandardResultByteByByte) {
  auto hmac = Keyed("Jefe");
  for (const char byte : absl::string_view("what do ya want for nothing?")) {
    hmac.Update(static_cast<uint8_t>(byte));
  }

  EXPECT_EQ(FinishHex(&hmac), "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
}

// From RFC 4231 section 4.7.
TEST(HmacSha256StreamTest, StandardResultOfALongKey) {
  auto hmac = Keyed(std::string(131, '\xaa'));
  hmac.Update("Test Using Larger Than Block-Size Key ");
  hmac.Update("- Hash Key First");

  EXPECT_EQ(FinishHex(&hmac), "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
}

TEST(HmacSha256StreamTest, ResetKeepsTheKey) {
  auto hmac = Keyed("Jefe");
  hmac.Update("another message");
  hmac.Finish();

  hmac.Reset();
  hmac.Update("what do ya want for nothing?");

  EXPECT_EQ(FinishHex(&hmac), "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
}

}  // namespace
}  // namespace signet
