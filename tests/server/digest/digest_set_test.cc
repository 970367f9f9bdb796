// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/digest/digest_set.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "server/digest/hex.h"

namespace signet {
namespace {

std::string Hex(const DigestValue& value) { return ToHex(value.bytes()); }

TEST(DigestSetTest, NamesGoBothWays) {
  for (int i = 0; i < kDigestAlgorithms; ++i) {
    const auto algorithm = static_cast<DigestAlgorithm>(i);
    EXPECT_EQ(DigestAlgorithmFromName(DigestAlgorithmName(algorithm)), algorithm) << i;
  }
  EXPECT_EQ(DigestAlgorithmNames(), "sha256, sha1, md5, crc32, crc32c, crc64nvme");
  EXPECT_EQ(DigestAlgorithmFromName("SHA256"), std::nullopt);
  EXPECT_EQ(DigestAlgorithmFromName("sha512"), std::nullopt);
  EXPECT_EQ(DigestAlgorithmFromName(""), std::nullopt);
}

// "123456789" by sha256sum, sha1sum and md5sum of GNU coreutils; CRCs from the
// "Catalogue of parametrised CRC algorithms".
TEST(DigestSetTest, ComputesAllAtOnce) {
  DigestSet digests({DigestAlgorithm::kSha256, DigestAlgorithm::kSha1, DigestAlgorithm::kMd5,
                     DigestAlgorithm::kCrc32, DigestAlgorithm::kCrc32c,
                     DigestAlgorithm::kCrc64Nvme});
  digests.Update("1234");
  digests.Update("");
  digests.Update("56789");

  EXPECT_EQ(Hex(digests.Finish(DigestAlgorithm::kSha256)),
            "15e2b0d3c33891ebb0f1ef609ec419420c20e320ce94c65fbc8c3312448eb225");
  EXPECT_EQ(Hex(digests.Finish(DigestAlgorithm::kSha1)),
            "f7c3bc1d808e04732adf679965ccc34ca7ae3441");
  EXPECT_EQ(Hex(digests.Finish(DigestAlgorithm::kMd5)), "25f9e794323b453885f5181f1b624d0b");
  EXPECT_EQ(Hex(digests.Finish(DigestAlgorithm::kCrc32)), "cbf43926");
  EXPECT_EQ(Hex(digests.Finish(DigestAlgorithm::kCrc32c)), "e3069283");
  EXPECT_EQ(Hex(digests.Finish(DigestAlgorithm::kCrc64Nvme)), "ae8b14860a799888");
}

TEST(DigestSetTest, HasWhatWasAskedFor) {
  const DigestSet digests({DigestAlgorithm::kMd5, DigestAlgorithm::kMd5});

  EXPECT_TRUE(digests.Has(DigestAlgorithm::kMd5));
  EXPECT_FALSE(digests.Has(DigestAlgorithm::kSha256));
}

TEST(DigestSetTest, CopyIsIndependent) {
  DigestSet original({DigestAlgorithm::kCrc32});
  original.Update("12345678");
  DigestSet copy = original;
  original.Update("!");
  copy.Update("9");

  EXPECT_EQ(Hex(copy.Finish(DigestAlgorithm::kCrc32)), "cbf43926");
  EXPECT_NE(Hex(original.Finish(DigestAlgorithm::kCrc32)), "cbf43926");
}

}  // namespace
}  // namespace signet
