// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/load/tally.h"

#include "bench/load/outages.h"
#include "bench/load/recorder.h"
#include "gtest/gtest.h"

namespace signet::load {
namespace {

constexpr int64_t kMilli = 1'000'000;

Ending Unreachable() { return {.code = absl::StatusCode::kUnavailable, .message = "gone"}; }

Answer Good(int64_t planned, int64_t sent, int64_t done) {
  return {.operation = Operation::kSign,
          .planned = planned,
          .sent = sent,
          .done = done,
          .signatures = 1,
          .ending = {}};
}

// Calls are planned each millisecond, and the server answers in 0.1 ms, but for
// the first one, which it holds for 100 ms; one call is in flight at most. The
// 100 calls after it were due all the while.
TEST(TallyTest, AStallCountsForEveryCallThatWasDue) {
  Tally tally;
  int64_t free_at = 0;
  for (int64_t i = 0; i <= 100; ++i) {
    const int64_t planned = i * kMilli;
    const int64_t sent = std::max(planned, free_at);
    free_at = sent + (i == 0 ? 100 * kMilli : kMilli / 10);
    tally.AddSent();
    tally.Add(Good(planned, sent, free_at));
  }
  EXPECT_EQ(tally.ok(), 101);
  // Who measures from sending sees one slow call out of 101.
  EXPECT_LT(tally.uncorrected().Percentile(99), kMilli / 5);
  EXPECT_EQ(tally.uncorrected().max(), 100 * kMilli);
  // Call 50, due at 50 ms, was answered at 100 ms and 50 times 0.1 ms.
  EXPECT_GE(tally.corrected().Percentile(50), 55 * kMilli);
  EXPECT_LE(tally.corrected().Percentile(50), 56 * kMilli);
  EXPECT_GE(tally.corrected().Percentile(99), 99 * kMilli);
}

TEST(TallyTest, WhatTimedOutOrWasNeverSentWaitedAtLeastThatLong) {
  Tally tally;
  tally.AddSent();
  tally.AddSent();
  tally.Add(Good(0, 0, kMilli));
  Answer late = Good(0, kMilli, 50 * kMilli);
  late.ending = {.code = absl::StatusCode::kDeadlineExceeded, .message = "late"};
  tally.Add(late);
  tally.AddUnsent(80 * kMilli);
  EXPECT_EQ(tally.corrected().count(), 3);
  EXPECT_EQ(tally.corrected().max(), 80 * kMilli);
  EXPECT_EQ(tally.uncorrected().count(), 1);
  EXPECT_EQ(tally.unsent(), 1);
  EXPECT_EQ(tally.failed(), 1);
}

// An answer that says no at once must not make the server look fast.
TEST(TallyTest, FailuresHaveNoLatency) {
  Tally tally;
  tally.AddSent();
  Answer refused = Good(0, 0, 1);
  refused.ending = {
      .code = absl::StatusCode::kPermissionDenied, .reason = "NOT_GRANTED", .message = "no"};
  refused.signatures = 0;
  tally.Add(refused);
  EXPECT_EQ(tally.corrected().count(), 0);
  EXPECT_EQ(tally.uncorrected().count(), 0);
  const auto& [key, status] = *tally.statuses().begin();
  EXPECT_EQ(key.first, absl::StatusCode::kPermissionDenied);
  EXPECT_EQ(key.second, "NOT_GRANTED");
  EXPECT_EQ(status.count, 1);
  EXPECT_EQ(status.example, "no");
}

TEST(TallyTest, SentIsAnsweredPlusInFlight) {
  Tally a;
  Tally b;
  for (int i = 0; i < 5; ++i) {
    a.AddSent();
    b.AddSent();
  }
  a.Add(Good(0, 0, 1));
  Answer failed = Good(0, 0, 1);
  failed.ending = Unreachable();
  b.Add(failed);
  a.Merge(b);
  EXPECT_EQ(a.sent(), 10);
  EXPECT_EQ(a.ok(), 1);
  EXPECT_EQ(a.failed(), 1);
  EXPECT_EQ(a.in_flight(), 8);
  EXPECT_EQ(a.statuses().size(), 2u);
}

TEST(TallyTest, AWrongAnswerBecomesAFailure) {
  Tally tally;
  tally.AddSent();
  tally.Add(Good(0, 0, 1));
  tally.Convict(Operation::kSign, {.reason = "WRONG_SIGNATURE", .message = "the signature"});
  EXPECT_EQ(tally.ok(), 0);
  EXPECT_EQ(tally.failed(), 1);
  EXPECT_EQ(tally.in_flight(), 0);
  EXPECT_EQ(tally.operation(Operation::kSign).failed, 1);
  ASSERT_EQ(tally.statuses().size(), 1u);
  EXPECT_EQ(tally.statuses().begin()->first.second, "WRONG_SIGNATURE");
}

TEST(RecorderTest, GivesEachIntervalOnceAndEverythingAtTheEnd) {
  Recorder recorder;
  recorder.Sent(10);
  recorder.Answered(Good(0, 0, kMilli));
  Interval interval;
  recorder.TakeInterval(&interval);
  EXPECT_EQ(interval.sent, 1);
  EXPECT_EQ(interval.ok, 1);
  EXPECT_EQ(interval.latency.max(), kMilli);
  interval.Reset();
  recorder.TakeInterval(&interval);
  EXPECT_EQ(interval.sent, 0);
  Tally tally;
  Histogram lateness;
  recorder.AddTo(&tally, &lateness);
  EXPECT_EQ(tally.ok(), 1);
  EXPECT_EQ(lateness.max(), 10);
}

TEST(OutageWatchTest, AnOutageLastsFromTheFirstMissToTheNextAnswer) {
  OutageWatch watch;
  watch.OnAnswer({}, 1);
  watch.OnAnswer(Unreachable(), 100);
  watch.OnAnswer(Unreachable(), 150);
  EXPECT_EQ(watch.OutagesUntil(180).count, 1);
  EXPECT_EQ(watch.OutagesUntil(180).recovered, 0);
  EXPECT_EQ(watch.OutagesUntil(180).longest_nanos, 80);
  watch.OnAnswer({}, 300);
  EXPECT_EQ(watch.OutagesUntil(1000).recovered, 1);
  EXPECT_EQ(watch.OutagesUntil(1000).longest_nanos, 200);
}

// The server answered: it is there.
TEST(OutageWatchTest, TheServersOwnUnavailableIsNoOutage) {
  OutageWatch watch;
  watch.OnAnswer({.code = absl::StatusCode::kUnavailable,
                  .reason = "CREDENTIAL_EXPIRED",
                  .message = "expired"},
                 100);
  EXPECT_EQ(watch.OutagesUntil(200).count, 0);
}

}  // namespace
}  // namespace signet::load
