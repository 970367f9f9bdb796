// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_BENCH_LOAD_REPORT_TEXT_H_
#define SIGNET_BENCH_LOAD_REPORT_TEXT_H_

#include <array>
#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "bench/load/load_result.h"

namespace signet::load {

// The percentiles that reports show.
struct ReportedPercentile {
  absl::string_view name;
  double percent;
};
inline constexpr std::array<ReportedPercentile, 5> kReportedPercentiles = {
    {{"p50", 50}, {"p90", 90}, {"p99", 99}, {"p99.9", 99.9}, {"p99.99", 99.99}}};

// "0.214 ms"
std::string MillisText(double nanos);

// "INVALID_ARGUMENT / INVALID_URL"
std::string StatusText(const Tally::StatusKey& key);

// The line of a second, without an end of line.
std::string ProgressLine(const SecondRow& row);

// What is printed at the end: several lines.
std::string SummaryText(const LoadResult& result);

// One row a second, with a heading (RFC 4180, but lines end in LF).
std::string CsvText(const LoadResult& result);

// Writes a whole file. An error names it.
absl::Status WriteFile(const std::string& path, absl::string_view text);

}  // namespace signet::load

#endif  // SIGNET_BENCH_LOAD_REPORT_TEXT_H_
