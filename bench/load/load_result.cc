// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/load/load_result.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace signet::load {
namespace {

// A thread that needs more of its core has nothing left for a busy moment.
constexpr double kBusyThread = 0.9;
constexpr int64_t kLateNanos = 1'000'000;
// Of the server, by its documentation; gRPC queues what is above.
constexpr int kStreamsPerConnection = 256;

std::string Shown(int64_t nanos) {
  return absl::StrFormat("%.1f ms", static_cast<double>(nanos) / 1e6);
}

// The mean of the rows' lateness from `first` on.
double MeanLateness(const std::vector<SecondRow>& rows, size_t first, size_t count) {
  double sum = 0;
  double sent = 0;
  for (size_t i = first; i < first + count; ++i) {
    sum += rows[i].mean_lateness * static_cast<double>(rows[i].sent);
    sent += static_cast<double>(rows[i].sent);
  }
  return sent > 0 ? sum / sent : 0;
}

bool LatenessGrows(const std::vector<SecondRow>& rows) {
  const size_t quarter = rows.size() / 4;
  if (quarter == 0) {
    return false;
  }
  const double first = MeanLateness(rows, 0, quarter);
  const double last = MeanLateness(rows, rows.size() - quarter, quarter);
  return last > static_cast<double>(kLateNanos) && last > 2 * first;
}

void WarnOfClient(const LoadResult& result, std::vector<std::string>* warnings) {
  for (const ThreadShare& thread : result.threads) {
    if (thread.cores > kBusyThread) {
      warnings->push_back(absl::StrFormat(
          "the client is the bottleneck: its thread %s used %.0f %% of a core; give it more "
          "--threads and --connections, or more machines",
          thread.name, 100 * thread.cores));
    }
  }
  const int64_t late = result.lateness.Percentile(99);
  if (late > kLateNanos) {
    warnings->push_back(absl::StrCat(
        "the client is the bottleneck: 1 % of the calls were sent ", Shown(late),
        " or more after they could have been; the latencies from the planned time have that in "
        "them"));
  }
  if (LatenessGrows(result.seconds)) {
    warnings->push_back(
        "the client is the bottleneck: calls were sent later and later as the run went on");
  }
}

void WarnOfLimits(const LoadResult& result, std::vector<std::string>* warnings) {
  const LoadOptions& options = result.options;
  if (result.tally.unsent() > 0) {
    warnings->push_back(
        absl::StrCat(result.tally.unsent(), " planned calls were not sent: up to --concurrency ",
                     options.concurrency,
                     " were in flight; they count in the percentiles from the planned "
                     "time with what they had waited"));
  }
  if (options.concurrency > kStreamsPerConnection * options.connections) {
    warnings->push_back(absl::StrCat("signet takes ", kStreamsPerConnection,
                                     " calls on a connection at once; with --concurrency ",
                                     options.concurrency, " and --connections ",
                                     options.connections, " the rest waits in the client"));
  }
}

void WarnOfChecks(const LoadResult& result, std::vector<std::string>* warnings) {
  const VerifyReport& verified = result.verified;
  if (verified.wrong_count() > 0) {
    warnings->push_back(absl::StrCat(verified.wrong_count(),
                                     " answers are wrong; the first differs in ",
                                     verified.first_difference));
  }
  if (verified.unchecked > 0) {
    warnings->push_back(absl::StrCat(verified.unchecked,
                                     " answers could not be recomputed: ", verified.first_problem));
  }
  if (verified.skipped > 0) {
    warnings->push_back(absl::StrCat(verified.skipped,
                                     " sampled answers were not recomputed, since they came "
                                     "faster than that; take a larger N of --verify 1/N"));
  }
  if (result.outages.count > 0) {
    warnings->push_back(absl::StrCat("the server was lost on ", result.outages.count,
                                     " occasions (per connection), ", result.outages.recovered,
                                     " of them ended with an answer again; the longest lasted ",
                                     Shown(result.outages.longest_nanos)));
  }
}

}  // namespace

bool LoadResult::HasFailed() const {
  if (tally.ok() == 0 || verified.wrong_count() > 0) {
    return true;
  }
  const Outcome outcome = ToOutcome();
  return std::any_of(options.fail_conditions.begin(), options.fail_conditions.end(),
                     [&outcome](const FailCondition& one) { return one.Holds(outcome); });
}

std::vector<std::string> WarningsOf(const LoadResult& result) {
  std::vector<std::string> warnings;
  if (result.is_interrupted) {
    warnings.push_back("the run was interrupted before its end");
  }
  WarnOfClient(result, &warnings);
  WarnOfLimits(result, &warnings);
  WarnOfChecks(result, &warnings);
  return warnings;
}

}  // namespace signet::load
