// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/load/fail_condition.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/status_matchers.h"

namespace signet::load {
namespace {

using ::testing::HasSubstr;

// 1,000 calls of 1 ms, but 5 of 10 ms; 990 in all succeeded in a second.
class FailConditionTest : public ::testing::Test {
 protected:
  FailConditionTest() {
    latency_.Record(1'000'000, 995);
    latency_.Record(10'000'000, 5);
    outcome_ = {.latency = &latency_, .ok = 990, .failed = 10, .rate = 990};
  }

  bool Holds(const std::string& text) const {
    const absl::StatusOr<FailCondition> condition = FailCondition::Parse(text);
    EXPECT_OK(condition);
    return condition.ok() && condition->Holds(outcome_);
  }

  Histogram latency_;
  Outcome outcome_;
};

TEST_F(FailConditionTest, JudgesPercentiles) {
  EXPECT_FALSE(Holds("p50>2ms"));
  EXPECT_TRUE(Holds("p50>900us"));
  EXPECT_FALSE(Holds("p99>2ms"));
  EXPECT_TRUE(Holds("p99.9>2ms"));
  EXPECT_TRUE(Holds("max>=10ms"));
  EXPECT_FALSE(Holds("max>10ms"));
  EXPECT_TRUE(Holds("p90<2ms"));
  EXPECT_TRUE(Holds(" p90 < 2ms "));
}

TEST_F(FailConditionTest, JudgesErrorsAsNumberAndAsShare) {
  EXPECT_TRUE(Holds("errors>0"));
  EXPECT_FALSE(Holds("errors>10"));
  EXPECT_TRUE(Holds("errors>=10"));
  EXPECT_TRUE(Holds("errors>0.9%"));
  EXPECT_FALSE(Holds("errors>1%"));
}

TEST_F(FailConditionTest, JudgesTheRate) {
  EXPECT_TRUE(Holds("rate<1000"));
  EXPECT_FALSE(Holds("rate<990"));
  EXPECT_TRUE(Holds("rate<=990"));
}

// Nothing that was measured must not pass for fast.
TEST_F(FailConditionTest, NoSuccessfulCallIsSlowerThanAnyBound) {
  outcome_ = {.latency = nullptr, .ok = 0, .failed = 0, .rate = 0};
  EXPECT_TRUE(Holds("p50>1h"));
  EXPECT_TRUE(Holds("errors>99%"));
  EXPECT_TRUE(Holds("rate<1"));
  EXPECT_FALSE(Holds("max<1h"));
}

TEST_F(FailConditionTest, SaysWhatItIs) {
  EXPECT_EQ(FailCondition::Parse("max>1s")->ValueIn(outcome_), "10.000 ms");
  EXPECT_EQ(FailCondition::Parse("errors>1")->ValueIn(outcome_), "10");
  EXPECT_EQ(FailCondition::Parse("errors>1%")->ValueIn(outcome_), "1%");
  EXPECT_EQ(FailCondition::Parse("rate<1")->ValueIn(outcome_), "990.0/s");
  EXPECT_EQ(FailCondition::Parse("p99>1s")->ValueIn({}), "no successful call");
  EXPECT_EQ(FailCondition::Parse(" p99>1s")->text(), "p99>1s");
}

TEST_F(FailConditionTest, RefusesOtherTextsAndSaysWhatIsAllowed) {
  for (const char* const text :
       {"", "p99", "p99=2ms", "p98>2ms", "p99>2", "p99>", ">2ms", "p99>-2ms", "p99>inf", "errors>x",
        "errors>-1", "errors>1%%", "rate<fast", "rate<inf", "p99>>2ms", "mean>2ms"}) {
    EXPECT_THAT(FailCondition::Parse(text),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("allowed are p50")))
        << text;
  }
}

}  // namespace
}  // namespace signet::load
