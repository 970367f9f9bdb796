// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/load/report_html.h"

#include <cmath>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/time/time.h"
#include "bench/load/plot.h"
#include "bench/load/report_text.h"

namespace signet::load {
namespace {

constexpr char kBlue[] = "#2266aa";
constexpr char kGreen[] = "#22884a";
constexpr char kRed[] = "#cc3333";
constexpr char kGray[] = "#888888";

constexpr char kHead[] = R"(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>signet-load</title>
<style>
:root { color-scheme: light dark; }
body { font: 15px/1.45 system-ui, sans-serif; max-width: 820px; margin: 2em auto; padding: 0 1em; }
table { border-collapse: collapse; margin: 0.5em 0 1.5em; }
th, td { padding: 0.2em 0.8em; text-align: right; border-bottom: 1px solid #8884; }
th:first-child, td:first-child, td.text { text-align: left; }
svg { width: 100%; height: auto; margin: 0.5em 0 1em; }
svg text { font: 11px system-ui, sans-serif; fill: currentColor; }
svg .title { font-weight: bold; font-size: 13px; }
svg .grid { stroke: #8884; }
.warning { border-left: 4px solid #cc8800; padding-left: 0.8em; }
.failed { border-left: 4px solid #cc3333; padding-left: 0.8em; }
.passed { border-left: 4px solid #22884a; padding-left: 0.8em; }
</style>
</head>
<body>
)";

using Row = std::vector<std::string>;

void AppendTable(const Row& heading, const std::vector<Row>& rows, std::string* out) {
  absl::StrAppend(out, "<table>\n<tr>");
  for (const std::string& cell : heading) {
    absl::StrAppend(out, "<th>", HtmlEscaped(cell), "</th>");
  }
  absl::StrAppend(out, "</tr>\n");
  for (const Row& row : rows) {
    absl::StrAppend(out, "<tr>");
    for (const std::string& cell : row) {
      absl::StrAppend(out, "<td>", HtmlEscaped(cell), "</td>");
    }
    absl::StrAppend(out, "</tr>\n");
  }
  absl::StrAppend(out, "</table>\n");
}

Row LatencyRow(absl::string_view name, const Histogram& histogram) {
  Row row = {std::string(name)};
  for (const ReportedPercentile& one : kReportedPercentiles) {
    row.push_back(MillisText(static_cast<double>(histogram.Percentile(one.percent))));
  }
  row.push_back(MillisText(static_cast<double>(histogram.max())));
  row.push_back(MillisText(histogram.mean()));
  return row;
}

void AppendJudgement(const LoadResult& result, std::string* out) {
  const Outcome outcome = result.ToOutcome();
  for (const FailCondition& condition : result.options.fail_conditions) {
    const bool holds = condition.Holds(outcome);
    absl::StrAppend(out, "<p class=\"", holds ? "failed" : "passed", "\">--fail-if ",
                    HtmlEscaped(condition.text()), ": ", holds ? "failed" : "passed", ", it is ",
                    HtmlEscaped(condition.ValueIn(outcome)), "</p>\n");
  }
  for (const std::string& warning : result.warnings) {
    absl::StrAppend(out, "<p class=\"warning\">", HtmlEscaped(warning), "</p>\n");
  }
}

void AppendSummary(const LoadResult& result, std::string* out) {
  const Tally& tally = result.tally;
  const LoadOptions& options = result.options;
  absl::StrAppend(
      out, "<h1>signet-load</h1>\n<p>",
      HtmlEscaped(absl::StrCat(
          options.schedule_text, " against ", options.server.target, ", signet ",
          result.server_version, ", ",
          absl::FormatTime("%Y-%m-%d %H:%M:%S UTC", result.started_at, absl::UTCTimeZone()), ". ",
          "Mix ", options.mix->ToString(), ", up to ", options.concurrency, " calls in flight on ",
          options.connections, " connections, ", options.threads, " threads, ",
          options.credentials.size(), " credentials, ", options.scopes, " scopes, zipf ",
          options.zipf, ", seed ", options.seed, ".")),
      "</p>\n");
  AppendJudgement(result, out);
  AppendTable(
      {"calls", "planned", "unsent", "sent", "ok", "failed", "in flight at the end"},
      {{"", absl::StrCat(result.planned), absl::StrCat(tally.unsent()), absl::StrCat(tally.sent()),
        absl::StrCat(tally.ok()), absl::StrCat(tally.failed()), absl::StrCat(tally.in_flight())}},
      out);
  AppendTable({"a second, over " + absl::StrFormat("%.2f s", result.elapsed_seconds),
               "answered well", "signatures"},
              {{"", absl::StrFormat("%.1f", result.ok_rate()),
                absl::StrFormat("%.1f", result.signature_rate())}},
              out);
}

void AppendLatencies(const LoadResult& result, std::string* out) {
  Row heading = {"latency, ms"};
  for (const ReportedPercentile& one : kReportedPercentiles) {
    heading.emplace_back(one.name);
  }
  heading.emplace_back("max");
  heading.emplace_back("mean");
  std::vector<Row> rows;
  if (result.options.is_open()) {
    rows.push_back(LatencyRow("from planned (corrected)", result.tally.corrected()));
  }
  rows.push_back(LatencyRow("from sent (uncorrected)", result.tally.uncorrected()));
  if (result.options.is_open()) {
    rows.push_back(LatencyRow("client sent late by", result.lateness));
  }
  AppendTable(heading, rows, out);
}

void AppendCountTables(const LoadResult& result, std::string* out) {
  std::vector<Row> operations;
  for (size_t i = 0; i < kOperationCount; ++i) {
    const Operation operation = static_cast<Operation>(i);
    const OperationTally& one = result.tally.operation(operation);
    if (one.ok + one.failed > 0) {
      operations.push_back({std::string(NameOf(operation)), absl::StrCat(one.ok),
                            absl::StrCat(one.failed),
                            MillisText(static_cast<double>(one.corrected.Percentile(50))),
                            MillisText(static_cast<double>(one.corrected.Percentile(99)))});
    }
  }
  AppendTable({"operation", "ok", "failed", "p50, ms", "p99, ms"}, operations, out);
  std::vector<Row> statuses;
  for (const auto& [key, status] : result.tally.statuses()) {
    statuses.push_back({StatusText(key), absl::StrCat(status.count), status.example});
  }
  AppendTable({"status", "calls", "for example"}, statuses, out);
}

void AppendPlotsOverTime(const LoadResult& result, std::string* out) {
  PlotLine planned = {"planned", kGray, {}};
  PlotLine ok = {"ok", kGreen, {}};
  PlotLine failed = {"failed", kRed, {}};
  PlotLine p50 = {"p50", kGreen, {}};
  PlotLine p99 = {"p99", kBlue, {}};
  PlotLine max = {"max", kRed, {}};
  for (const SecondRow& row : result.seconds) {
    if (!row.has_rates()) {
      continue;
    }
    const double x = row.until_seconds;
    const double length = row.length_seconds;
    planned.points.emplace_back(x, static_cast<double>(row.planned) / length);
    ok.points.emplace_back(x, static_cast<double>(row.ok) / length);
    failed.points.emplace_back(x, static_cast<double>(row.failed) / length);
    p50.points.emplace_back(x, static_cast<double>(row.p50) / 1e6);
    p99.points.emplace_back(x, static_cast<double>(row.p99) / 1e6);
    max.points.emplace_back(x, static_cast<double>(row.max) / 1e6);
  }
  std::vector<PlotLine> rates = {ok, failed};
  if (result.options.is_open()) {
    rates.insert(rates.begin(), planned);
  }
  absl::StrAppend(out, PlotSvg({.title = "Calls a second",
                                .x_label = "seconds",
                                .y_label = "calls/s",
                                .has_log_y = false,
                                .x_marks = {}},
                               rates));
  absl::StrAppend(out, PlotSvg({.title = "Latency by second",
                                .x_label = "seconds",
                                .y_label = "ms, logarithmic",
                                .has_log_y = true,
                                .x_marks = {}},
                               {p50, p99, max}));
}

// The latency by percentile; each nine takes the same width.
PlotLine CurveOf(absl::string_view name, absl::string_view color, const Histogram& histogram) {
  PlotLine line = {std::string(name), std::string(color), {}};
  if (histogram.count() == 0) {
    return line;
  }
  constexpr double kStep = 0.05;
  const double nines = std::min(5.0, std::log10(static_cast<double>(histogram.count())));
  for (int i = 0; i * kStep <= nines; ++i) {
    const double x = i * kStep;
    const double percent = 100 * (1 - std::pow(10, -x));
    line.points.emplace_back(x, static_cast<double>(histogram.Percentile(percent)) / 1e6);
  }
  return line;
}

void AppendDistribution(const LoadResult& result, std::string* out) {
  std::vector<PlotLine> lines;
  if (result.options.is_open()) {
    lines.push_back(CurveOf("from planned (corrected)", kBlue, result.tally.corrected()));
  }
  lines.push_back(CurveOf("from sent (uncorrected)", kGray, result.tally.uncorrected()));
  std::vector<std::pair<double, std::string>> marks = {{0, "0 %"}};
  const double end = lines.front().points.empty() ? 0 : lines.front().points.back().first;
  const std::vector<std::string> nines = {"90 %", "99 %", "99.9 %", "99.99 %", "99.999 %"};
  for (size_t i = 0; i < nines.size() && static_cast<double>(i + 1) <= end; ++i) {
    marks.emplace_back(static_cast<double>(i + 1), nines[i]);
  }
  absl::StrAppend(out, PlotSvg({.title = "Latency by percentile",
                                .x_label = "",
                                .y_label = "ms, logarithmic",
                                .has_log_y = true,
                                .x_marks = marks},
                               lines));
}

}  // namespace

std::string HtmlText(const LoadResult& result) {
  std::string out = kHead;
  AppendSummary(result, &out);
  AppendLatencies(result, &out);
  AppendPlotsOverTime(result, &out);
  AppendDistribution(result, &out);
  AppendCountTables(result, &out);
  absl::StrAppend(&out, "</body>\n</html>\n");
  return out;
}

}  // namespace signet::load
