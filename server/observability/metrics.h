// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_OBSERVABILITY_METRICS_H_
#define SIGNET_SERVER_OBSERVABILITY_METRICS_H_

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "server/base/mutex.h"
#include "server/observability/metric_names.h"

namespace signet {

// Writers of different threads touch different cache lines; the snapshot adds
// the shards up.
inline constexpr size_t kMetricShards = 8;

// The shard of the calling thread: threads are dealt round robin.
size_t MetricShard();

// Only grows. Safe for concurrent use; an increment is one relaxed add.
class Counter {
 public:
  void Increment(uint64_t by = 1) {
    cells_[MetricShard()].value.fetch_add(by, std::memory_order_relaxed);
  }
  uint64_t Value() const;

 private:
  struct alignas(64) Cell {
    std::atomic<uint64_t> value{0};
  };
  std::array<Cell, kMetricShards> cells_;
};

// Goes up and down: either set, or added to. Safe for concurrent use.
class Gauge {
 public:
  void Set(int64_t value) { cells_[0].value.store(value, std::memory_order_relaxed); }
  void Add(int64_t by) { cells_[MetricShard()].value.fetch_add(by, std::memory_order_relaxed); }
  int64_t Value() const;

 private:
  struct alignas(64) Cell {
    std::atomic<int64_t> value{0};
  };
  std::array<Cell, kMetricShards> cells_;
};

// How long things took. Safe for concurrent use; an observation is two relaxed
// adds.
class Histogram {
 public:
  // Upper bounds in microseconds, from 10 µs to 10 s, about three a decade; the
  // last bucket has none.
  static constexpr std::array<int64_t, 19> kBoundsMicros = {
      10,    25,    50,     100,    250,    500,     1000,    2500,    5000,    10000,
      25000, 50000, 100000, 250000, 500000, 1000000, 2500000, 5000000, 10000000};
  static constexpr size_t kBuckets = kBoundsMicros.size() + 1;

  // Negative durations count as zero.
  void Observe(absl::Duration duration);

  struct Snapshot {
    // Not cumulative.
    std::array<uint64_t, kBuckets> counts{};
    uint64_t sum_nanos = 0;
  };
  Snapshot Read() const;

 private:
  struct alignas(64) Cell {
    std::array<std::atomic<uint64_t>, kBuckets> counts{};
    std::atomic<uint64_t> sum_nanos{0};
  };
  std::array<Cell, kMetricShards> cells_;
};

// A label's name (a constant) and value. Values come from closed sets: methods,
// codes, names of the configuration; never from requests.
using MetricLabel = std::pair<absl::string_view, absl::string_view>;

// All metrics of a process. Pointers it returns stay valid as long as it lives;
// the same definition and labels give the same pointer. Get them once and keep
// them: a look-up takes a lock. Safe for concurrent use.
class MetricsRegistry {
 public:
  MetricsRegistry();
  ~MetricsRegistry();
  MetricsRegistry(const MetricsRegistry&) = delete;
  MetricsRegistry& operator=(const MetricsRegistry&) = delete;

  // The definition's kind must be that of the function (checked by assert).
  Counter* GetCounter(const MetricDefinition& definition,
                      absl::Span<const MetricLabel> labels = {});
  Gauge* GetGauge(const MetricDefinition& definition, absl::Span<const MetricLabel> labels = {});
  Histogram* GetHistogram(const MetricDefinition& definition,
                          absl::Span<const MetricLabel> labels = {});

  // A counter or gauge whose value another object holds (the key cache's
  // figures, say): `read` is called at each snapshot, from any thread, and must
  // be valid as long as the registry. It must not call the registry.
  void AddCallback(const MetricDefinition& definition, absl::Span<const MetricLabel> labels,
                   std::function<double()> read);

  // Everything in Prometheus' text exposition format 0.0.4, families and
  // children sorted, so that equal states give equal text.
  std::string PrometheusText() const;

 private:
  using Metric = std::variant<std::unique_ptr<Counter>, std::unique_ptr<Gauge>,
                              std::unique_ptr<Histogram>, std::function<double()>>;
  struct Family {
    MetricDefinition definition;
    // By the labels as they are written between braces.
    std::map<std::string, Metric> children;
  };

  Metric& Child(const MetricDefinition& definition, absl::Span<const MetricLabel> labels)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  template <typename T>
  T* Get(const MetricDefinition& definition, absl::Span<const MetricLabel> labels);

  mutable Mutex mu_;
  std::map<std::string, Family> families_ ABSL_GUARDED_BY(mu_);
};

}  // namespace signet

#endif  // SIGNET_SERVER_OBSERVABILITY_METRICS_H_
