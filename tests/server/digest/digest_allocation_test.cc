// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// Nothing in server/digest allocates: not while hashing, and not to construct,
// copy, reset or wipe.

#include <memory>
#include <string>

#include "gtest/gtest.h"
#include "server/digest/buffered.h"
#include "server/digest/digest_set.h"
#include "tests/server/digest/hash_cases.h"
#include "tests/support/allocation_counter.h"

namespace signet {
namespace {

class DigestAllocationTest : public testing::Test {
 protected:
  void SetUp() override {
#if defined(SIGNET_EVP_ONLY)
    GTEST_SKIP() << "EVP allocates for itself";
#endif
    if (!CanCountAllocations()) {
      GTEST_SKIP() << "a sanitizer's malloc is not counted";
    }
  }
};

template <typename Case>
class HashAllocationTest : public DigestAllocationTest {};

using Cases = testing::Types<Sha256Case, Sha1Case, Md5Case, Crc32Case, Crc32cCase, Crc64NvmeCase,
                             HmacSha256Case>;
TYPED_TEST_SUITE(HashAllocationTest, Cases);

TYPED_TEST(HashAllocationTest, AllocatesNothing) {
  using Hash = Buffered<typename TypeParam::Hash>;
  const std::string piece = SomeBytes(5000);
  const int64_t before = AllocationsOfThisThread();

  Hash hash(TypeParam::Make());
  for (int i = 0; i < 1000; ++i) {
    hash.Update(static_cast<uint8_t>(i));
  }
  hash.Update(piece);
  Hash clone = hash;
  clone.Finish();
  hash.Finish();
  hash.Reset();
  hash.Update("again");
  clone = hash;
  hash.Wipe();

  EXPECT_EQ(AllocationsOfThisThread() - before, 0);
}

TEST_F(DigestAllocationTest, SetAllocatesNothing) {
  const std::string piece = SomeBytes(5000);
  const int64_t before = AllocationsOfThisThread();

  DigestSet digests({DigestAlgorithm::kSha256, DigestAlgorithm::kSha1, DigestAlgorithm::kMd5,
                     DigestAlgorithm::kCrc32, DigestAlgorithm::kCrc32c,
                     DigestAlgorithm::kCrc64Nvme});
  digests.Update(piece);
  for (int i = 0; i < kDigestAlgorithms; ++i) {
    digests.Finish(static_cast<DigestAlgorithm>(i));
  }

  EXPECT_EQ(AllocationsOfThisThread() - before, 0);
}

// Otherwise the tests above could not fail.
TEST_F(DigestAllocationTest, CounterSeesAllocations) {
  const int64_t before = AllocationsOfThisThread();

  const auto by_new = std::make_unique<std::string>(100, 'x');
  void* const by_malloc = malloc(by_new->size());
  // The compiler must not take the pair of malloc and free away.
  *static_cast<volatile char*>(by_malloc) = 'x';
  free(by_malloc);

  // The string, its characters, and the malloc.
  EXPECT_EQ(AllocationsOfThisThread() - before, 3);
}

}  // namespace
}  // namespace signet
