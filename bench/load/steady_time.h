// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_BENCH_LOAD_STEADY_TIME_H_
#define SIGNET_BENCH_LOAD_STEADY_TIME_H_

#include <cstdint>
#include <ctime>

#include "absl/time/time.h"

namespace signet::load {

// Times of a run are plain numbers: ns of the machine's monotonic clock.
inline int64_t SteadyNow() {
  timespec now = {};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

inline void SleepUntilSteady(int64_t time) {
  const timespec until = {.tv_sec = time / 1'000'000'000, .tv_nsec = time % 1'000'000'000};
  clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nullptr);
}

inline constexpr int64_t kForever = INT64_MAX;

// kForever for what does not end.
inline int64_t After(int64_t time, absl::Duration duration) {
  return duration == absl::InfiniteDuration() ? kForever
                                              : time + absl::ToInt64Nanoseconds(duration);
}

}  // namespace signet::load

#endif  // SIGNET_BENCH_LOAD_STEADY_TIME_H_
