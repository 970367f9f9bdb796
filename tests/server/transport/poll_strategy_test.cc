// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/poll_strategy.h"

#include <cstdlib>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace signet {
namespace {

// What gRPC reads.
constexpr char kVariable[] = "GRPC_POLL_STRATEGY";

class PollStrategyTest : public testing::Test {
 protected:
  PollStrategyTest() { ::unsetenv(kVariable); }
  ~PollStrategyTest() override { ::unsetenv(kVariable); }
};

TEST_F(PollStrategyTest, LeavesASingleLaneWhatGrpcPrefers) {
  ChoosePollStrategy(1);
  EXPECT_EQ(std::getenv(kVariable), nullptr);
}

TEST_F(PollStrategyTest, HasSeveralLanesPoll) {
  ChoosePollStrategy(2);
  EXPECT_STREQ(std::getenv(kVariable), "poll");
}

TEST_F(PollStrategyTest, KeepsWhatTheEnvironmentSays) {
  ::setenv(kVariable, "epoll1", 1);
  ChoosePollStrategy(2);
  EXPECT_STREQ(std::getenv(kVariable), "epoll1");
}

}  // namespace
}  // namespace signet
