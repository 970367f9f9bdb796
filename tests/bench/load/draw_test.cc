// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// What is drawn at random: ranks and operations.

#include <array>
#include <vector>

#include "bench/load/mix.h"
#include "bench/load/random.h"
#include "bench/load/zipf.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/status_matchers.h"

namespace signet::load {
namespace {

using ::testing::HasSubstr;

constexpr int kDraws = 200000;

TEST(RandomTest, RepeatsItselfForTheSameSeedAlone) {
  Random a(42);
  Random b(42);
  Random c(43);
  const uint64_t first = a.Next();
  EXPECT_EQ(first, b.Next());
  EXPECT_NE(first, c.Next());
  // The first output of SplitMix64 for seed 0, as its author published it.
  EXPECT_EQ(Random(0).Next(), 0xe220a8397b1dcdafu);
}

TEST(ZipfTest, ProbabilitiesFollowTheLaw) {
  const Zipf zipf(4, 1);
  // 1, 1/2, 1/3, 1/4 over their sum, 25/12.
  EXPECT_NEAR(zipf.Probability(0), 0.48, 1e-12);
  EXPECT_NEAR(zipf.Probability(1), 0.24, 1e-12);
  EXPECT_NEAR(zipf.Probability(2), 0.16, 1e-12);
  EXPECT_NEAR(zipf.Probability(3), 0.12, 1e-12);
}

TEST(ZipfTest, DrawsAsItsProbabilitiesSay) {
  for (const double exponent : {0.0, 1.0, 2.5}) {
    const Zipf zipf(50, exponent);
    Random random(1);
    std::vector<int> counts(50);
    for (int i = 0; i < kDraws; ++i) {
      ++counts[zipf.Draw(random)];
    }
    for (size_t rank = 0; rank < counts.size(); ++rank) {
      // Five standard deviations of a share are below this.
      EXPECT_NEAR(counts[rank] / static_cast<double>(kDraws), zipf.Probability(rank), 0.006)
          << exponent << " rank " << rank;
    }
  }
}

TEST(ZipfTest, OneRankIsAlwaysDrawn) {
  const Zipf zipf(1, 1.2);
  Random random(9);
  EXPECT_EQ(zipf.Draw(random), 0u);
}

TEST(MixTest, DrawsByWeight) {
  ASSERT_OK_AND_ASSIGN(const Mix mix, Mix::Parse("sign=3,lease=1,verify=0"));
  Random random(5);
  std::array<int, kOperationCount> counts = {};
  for (int i = 0; i < kDraws; ++i) {
    ++counts[static_cast<size_t>(mix.Draw(random))];
  }
  EXPECT_NEAR(counts[static_cast<size_t>(Operation::kSign)], kDraws * 0.75, kDraws * 0.006);
  EXPECT_NEAR(counts[static_cast<size_t>(Operation::kLease)], kDraws * 0.25, kDraws * 0.006);
  EXPECT_EQ(counts[static_cast<size_t>(Operation::kVerify)], 0);
  EXPECT_TRUE(mix.Has(Operation::kLease));
  EXPECT_FALSE(mix.Has(Operation::kVerify));
  EXPECT_EQ(mix.ToString(), "sign=3,lease=1");
}

TEST(MixTest, KnowsEveryOperation) {
  ASSERT_OK_AND_ASSIGN(const Mix mix,
                       Mix::Parse("sign=70,presign=10,batch=5,lease=5,verify=5,payload=4,info=1"));
  for (size_t i = 0; i < kOperationCount; ++i) {
    EXPECT_TRUE(mix.Has(static_cast<Operation>(i))) << NameOf(static_cast<Operation>(i));
  }
}

TEST(MixTest, RefusesOtherTextsAndSaysWhatIsAllowed) {
  EXPECT_THAT(Mix::Parse("sing=1"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("sign, presign, batch")));
  for (const char* const text : {"sign", "sign=", "sign=-1", "sign=1.5", "sign=1000001"}) {
    EXPECT_THAT(Mix::Parse(text),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("0 to 1000000")))
        << text;
  }
  EXPECT_THAT(Mix::Parse("sign=1,sign=2"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("twice")));
  EXPECT_THAT(Mix::Parse("sign=0,lease=0"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("all weights are 0")));
  EXPECT_FALSE(Mix::Parse("").ok());
  EXPECT_FALSE(Mix::Parse("sign=1,").ok());
}

}  // namespace
}  // namespace signet::load
