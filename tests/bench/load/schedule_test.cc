// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/load/schedule.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/status_matchers.h"

namespace signet::load {
namespace {

using ::testing::HasSubstr;

TEST(ScheduleTest, AConstantRateSpacesCallsEvenly) {
  const Schedule schedule = Schedule::Constant(1000, absl::Seconds(2));
  EXPECT_EQ(schedule.call_count(), 2000);
  EXPECT_NEAR(absl::ToDoubleMicroseconds(schedule.TimeOf(0)), 500, 1e-3);
  EXPECT_NEAR(absl::ToDoubleMilliseconds(schedule.TimeOf(1500)), 1500.5, 1e-6);
  EXPECT_EQ(schedule.CountBefore(absl::Seconds(1)), 1000);
  EXPECT_EQ(schedule.CountBefore(absl::Hours(1)), 2000);
  EXPECT_EQ(schedule.TimeOf(2000), absl::InfiniteDuration());
}

TEST(ScheduleTest, StepsHoldTheirRates) {
  ASSERT_OK_AND_ASSIGN(const Schedule schedule, Schedule::Parse("step:100@1s,0@1s,1000@500ms"));
  EXPECT_EQ(schedule.duration(), absl::Milliseconds(2500));
  EXPECT_EQ(schedule.call_count(), 600);
  EXPECT_EQ(schedule.first_rate(), 100);
  EXPECT_EQ(schedule.CountBefore(absl::Seconds(1)), 100);
  EXPECT_EQ(schedule.CountBefore(absl::Seconds(2)), 100);
  // Half a millisecond after the pause.
  EXPECT_NEAR(absl::ToDoubleMilliseconds(schedule.TimeOf(100)), 2000.5, 1e-6);
}

// The n-th call of a ramp from 0 comes at the root of its number.
TEST(ScheduleTest, RampsChangeEvenly) {
  ASSERT_OK_AND_ASSIGN(const Schedule schedule, Schedule::Parse("ramp:0-1000@10s"));
  EXPECT_EQ(schedule.call_count(), 5000);
  EXPECT_EQ(schedule.CountBefore(absl::Seconds(5)), 1250);
  EXPECT_NEAR(absl::ToDoubleSeconds(schedule.TimeOf(1249)), 4.999, 1e-4);
  ASSERT_OK_AND_ASSIGN(const Schedule there_and_back,
                       Schedule::Parse("ramp:100-300@1s,300-100@1s"));
  EXPECT_EQ(there_and_back.call_count(), 400);
  EXPECT_EQ(there_and_back.CountBefore(absl::Seconds(1)), 200);
}

TEST(ScheduleTest, EveryCallHasItsTimeInOrder) {
  for (const char* const text : {"step:333@1s,77@2s", "ramp:0-997@3s", "ramp:1000-0@1s"}) {
    ASSERT_OK_AND_ASSIGN(const Schedule schedule, Schedule::Parse(text));
    absl::Duration last;
    for (int64_t i = 0; i < schedule.call_count(); ++i) {
      const absl::Duration time = schedule.TimeOf(i);
      ASSERT_GT(time, last) << text << " call " << i;
      ASSERT_LE(time, schedule.duration()) << text << " call " << i;
      last = time;
    }
    EXPECT_EQ(schedule.TimeOf(schedule.call_count()), absl::InfiniteDuration()) << text;
  }
}

TEST(ScheduleTest, RefusesOtherTextsAndSaysWhatIsAllowed) {
  for (const char* const text :
       {"", "fast", "step:", "step:100", "step:100@", "step:100@1", "step:1-2@1s", "ramp:100@1s",
        "ramp:1-2-3@1s", "step:100@1s,", "step:abc@1s", "step:100@1s@2s"}) {
    EXPECT_THAT(Schedule::Parse(text),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("allowed are const")))
        << text;
  }
  EXPECT_THAT(Schedule::Parse("step:2000000@1s"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("0 to 1000000")));
  EXPECT_THAT(Schedule::Parse("step:nan@1s"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("0 to 1000000")));
  EXPECT_THAT(Schedule::Parse("step:10@13h"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("12h")));
  EXPECT_THAT(Schedule::Parse("step:10@7h,10@7h"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("together")));
  EXPECT_THAT(Schedule::Parse("step:0@1s"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("no call")));
}

}  // namespace
}  // namespace signet::load
