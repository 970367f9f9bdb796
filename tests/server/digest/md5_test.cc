// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/digest/md5.h"

#include <string>

#include "gtest/gtest.h"
#include "server/digest/hex.h"

namespace signet {
namespace {

// From RFC 1321 section A.5.
TEST(Md5Test, StandardResults) {
  EXPECT_EQ(ToHex(Md5Of("")), "d41d8cd98f00b204e9800998ecf8427e");
  EXPECT_EQ(ToHex(Md5Of("a")), "0cc175b9c0f1b6a831c399e269772661");
  EXPECT_EQ(ToHex(Md5Of("abc")), "900150983cd24fb0d6963f7d28e17f72");
  EXPECT_EQ(ToHex(Md5Of("message digest")), "f96b697d7cb7938d525a2f31aaf161d0");
  EXPECT_EQ(ToHex(Md5Of("abcdefghijklmnopqrstuvwxyz")), "c3fcd3d76192e4007dfb496cca67e13b");
  EXPECT_EQ(ToHex(Md5Of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")),
            "d174ab98d277d9f5a5611c2c9f419d9f");
  EXPECT_EQ(ToHex(Md5Of("1234567890123456789012345678901234567890"
                        "1234567890123456789012345678901234567890")),
            "57edf4a22be3c955ac49da2e2107b67a");
}

TEST(Md5Test, ResetAfterFinishBeginsAnew) {
  Md5 hash;
  hash.Update("abc");
  hash.Finish();

  hash.Reset();

  EXPECT_EQ(ToHex(hash.Finish()), "d41d8cd98f00b204e9800998ecf8427e");
}

}  // namespace
}  // namespace signet
