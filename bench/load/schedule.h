// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_BENCH_LOAD_SCHEDULE_H_
#define SIGNET_BENCH_LOAD_SCHEDULE_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"

namespace signet::load {

// When an open loop means to send each call: a rate, in calls a second, that is
// constant or changes evenly within each of one or more segments. Immutable.
class Schedule {
 public:
  struct Segment {
    double from_rate;
    double to_rate;
    absl::Duration duration;
  };

  // `rate` for `duration`.
  static Schedule Constant(double rate, absl::Duration duration);

  // "step:500@10s,1000@10s": rates that hold for a while, one after the other.
  // "ramp:100-2000@30s,2000-100@30s": rates that change evenly.
  //
  // InvalidArgument: any other text; a rate outside 0 to kMaxRate; a duration
  // outside 1 ms to kMaxDuration, of one segment or together; nothing to send.
  static absl::StatusOr<Schedule> Parse(absl::string_view text);

  static constexpr double kMaxRate = 1'000'000;
  static constexpr absl::Duration kMaxDuration = absl::Hours(12);

  // When call number `index` (from 0) is planned, since the start: where half of
  // it is due by the rate, so calls never fall on the edge of a segment.
  // InfiniteDuration from call_count() on.
  absl::Duration TimeOf(int64_t index) const;

  // How many calls are planned before `time`.
  int64_t CountBefore(absl::Duration time) const;

  int64_t call_count() const { return CountBefore(duration()); }
  absl::Duration duration() const { return duration_; }
  // At the start.
  double first_rate() const { return segments_.front().from_rate; }

 private:
  explicit Schedule(std::vector<Segment> segments);

  // How many calls are due by `time`, fractions too.
  double DueBy(absl::Duration time) const;

  std::vector<Segment> segments_;
  absl::Duration duration_;
};

}  // namespace signet::load

#endif  // SIGNET_BENCH_LOAD_SCHEDULE_H_
