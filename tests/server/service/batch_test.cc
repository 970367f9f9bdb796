// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/batch.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/service/sign_request.h"
#include "tests/support/service_fixture.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

using ::testing::HasSubstr;

// A clock on which everything takes a while.
class SlowClock final : public Clock {
 public:
  // Each look at it takes `step`.
  SlowClock(absl::Time now, absl::Duration step) : now_(now), step_(step) {}

  absl::Time Now() const override { return now_ + Monotonic(); }
  absl::Duration Monotonic() const override { return step_ * looks_++; }

 private:
  const absl::Time now_;
  const absl::Duration step_;
  mutable int looks_ = 0;
};

class BatchTest : public ::testing::Test {
 protected:
  absl::Status Sign() {
    response_.Clear();
    return BatchSignRequests(fixture_.context, fixture_.alice, request_, &response_);
  }

  ServiceFixture fixture_;
  v1::BatchSignRequestsRequest request_;
  v1::BatchSignRequestsResponse response_;
};

TEST_F(BatchTest, GivesWhatTheCallsAloneWouldGive) {
  *request_.add_requests() = GetObjectRequest();
  *request_.add_requests() = GetObjectRequest();
  request_.mutable_requests(1)->set_region("eu-west-1");
  ASSERT_OK(Sign());

  ASSERT_EQ(response_.results_size(), 2);
  for (int i = 0; i < 2; ++i) {
    v1::SignRequestResponse alone;
    ASSERT_OK(SignRequest(fixture_.context, fixture_.alice, request_.requests(i), &alone));
    EXPECT_EQ(response_.results(i).response().SerializeAsString(), alone.SerializeAsString());
  }
  EXPECT_EQ(response_.session_tokens_size(), 0);
}

TEST_F(BatchTest, OneFailureLeavesTheOthers) {
  *request_.add_requests() = GetObjectRequest();
  *request_.add_requests() = GetObjectRequest();
  request_.mutable_requests(0)->set_region("us/east");
  ASSERT_OK(Sign());

  const v1::BatchError& error = response_.results(0).error();
  EXPECT_EQ(error.code(), 3);
  EXPECT_EQ(error.reason(), v1::ERROR_REASON_INVALID_REGION);
  EXPECT_EQ(error.field(), "region");
  EXPECT_THAT(error.message(), HasSubstr("region"));
  EXPECT_TRUE(response_.results(1).has_response());
}

TEST_F(BatchTest, ReturnsASessionTokenOnce) {
  for (int i = 0; i < 3; ++i) {
    *request_.add_requests() = GetObjectRequest();
    request_.mutable_requests(i)->set_credential("session");
  }
  ASSERT_OK(Sign());

  ASSERT_EQ(response_.session_tokens_size(), 1);
  EXPECT_EQ(response_.session_tokens(0).session_token(), "TOKEN");
  EXPECT_EQ(response_.session_tokens(0).credential_version(), fixture_.VersionOf("session"));
  for (const v1::BatchSignResult& result : response_.results()) {
    int tokens = 0;
    for (const v1::Header& header : result.response().headers()) {
      if (header.name() == "x-amz-security-token") {
        EXPECT_EQ(header.value(), "");
        ++tokens;
      }
    }
    EXPECT_EQ(tokens, 1);
  }
}

TEST_F(BatchTest, TakesOneToAThousandRequests) {
  EXPECT_THAT(Sign(), FailsWith(Reason::kMissingField, "requests"));
  for (int i = 0; i < 1000; ++i) {
    *request_.add_requests() = GetObjectRequest();
  }
  ASSERT_OK(Sign());
  EXPECT_EQ(response_.results_size(), 1000);
  *request_.add_requests() = GetObjectRequest();
  EXPECT_THAT(Sign(), FailsWith(Reason::kLimitExceeded, "requests"));
  EXPECT_EQ(response_.results_size(), 0);
}

TEST_F(BatchTest, StopsForOthersWhenASliceHasPassed) {
  for (int i = 0; i < 3; ++i) {
    *request_.add_requests() = GetObjectRequest();
  }
  const SlowClock clock(ExampleTime(), kBatchSlice);
  fixture_.context.clock = &clock;
  Batch batch(fixture_.context, fixture_.alice, request_, &response_);
  for (int done = 1; done <= 3; ++done) {
    EXPECT_FALSE(batch.is_done());
    ASSERT_OK(batch.SignSlice());
    EXPECT_EQ(response_.results_size(), done);
  }
  EXPECT_TRUE(batch.is_done());
}

// Each entry is decided by the rules that are in force when its turn comes.
TEST_F(BatchTest, RulesThatChangeBetweenSlicesHoldForTheRest) {
  for (int i = 0; i < 3; ++i) {
    *request_.add_requests() = GetObjectRequest();
  }
  const SlowClock clock(ExampleTime(), kBatchSlice);
  fixture_.context.clock = &clock;
  Batch batch(fixture_.context, fixture_.alice, request_, &response_);
  ASSERT_OK(batch.SignSlice());
  fixture_.SetRules({AllowEverything("bob")});
  ASSERT_OK(batch.SignSlice());
  fixture_.SetRules({AllowEverything("alice")});
  ASSERT_OK(batch.SignSlice());
  ASSERT_TRUE(batch.is_done());
  EXPECT_EQ(response_.results(0).response().signature().size(), 64u);
  EXPECT_EQ(response_.results(1).error().reason(), v1::ERROR_REASON_NOT_GRANTED);
  EXPECT_FALSE(response_.results(1).has_response());
  EXPECT_EQ(response_.results(2).response().signature().size(), 64u);
}

TEST_F(BatchTest, StopsAtADeadlineThatPassesBetweenSlices) {
  *request_.add_requests() = GetObjectRequest();
  *request_.add_requests() = GetObjectRequest();
  const SlowClock clock(ExampleTime(), kBatchSlice);
  fixture_.context.clock = &clock;
  fixture_.alice.deadline = ExampleTime() + absl::Hours(1);
  Batch batch(fixture_.context, fixture_.alice, request_, &response_);
  ASSERT_OK(batch.SignSlice());
  fixture_.alice.deadline = clock.Now();
  EXPECT_THAT(batch.SignSlice(), FailsWith(Reason::kDeadlineExceeded, ""));
}

TEST_F(BatchTest, StopsAtTheDeadline) {
  *request_.add_requests() = GetObjectRequest();
  fixture_.alice.deadline = fixture_.clock.Now() + absl::Nanoseconds(1);
  EXPECT_OK(Sign());
  fixture_.alice.deadline = fixture_.clock.Now();
  EXPECT_THAT(Sign(), FailsWith(Reason::kDeadlineExceeded, ""));
}

}  // namespace
}  // namespace signet
