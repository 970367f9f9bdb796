// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/digest/sha1.h"

#include <string>

#include "gtest/gtest.h"
#include "server/digest/hex.h"

namespace signet {
namespace {

// From FIPS 180-2 appendix A.
TEST(Sha1Test, StandardResults) {
  EXPECT_EQ(ToHex(Sha1Of("abc")), "a9993e364706816aba3e25717850c26c9cd0d89d");
  EXPECT_EQ(ToHex(Sha1Of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")),
            "84983e441c3bd26ebaae4aa1f95129e5e54670f1");
  EXPECT_EQ(ToHex(Sha1Of(std::string(1000000, 'a'))), "34aa973cd4c4daa4f61eeb2bdbad27316534016f");
}

TEST(Sha1Test, ResetAfterFinishBeginsAnew) {
  Sha1 hash;
  hash.Update("anything");
  hash.Finish();

  hash.Reset();
  hash.Update("abc");

  EXPECT_EQ(ToHex(hash.Finish()), "a9993e364706816aba3e25717850c26c9cd0d89d");
}

}  // namespace
}  // namespace signet
