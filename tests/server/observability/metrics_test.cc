// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/observability/metrics.h"

#include <thread>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace signet {
namespace {

using ::testing::HasSubstr;

constexpr MetricDefinition kThings{"things_total", MetricKind::kCounter, "Things seen."};
constexpr MetricDefinition kOpen{"open", MetricKind::kGauge, "Open now."};
constexpr MetricDefinition kTook{"took_seconds", MetricKind::kHistogram, "Time taken."};

TEST(MetricsTest, WritesTheExpositionFormat) {
  MetricsRegistry registry;
  registry.GetCounter(kThings, {{{"kind", "b"}}})->Increment(2);
  registry.GetCounter(kThings, {{{"kind", "a"}, {"more", "x"}}})->Increment();
  registry.GetGauge(kOpen)->Set(-7);

  EXPECT_EQ(registry.PrometheusText(),
            "# HELP open Open now.\n"
            "# TYPE open gauge\n"
            "open -7\n"
            "# HELP things_total Things seen.\n"
            "# TYPE things_total counter\n"
            "things_total{kind=\"a\",more=\"x\"} 1\n"
            "things_total{kind=\"b\"} 2\n");
}

TEST(MetricsTest, EscapesLabelValues) {
  MetricsRegistry registry;
  registry.GetCounter(kThings, {{{"kind", "a\"b\\c\nd"}}});
  EXPECT_THAT(registry.PrometheusText(), HasSubstr("things_total{kind=\"a\\\"b\\\\c\\nd\"} 0\n"));
}

TEST(MetricsTest, TheSameLabelsAreTheSameMetric) {
  MetricsRegistry registry;
  Counter* const a = registry.GetCounter(kThings, {{{"kind", "a"}}});
  EXPECT_EQ(a, registry.GetCounter(kThings, {{{"kind", "a"}}}));
  EXPECT_NE(a, registry.GetCounter(kThings, {{{"kind", "b"}}}));
  EXPECT_NE(a, registry.GetCounter(kThings));
}

TEST(MetricsTest, HistogramsCountInclusiveCumulativeBuckets) {
  MetricsRegistry registry;
  Histogram* const took = registry.GetHistogram(kTook, {{{"kind", "a"}}});
  took->Observe(absl::Microseconds(10));
  took->Observe(absl::Nanoseconds(10001));
  took->Observe(absl::Milliseconds(2));
  took->Observe(absl::Seconds(-1));
  took->Observe(absl::Minutes(1));

  const std::string text = registry.PrometheusText();
  EXPECT_THAT(text, HasSubstr("# TYPE took_seconds histogram\n"));
  EXPECT_THAT(text, HasSubstr("took_seconds_bucket{kind=\"a\",le=\"1e-05\"} 2\n"));
  EXPECT_THAT(text, HasSubstr("took_seconds_bucket{kind=\"a\",le=\"2.5e-05\"} 3\n"));
  EXPECT_THAT(text, HasSubstr("took_seconds_bucket{kind=\"a\",le=\"0.001\"} 3\n"));
  EXPECT_THAT(text, HasSubstr("took_seconds_bucket{kind=\"a\",le=\"0.0025\"} 4\n"));
  EXPECT_THAT(text, HasSubstr("took_seconds_bucket{kind=\"a\",le=\"10\"} 4\n"));
  EXPECT_THAT(text, HasSubstr("took_seconds_bucket{kind=\"a\",le=\"+Inf\"} 5\n"));
  EXPECT_THAT(text, HasSubstr("took_seconds_sum{kind=\"a\"} 60.002020001\n"));
  EXPECT_THAT(text, HasSubstr("took_seconds_count{kind=\"a\"} 5\n"));
}

TEST(MetricsTest, CallbacksAreReadAtEachSnapshot) {
  MetricsRegistry registry;
  double value = 1;
  registry.AddCallback(kOpen, {}, [&value] { return value; });
  EXPECT_THAT(registry.PrometheusText(), HasSubstr("\nopen 1\n"));
  value = 2.5;
  EXPECT_THAT(registry.PrometheusText(), HasSubstr("\nopen 2.5\n"));
}

// More threads than shards, so that some share one.
TEST(MetricsTest, NoIncrementOfAnyThreadIsLost) {
  constexpr int kThreads = 2 * kMetricShards;
  constexpr int kEach = 1000;
  MetricsRegistry registry;
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&registry] {
      for (int i = 0; i < kEach; ++i) {
        registry.GetCounter(kThings)->Increment();
        registry.GetHistogram(kTook)->Observe(absl::Microseconds(20));
        registry.GetGauge(kOpen)->Add(i % 2 == 0 ? 1 : -1);
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(registry.GetCounter(kThings)->Value(), 16000u);
  EXPECT_EQ(registry.GetHistogram(kTook)->Read().counts[1], 16000u);
  EXPECT_EQ(registry.GetHistogram(kTook)->Read().sum_nanos, 16000u * 20000u);
  EXPECT_EQ(registry.GetGauge(kOpen)->Value(), 0);
}

}  // namespace
}  // namespace signet
