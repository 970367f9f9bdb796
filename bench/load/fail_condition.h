// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_BENCH_LOAD_FAIL_CONDITION_H_
#define SIGNET_BENCH_LOAD_FAIL_CONDITION_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "bench/load/histogram.h"

namespace signet::load {

// What the conditions of a run are judged by.
struct Outcome {
  // Of the percentiles. Null or empty: no call succeeded, so that every latency
  // is beyond any bound.
  const Histogram* latency = nullptr;
  int64_t ok = 0;
  int64_t failed = 0;
  // Successful calls a second.
  double rate = 0;
};

// When a run counts as failed: "p99>2ms", "errors>0", "errors>0.1%",
// "rate<9500".
class FailCondition {
 public:
  // A metric (p50, p90, p99, p99.9, max, errors, rate), an operator (>, >=, <,
  // <=), and a value: a duration with its unit; for errors a number of calls or
  // a percentage of the finished ones; for rate calls a second.
  // InvalidArgument: any other text.
  static absl::StatusOr<FailCondition> Parse(absl::string_view text);

  bool Holds(const Outcome& outcome) const;

  // What the metric came to, for people: "1.840 ms", "0.2%", "9934/s".
  std::string ValueIn(const Outcome& outcome) const;

  const std::string& text() const { return text_; }

 private:
  enum class Metric { kPercentile, kMax, kErrors, kErrorPercent, kRate };

  // Infinite where nothing was measured.
  double Measure(const Outcome& outcome) const;

  std::string text_;
  Metric metric_ = Metric::kMax;
  double percent_ = 0;
  bool is_less_ = false;
  bool is_or_equal_ = false;
  // Nanoseconds, calls, percent or calls a second.
  double bound_ = 0;
};

}  // namespace signet::load

#endif  // SIGNET_BENCH_LOAD_FAIL_CONDITION_H_
