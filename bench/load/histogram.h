// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_BENCH_LOAD_HISTOGRAM_H_
#define SIGNET_BENCH_LOAD_HISTOGRAM_H_

#include <cstdint>
#include <vector>

namespace signet::load {

// Counts durations in buckets whose width grows with the value: exact below 128
// ns, and within 1/128 of the value from there on, up to kMaxNanos. About 34 KiB
// each, however much is recorded. One thread at a time.
class Histogram {
 public:
  // 18 minutes; longer ones count as this, but max() keeps them.
  static constexpr int64_t kMaxNanos = (int64_t{1} << 40) - 1;

  Histogram();

  // Negative durations count as 0.
  void Record(int64_t nanos, int64_t count = 1);
  void Merge(const Histogram& other);
  void Reset();

  int64_t count() const { return count_; }
  // Exact; 0 when empty.
  int64_t min() const { return count_ == 0 ? 0 : min_; }
  int64_t max() const { return max_; }
  double mean() const { return count_ == 0 ? 0 : sum_ / static_cast<double>(count_); }

  // A value that `percent` of the durations do not exceed: never below the true
  // one, and at most 1/128 above it. 0 when empty. REQUIRES: 0 to 100.
  int64_t Percentile(double percent) const;

  struct Bucket {
    // Everything in it is at most this, ns.
    int64_t upper;
    int64_t count;
  };
  // Those that hold something, smallest first.
  std::vector<Bucket> Buckets() const;

 private:
  std::vector<int64_t> counts_;
  int64_t count_ = 0;
  int64_t min_ = 0;
  int64_t max_ = 0;
  double sum_ = 0;
};

}  // namespace signet::load

#endif  // SIGNET_BENCH_LOAD_HISTOGRAM_H_
