// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/load/histogram.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>

namespace signet::load {
namespace {

// Each doubling of the value is cut into 2^kSubBits buckets.
constexpr int kSubBits = 7;
constexpr int64_t kSubBuckets = int64_t{1} << kSubBits;
constexpr int kMaxBits = 40;
constexpr size_t kBuckets = static_cast<size_t>((kMaxBits - kSubBits + 1) * kSubBuckets);

size_t IndexOf(int64_t nanos) {
  if (nanos < kSubBuckets) {
    return static_cast<size_t>(nanos);
  }
  const int shift = std::bit_width(static_cast<uint64_t>(nanos)) - 1 - kSubBits;
  return static_cast<size_t>((shift + 1) * kSubBuckets + (nanos >> shift) - kSubBuckets);
}

int64_t UpperOf(size_t index) {
  const int64_t i = static_cast<int64_t>(index);
  if (i < kSubBuckets) {
    return i;
  }
  const int64_t shift = i / kSubBuckets - 1;
  const int64_t top = i % kSubBuckets + kSubBuckets;
  return ((top + 1) << shift) - 1;
}

}  // namespace

Histogram::Histogram() : counts_(kBuckets, 0) {}

void Histogram::Record(int64_t nanos, int64_t count) {
  nanos = std::max<int64_t>(nanos, 0);
  counts_[IndexOf(std::min(nanos, kMaxNanos))] += count;
  min_ = count_ == 0 ? nanos : std::min(min_, nanos);
  max_ = std::max(max_, nanos);
  count_ += count;
  sum_ += static_cast<double>(nanos) * static_cast<double>(count);
}

void Histogram::Merge(const Histogram& other) {
  if (other.count_ == 0) {
    return;
  }
  for (size_t i = 0; i < counts_.size(); ++i) {
    counts_[i] += other.counts_[i];
  }
  min_ = count_ == 0 ? other.min_ : std::min(min_, other.min_);
  max_ = std::max(max_, other.max_);
  count_ += other.count_;
  sum_ += other.sum_;
}

void Histogram::Reset() {
  std::fill(counts_.begin(), counts_.end(), 0);
  count_ = 0;
  min_ = 0;
  max_ = 0;
  sum_ = 0;
}

int64_t Histogram::Percentile(double percent) const {
  if (count_ == 0) {
    return 0;
  }
  // The rank counts from 1; rounding errors of 99.9 / 100 must not lift it.
  const double exact = percent / 100 * static_cast<double>(count_);
  const int64_t rank = std::max<int64_t>(1, static_cast<int64_t>(std::ceil(exact - 1e-9)));
  int64_t seen = 0;
  for (size_t i = 0; i < counts_.size(); ++i) {
    seen += counts_[i];
    if (seen >= rank) {
      return i + 1 == counts_.size() ? max_ : std::min(UpperOf(i), max_);
    }
  }
  return max_;
}

std::vector<Histogram::Bucket> Histogram::Buckets() const {
  std::vector<Bucket> buckets;
  for (size_t i = 0; i < counts_.size(); ++i) {
    if (counts_[i] > 0) {
      buckets.push_back({UpperOf(i), counts_[i]});
    }
  }
  return buckets;
}

}  // namespace signet::load
