// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/refusals.h"

#include <set>

#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "gtest/gtest.h"

namespace signet {
namespace {

google::rpc::Status DetailsOf(const grpc::Status& status) {
  google::rpc::Status details;
  EXPECT_TRUE(details.ParseFromString(status.error_details()));
  return details;
}

absl::Duration RetryDelay(const grpc::Status& status) {
  google::rpc::RetryInfo retry;
  const google::rpc::Status details = DetailsOf(status);
  EXPECT_EQ(details.details_size(), 2);
  EXPECT_TRUE(details.details(1).UnpackTo(&retry));
  return absl::Seconds(retry.retry_delay().seconds()) +
         absl::Nanoseconds(retry.retry_delay().nanos());
}

std::string ReasonIn(const grpc::Status& status) {
  google::rpc::ErrorInfo info;
  EXPECT_TRUE(DetailsOf(status).details(0).UnpackTo(&info));
  return info.reason();
}

TEST(RefusalsTest, OverloadSaysWhenToTryAgain) {
  Refusals refusals;
  const grpc::Status& status = refusals.Overloaded(0);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(ReasonIn(status), "OVERLOADED");
  EXPECT_GE(RetryDelay(status), absl::Milliseconds(25));
  EXPECT_LE(RetryDelay(status), absl::Milliseconds(75));
}

TEST(RefusalsTest, TheLongerTheOverloadTheLongerTheDelayUpToABound) {
  Refusals refusals;
  EXPECT_GE(RetryDelay(refusals.Overloaded(5)), absl::Milliseconds(800));
  for (int i = 0; i < 100; ++i) {
    EXPECT_LE(RetryDelay(refusals.Overloaded(1'000'000)), absl::Milliseconds(2400));
  }
}

TEST(RefusalsTest, CallersRefusedTogetherDoNotComeBackTogether) {
  Refusals refusals;
  std::set<absl::Duration> delays;
  for (int i = 0; i < 100; ++i) {
    delays.insert(RetryDelay(refusals.Overloaded(3)));
  }
  EXPECT_GE(delays.size(), 9);
}

TEST(RefusalsTest, ADeadlineThatPassedIsNotToBeRetried) {
  const Refusals refusals;
  EXPECT_EQ(refusals.expired().error_code(), grpc::StatusCode::DEADLINE_EXCEEDED);
  EXPECT_EQ(ReasonIn(refusals.expired()), "DEADLINE_EXCEEDED");
  EXPECT_EQ(DetailsOf(refusals.expired()).details_size(), 1);
}

}  // namespace
}  // namespace signet
