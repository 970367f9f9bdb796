// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/load/report_json.h"

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "bench/load/report_text.h"
#include "nlohmann/json.hpp"

namespace signet::load {
namespace {

// Keys stay in the order they are written in.
using Json = nlohmann::ordered_json;

Json ToJson(const Histogram& histogram) {
  Json json = {{"count", histogram.count()}};
  for (const ReportedPercentile& one : kReportedPercentiles) {
    json[absl::StrCat(one.name, "_us")] =
        static_cast<double>(histogram.Percentile(one.percent)) / 1e3;
  }
  json["min_us"] = static_cast<double>(histogram.min()) / 1e3;
  json["max_us"] = static_cast<double>(histogram.max()) / 1e3;
  json["mean_us"] = histogram.mean() / 1e3;
  return json;
}

Json BucketsOf(const Histogram& histogram) {
  Json json = Json::array();
  for (const Histogram::Bucket& bucket : histogram.Buckets()) {
    json.push_back(
        {{"up_to_us", static_cast<double>(bucket.upper) / 1e3}, {"count", bucket.count}});
  }
  return json;
}

Json OptionsOf(const LoadOptions& options) {
  return {{"target", options.server.target},
          {"loop", options.is_open() ? "open" : "closed"},
          {"schedule", options.schedule_text},
          {"duration_s", options.duration == absl::InfiniteDuration()
                             ? Json()
                             : Json(absl::ToDoubleSeconds(options.duration))},
          {"total", options.total},
          {"warmup_s", absl::ToDoubleSeconds(options.warmup)},
          {"timeout_s", absl::ToDoubleSeconds(options.server.deadline)},
          {"concurrency", options.concurrency},
          {"connections", options.connections},
          {"threads", options.threads},
          {"mix", options.mix->ToString()},
          {"credentials", options.credentials},
          {"scopes", options.scopes},
          {"zipf", options.zipf},
          {"requests", options.requests_file},
          {"batch_size", options.batch_size},
          {"chunks", options.chunks},
          {"seed", options.seed},
          {"verify_every", options.verify_every}};
}

Json CountsOf(const LoadResult& result) {
  const Tally& tally = result.tally;
  return {{"planned", result.planned},        {"sent", tally.sent()},
          {"unsent", tally.unsent()},         {"ok", tally.ok()},
          {"failed", tally.failed()},         {"in_flight_at_end", tally.in_flight()},
          {"signatures", tally.signatures()}, {"warmup", result.uncounted}};
}

Json StatusesOf(const Tally& tally) {
  Json json = Json::array();
  for (const auto& [key, status] : tally.statuses()) {
    json.push_back({{"code", absl::StatusCodeToString(key.first)},
                    {"reason", key.second},
                    {"count", status.count},
                    {"message", status.example}});
  }
  return json;
}

Json OperationsOf(const Tally& tally) {
  Json json = Json::object();
  for (size_t i = 0; i < kOperationCount; ++i) {
    const OperationTally& one = tally.operation(static_cast<Operation>(i));
    if (one.ok + one.failed > 0) {
      json[std::string(NameOf(static_cast<Operation>(i)))] = {
          {"ok", one.ok}, {"failed", one.failed}, {"latency", ToJson(one.corrected)}};
    }
  }
  return json;
}

Json SecondsOf(const LoadResult& result) {
  Json json = Json::array();
  for (const SecondRow& row : result.seconds) {
    json.push_back({{"until_s", row.until_seconds},
                    {"planned", row.planned},
                    {"sent", row.sent},
                    {"ok", row.ok},
                    {"failed", row.failed},
                    {"in_flight", row.in_flight},
                    {"p50_us", static_cast<double>(row.p50) / 1e3},
                    {"p99_us", static_cast<double>(row.p99) / 1e3},
                    {"max_us", static_cast<double>(row.max) / 1e3},
                    {"late_mean_us", row.mean_lateness / 1e3}});
  }
  return json;
}

Json ClientOf(const LoadResult& result) {
  Json threads = Json::object();
  for (const ThreadShare& thread : result.threads) {
    threads[thread.name] = thread.cores;
  }
  return {{"sent_late", ToJson(result.lateness)}, {"thread_cores", std::move(threads)}};
}

Json ConditionsOf(const LoadResult& result) {
  const Outcome outcome = result.ToOutcome();
  Json json = Json::array();
  for (const FailCondition& condition : result.options.fail_conditions) {
    json.push_back({{"condition", condition.text()},
                    {"value", condition.ValueIn(outcome)},
                    {"holds", condition.Holds(outcome)}});
  }
  return json;
}

}  // namespace

std::string JsonText(const LoadResult& result) {
  const Tally& tally = result.tally;
  Json json;
  json["started_at"] =
      absl::FormatTime("%Y-%m-%dT%H:%M:%SZ", result.started_at, absl::UTCTimeZone());
  json["server"] = {{"version", result.server_version}, {"caller", result.caller}};
  json["options"] = OptionsOf(result.options);
  json["elapsed_s"] = result.elapsed_seconds;
  json["interrupted"] = result.is_interrupted;
  json["calls"] = CountsOf(result);
  json["ok_per_second"] = result.ok_rate();
  json["signatures_per_second"] = result.signature_rate();
  // A closed loop has no planned times to correct by.
  json["corrected"] = result.options.is_open() ? ToJson(tally.corrected()) : Json();
  json["uncorrected"] = ToJson(tally.uncorrected());
  json["operations"] = OperationsOf(tally);
  json["statuses"] = StatusesOf(tally);
  json["outages"] = {{"count", result.outages.count},
                     {"recovered", result.outages.recovered},
                     {"longest_s", static_cast<double>(result.outages.longest_nanos) / 1e9}};
  json["verified"] = {{"checked", result.verified.checked},
                      {"wrong", result.verified.wrong_count()},
                      {"unchecked", result.verified.unchecked},
                      {"skipped", result.verified.skipped}};
  json["client"] = ClientOf(result);
  json["warnings"] = result.warnings;
  json["fail_if"] = ConditionsOf(result);
  json["failed"] = result.HasFailed();
  json["seconds"] = SecondsOf(result);
  json["histogram"] = {
      {"corrected", result.options.is_open() ? BucketsOf(tally.corrected()) : Json()},
      {"uncorrected", BucketsOf(tally.uncorrected())}};
  // A message of a server may hold anything.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace signet::load
