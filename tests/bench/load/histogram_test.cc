// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/load/histogram.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "bench/load/random.h"
#include "gtest/gtest.h"

namespace signet::load {
namespace {

TEST(HistogramTest, IsEmptyAtFirst) {
  const Histogram histogram;
  EXPECT_EQ(histogram.count(), 0);
  EXPECT_EQ(histogram.Percentile(50), 0);
  EXPECT_EQ(histogram.max(), 0);
  EXPECT_EQ(histogram.min(), 0);
  EXPECT_EQ(histogram.mean(), 0);
  EXPECT_TRUE(histogram.Buckets().empty());
}

TEST(HistogramTest, IsExactForSmallValues) {
  Histogram histogram;
  for (int64_t nanos = 1; nanos <= 100; ++nanos) {
    histogram.Record(nanos);
  }
  EXPECT_EQ(histogram.Percentile(50), 50);
  EXPECT_EQ(histogram.Percentile(90), 90);
  EXPECT_EQ(histogram.Percentile(99), 99);
  EXPECT_EQ(histogram.Percentile(100), 100);
  EXPECT_EQ(histogram.Percentile(0), 1);
  EXPECT_DOUBLE_EQ(histogram.mean(), 50.5);
}

// The bound of the header: never below the true value, at most 1/128 above it.
TEST(HistogramTest, PercentilesAreWithinTheirBound) {
  Random random(7);
  for (const double spread : {1e3, 1e5, 1e7, 1e9, 1e11}) {
    Histogram histogram;
    std::vector<int64_t> values;
    for (int i = 0; i < 20000; ++i) {
      // Values over the whole range, many of them small.
      const auto value = static_cast<int64_t>(std::pow(spread, random.Uniform()));
      values.push_back(value);
      histogram.Record(value);
    }
    std::sort(values.begin(), values.end());
    for (const double percent : {1.0, 50.0, 90.0, 99.0, 99.9, 100.0}) {
      const auto rank = static_cast<size_t>(std::ceil(percent * 200.0 - 1e-6));
      const int64_t exact = values[rank - 1];
      const int64_t found = histogram.Percentile(percent);
      EXPECT_GE(found, exact) << percent << " of " << spread;
      EXPECT_LE(found, exact + exact / 128 + 1) << percent << " of " << spread;
    }
    EXPECT_EQ(histogram.max(), values.back());
    EXPECT_EQ(histogram.min(), values.front());
  }
}

TEST(HistogramTest, NegativeAndEnormousValuesKeepTheirPlace) {
  Histogram histogram;
  histogram.Record(-5);
  histogram.Record(Histogram::kMaxNanos * 100);
  EXPECT_EQ(histogram.min(), 0);
  EXPECT_EQ(histogram.Percentile(50), 0);
  EXPECT_EQ(histogram.Percentile(100), Histogram::kMaxNanos * 100);
}

TEST(HistogramTest, MergesAndResets) {
  Histogram a;
  Histogram b;
  a.Record(10, 3);
  b.Record(1000000);
  a.Merge(b);
  EXPECT_EQ(a.count(), 4);
  EXPECT_EQ(a.Percentile(75), 10);
  EXPECT_EQ(a.max(), 1000000);
  Histogram c;
  c.Merge(a);
  EXPECT_EQ(c.min(), 10);
  a.Reset();
  EXPECT_EQ(a.count(), 0);
  EXPECT_EQ(a.Percentile(99), 0);
}

TEST(HistogramTest, BucketsHoldEverything) {
  Histogram histogram;
  histogram.Record(1, 2);
  histogram.Record(5000, 3);
  const std::vector<Histogram::Bucket> buckets = histogram.Buckets();
  ASSERT_EQ(buckets.size(), 2u);
  EXPECT_EQ(buckets[0].upper, 1);
  EXPECT_EQ(buckets[0].count, 2);
  EXPECT_GE(buckets[1].upper, 5000);
  EXPECT_EQ(buckets[1].count, 3);
}

}  // namespace
}  // namespace signet::load
