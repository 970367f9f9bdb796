// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_TESTS_SUPPORT_FAKE_CLOCK_H_
#define SIGNET_TESTS_SUPPORT_FAKE_CLOCK_H_

#include <atomic>
#include <cstdint>

#include "absl/time/time.h"
#include "server/base/clock.h"

namespace signet {

// A clock that stands still until told. Safe for concurrent use.
class FakeClock final : public Clock {
 public:
  explicit FakeClock(absl::Time now) : now_nanos_(absl::ToUnixNanos(now)) {}

  absl::Time Now() const override { return absl::FromUnixNanos(now_nanos_.load()); }
  absl::Duration Monotonic() const override { return absl::Nanoseconds(monotonic_nanos_.load()); }

  // Both clocks move on.
  void Advance(absl::Duration duration) {
    now_nanos_ += absl::ToInt64Nanoseconds(duration);
    monotonic_nanos_ += absl::ToInt64Nanoseconds(duration);
  }

  // The wall clock alone steps, as it does when it is set.
  void SetNow(absl::Time now) { now_nanos_ = absl::ToUnixNanos(now); }

 private:
  std::atomic<int64_t> now_nanos_;
  std::atomic<int64_t> monotonic_nanos_{0};
};

}  // namespace signet

#endif  // SIGNET_TESTS_SUPPORT_FAKE_CLOCK_H_
