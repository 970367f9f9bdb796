// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/load/report_text.h"

#include <cerrno>
#include <cstring>
#include <fstream>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace signet::load {
namespace {

double PerSecond(int64_t count, const SecondRow& row) {
  return row.length_seconds > 0 ? static_cast<double>(count) / row.length_seconds : 0;
}

void AppendCounts(const LoadResult& result, std::string* out) {
  const Tally& tally = result.tally;
  absl::StrAppendFormat(out, "%s for %.2f s against %s (signet %s), seen as %s\n",
                        result.options.schedule_text, result.elapsed_seconds,
                        result.options.server.target, result.server_version, result.caller);
  absl::StrAppendFormat(out,
                        "planned %d = sent %d + unsent %d; sent = ok %d + failed %d + in flight at "
                        "the end %d; warm-up %d\n",
                        result.planned, tally.sent(), tally.unsent(), tally.ok(), tally.failed(),
                        tally.in_flight(), result.uncounted);
  absl::StrAppendFormat(out, "answered well %.1f/s", result.ok_rate());
  if (tally.signatures() > 0) {
    absl::StrAppendFormat(out, ", signatures %.1f/s", result.signature_rate());
  }
  absl::StrAppend(out, "\n\n");
}

void AppendLatency(absl::string_view name, const Histogram& histogram, std::string* out) {
  absl::StrAppendFormat(out, "%-26s", name);
  for (const ReportedPercentile& one : kReportedPercentiles) {
    absl::StrAppendFormat(out, " %10s",
                          MillisText(static_cast<double>(histogram.Percentile(one.percent))));
  }
  absl::StrAppendFormat(out, " %10s %10s\n", MillisText(static_cast<double>(histogram.max())),
                        MillisText(histogram.mean()));
}

void AppendLatencies(const LoadResult& result, std::string* out) {
  absl::StrAppendFormat(out, "%-26s", "latency, ms");
  for (const ReportedPercentile& one : kReportedPercentiles) {
    absl::StrAppendFormat(out, " %10s", one.name);
  }
  absl::StrAppendFormat(out, " %10s %10s\n", "max", "mean");
  if (result.options.is_open()) {
    AppendLatency("from planned (corrected)", result.tally.corrected(), out);
  }
  AppendLatency("from sent (uncorrected)", result.tally.uncorrected(), out);
  if (result.options.is_open()) {
    AppendLatency("client sent late by", result.lateness, out);
  }
  absl::StrAppend(out, "\n");
}

void AppendOperations(const LoadResult& result, std::string* out) {
  absl::StrAppendFormat(out, "%-12s %12s %12s %10s %10s %10s\n", "operation", "ok", "failed", "p50",
                        "p99", "max");
  for (size_t i = 0; i < kOperationCount; ++i) {
    const Operation operation = static_cast<Operation>(i);
    const OperationTally& tally = result.tally.operation(operation);
    if (tally.ok + tally.failed > 0) {
      absl::StrAppendFormat(out, "%-12s %12d %12d %10s %10s %10s\n", NameOf(operation), tally.ok,
                            tally.failed,
                            MillisText(static_cast<double>(tally.corrected.Percentile(50))),
                            MillisText(static_cast<double>(tally.corrected.Percentile(99))),
                            MillisText(static_cast<double>(tally.corrected.max())));
    }
  }
  absl::StrAppend(out, "\n");
}

// One line for each factor of two.
void AppendHistogram(const LoadResult& result, std::string* out) {
  constexpr int kBarWidth = 50;
  const Histogram& histogram = result.latency();
  if (histogram.count() == 0) {
    return;
  }
  absl::StrAppend(out, "up to, ms        calls\n");
  const std::vector<Histogram::Bucket> buckets = histogram.Buckets();
  size_t i = 0;
  int64_t upper = 1;
  while (i < buckets.size()) {
    while (upper < buckets[i].upper) {
      upper *= 2;
    }
    int64_t count = 0;
    for (; i < buckets.size() && buckets[i].upper <= upper; ++i) {
      count += buckets[i].count;
    }
    const int width = static_cast<int>(kBarWidth * count / histogram.count());
    absl::StrAppendFormat(out, "%9s %12d %s\n", MillisText(static_cast<double>(upper)), count,
                          std::string(static_cast<size_t>(width), '#'));
  }
  absl::StrAppend(out, "\n");
}

void AppendStatuses(const LoadResult& result, std::string* out) {
  absl::StrAppendFormat(out, "%12s  status\n", "calls");
  for (const auto& [key, status] : result.tally.statuses()) {
    absl::StrAppendFormat(out, "%12d  %s", status.count, StatusText(key));
    if (!status.example.empty()) {
      absl::StrAppend(out, ": ", status.example);
    }
    absl::StrAppend(out, "\n");
  }
}

void AppendJudgement(const LoadResult& result, std::string* out) {
  if (result.options.verify_every > 0) {
    absl::StrAppendFormat(out, "\nrecomputed %d answers, %d wrong\n", result.verified.checked,
                          result.verified.wrong_count());
  }
  for (const std::string& warning : result.warnings) {
    absl::StrAppend(out, "\nwarning: ", warning, "\n");
  }
  const Outcome outcome = result.ToOutcome();
  for (const FailCondition& condition : result.options.fail_conditions) {
    absl::StrAppend(out, "\n", condition.Holds(outcome) ? "FAILED" : "passed", ": --fail-if '",
                    condition.text(), "', it is ", condition.ValueIn(outcome), "\n");
  }
}

}  // namespace

std::string MillisText(double nanos) { return absl::StrFormat("%.3f", nanos / 1e6); }

std::string StatusText(const Tally::StatusKey& key) {
  const std::string code = absl::StatusCodeToString(key.first);
  return key.second.empty() ? code : absl::StrCat(code, " / ", key.second);
}

std::string ProgressLine(const SecondRow& row) {
  return absl::StrFormat(
      "%6.1f s  sent %.0f/s  ok %.0f/s  failed %d  in flight %d  p50 %s  p99 %s  max %s ms",
      row.until_seconds, PerSecond(row.sent, row), PerSecond(row.ok, row), row.failed,
      row.in_flight, MillisText(static_cast<double>(row.p50)),
      MillisText(static_cast<double>(row.p99)), MillisText(static_cast<double>(row.max)));
}

std::string SummaryText(const LoadResult& result) {
  std::string out;
  AppendCounts(result, &out);
  AppendLatencies(result, &out);
  AppendOperations(result, &out);
  AppendHistogram(result, &out);
  AppendStatuses(result, &out);
  AppendJudgement(result, &out);
  return out;
}

std::string CsvText(const LoadResult& result) {
  std::string out =
      "until_s,length_s,planned,sent,ok,failed,in_flight,p50_us,p99_us,max_us,late_mean_us\n";
  for (const SecondRow& row : result.seconds) {
    absl::StrAppendFormat(&out, "%.3f,%.3f,%d,%d,%d,%d,%d,%.1f,%.1f,%.1f,%.1f\n", row.until_seconds,
                          row.length_seconds, row.planned, row.sent, row.ok, row.failed,
                          row.in_flight, static_cast<double>(row.p50) / 1e3,
                          static_cast<double>(row.p99) / 1e3, static_cast<double>(row.max) / 1e3,
                          row.mean_lateness / 1e3);
  }
  return out;
}

absl::Status WriteFile(const std::string& path, absl::string_view text) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  if (!file.flush()) {
    return absl::UnavailableError(absl::StrCat("cannot write '", path, "': ", strerror(errno)));
  }
  return absl::OkStatus();
}

}  // namespace signet::load
