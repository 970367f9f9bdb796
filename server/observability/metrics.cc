// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/observability/metrics.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"

namespace signet {
namespace {

// {a="x",b="y"} without the braces, in the order given.
std::string LabelText(absl::Span<const MetricLabel> labels) {
  std::string text;
  for (const auto& [name, value] : labels) {
    absl::StrAppend(&text, text.empty() ? "" : ",", name, "=\"",
                    absl::StrReplaceAll(value, {{"\\", "\\\\"}, {"\"", "\\\""}, {"\n", "\\n"}}),
                    "\"");
  }
  return text;
}

absl::string_view KindName(MetricKind kind) {
  switch (kind) {
    case MetricKind::kCounter:
      return "counter";
    case MetricKind::kGauge:
      return "gauge";
    case MetricKind::kHistogram:
      break;
  }
  return "histogram";
}

std::string NumberText(double value) {
  if (std::isnan(value)) {
    return "NaN";
  }
  if (std::isinf(value)) {
    return value > 0 ? "+Inf" : "-Inf";
  }
  return absl::StrFormat("%.17g", value);
}

// Writes the samples of one child.
struct SampleWriter {
  absl::string_view name;
  absl::string_view labels;
  std::string* out;

  void Line(absl::string_view suffix, absl::string_view more_labels,
            absl::string_view value) const {
    const absl::string_view comma = labels.empty() || more_labels.empty() ? "" : ",";
    absl::StrAppend(out, name, suffix);
    if (!labels.empty() || !more_labels.empty()) {
      absl::StrAppend(out, "{", labels, comma, more_labels, "}");
    }
    absl::StrAppend(out, " ", value, "\n");
  }

  void operator()(const std::unique_ptr<Counter>& counter) const {
    Line("", "", absl::StrCat(counter->Value()));
  }
  void operator()(const std::unique_ptr<Gauge>& gauge) const {
    Line("", "", absl::StrCat(gauge->Value()));
  }
  void operator()(const std::function<double()>& read) const { Line("", "", NumberText(read())); }
  void operator()(const std::unique_ptr<Histogram>& histogram) const {
    const Histogram::Snapshot snapshot = histogram->Read();
    uint64_t count = 0;
    for (size_t i = 0; i < Histogram::kBuckets; ++i) {
      count += snapshot.counts[i];
      const std::string bound =
          i < Histogram::kBoundsMicros.size()
              ? absl::StrFormat("%g", static_cast<double>(Histogram::kBoundsMicros[i]) * 1e-6)
              : "+Inf";
      Line("_bucket", absl::StrCat("le=\"", bound, "\""), absl::StrCat(count));
    }
    Line("_sum", "", absl::StrFormat("%.9f", static_cast<double>(snapshot.sum_nanos) * 1e-9));
    Line("_count", "", absl::StrCat(count));
  }
};

}  // namespace

size_t MetricShard() {
  static std::atomic<size_t> next{0};
  thread_local const size_t shard = next.fetch_add(1, std::memory_order_relaxed) % kMetricShards;
  return shard;
}

uint64_t Counter::Value() const {
  uint64_t sum = 0;
  for (const Cell& cell : cells_) {
    sum += cell.value.load(std::memory_order_relaxed);
  }
  return sum;
}

int64_t Gauge::Value() const {
  int64_t sum = 0;
  for (const Cell& cell : cells_) {
    sum += cell.value.load(std::memory_order_relaxed);
  }
  return sum;
}

void Histogram::Observe(absl::Duration duration) {
  const int64_t nanos = std::max<int64_t>(0, absl::ToInt64Nanoseconds(duration));
  // Bounds are inclusive.
  const auto bound =
      std::lower_bound(kBoundsMicros.begin(), kBoundsMicros.end(), nanos,
                       [](int64_t micros, int64_t value) { return micros * 1000 < value; });
  Cell& cell = cells_[MetricShard()];
  cell.counts[bound - kBoundsMicros.begin()].fetch_add(1, std::memory_order_relaxed);
  cell.sum_nanos.fetch_add(nanos, std::memory_order_relaxed);
}

Histogram::Snapshot Histogram::Read() const {
  Snapshot snapshot;
  for (const Cell& cell : cells_) {
    for (size_t i = 0; i < kBuckets; ++i) {
      snapshot.counts[i] += cell.counts[i].load(std::memory_order_relaxed);
    }
    snapshot.sum_nanos += cell.sum_nanos.load(std::memory_order_relaxed);
  }
  return snapshot;
}

MetricsRegistry::MetricsRegistry() = default;
MetricsRegistry::~MetricsRegistry() = default;

MetricsRegistry::Metric& MetricsRegistry::Child(const MetricDefinition& definition,
                                                absl::Span<const MetricLabel> labels) {
  Family& family =
      families_.try_emplace(std::string(definition.name), Family{definition, {}}).first->second;
  assert(family.definition.kind == definition.kind);
  return family.children[LabelText(labels)];
}

template <typename T>
T* MetricsRegistry::Get(const MetricDefinition& definition, absl::Span<const MetricLabel> labels) {
  MutexLock lock(&mu_);
  Metric& metric = Child(definition, labels);
  auto* existing = std::get_if<std::unique_ptr<T>>(&metric);
  if (existing == nullptr || *existing == nullptr) {
    metric = std::make_unique<T>();
  }
  return std::get<std::unique_ptr<T>>(metric).get();
}

Counter* MetricsRegistry::GetCounter(const MetricDefinition& definition,
                                     absl::Span<const MetricLabel> labels) {
  assert(definition.kind == MetricKind::kCounter);
  return Get<Counter>(definition, labels);
}

Gauge* MetricsRegistry::GetGauge(const MetricDefinition& definition,
                                 absl::Span<const MetricLabel> labels) {
  assert(definition.kind == MetricKind::kGauge);
  return Get<Gauge>(definition, labels);
}

Histogram* MetricsRegistry::GetHistogram(const MetricDefinition& definition,
                                         absl::Span<const MetricLabel> labels) {
  assert(definition.kind == MetricKind::kHistogram);
  return Get<Histogram>(definition, labels);
}

void MetricsRegistry::AddCallback(const MetricDefinition& definition,
                                  absl::Span<const MetricLabel> labels,
                                  std::function<double()> read) {
  assert(definition.kind != MetricKind::kHistogram);
  MutexLock lock(&mu_);
  Child(definition, labels) = std::move(read);
}

std::string MetricsRegistry::PrometheusText() const {
  MutexLock lock(&mu_);
  std::string text;
  for (const auto& [name, family] : families_) {
    absl::StrAppend(&text, "# HELP ", name, " ", family.definition.help, "\n# TYPE ", name, " ",
                    KindName(family.definition.kind), "\n");
    for (const auto& [labels, metric] : family.children) {
      std::visit(SampleWriter{name, labels, &text}, metric);
    }
  }
  return text;
}

}  // namespace signet
