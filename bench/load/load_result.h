// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_BENCH_LOAD_LOAD_RESULT_H_
#define SIGNET_BENCH_LOAD_LOAD_RESULT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "bench/load/fail_condition.h"
#include "bench/load/histogram.h"
#include "bench/load/load_options.h"
#include "bench/load/outages.h"
#include "bench/load/tally.h"
#include "bench/load/verify_report.h"

namespace signet::load {

// A second of the run; the last one may be shorter, and has what was answered
// after the last call was sent.
struct SecondRow {
  // Since calls count.
  double until_seconds = 0;
  double length_seconds = 0;
  // Of the schedule; 0 in a closed loop.
  int64_t planned = 0;
  int64_t sent = 0;
  int64_t ok = 0;
  int64_t failed = 0;
  // At its end.
  int64_t in_flight = 0;
  // From the planned time, of what was answered well in it, ns.
  int64_t p50 = 0;
  int64_t p99 = 0;
  int64_t max = 0;
  // How late calls were sent, ns.
  double mean_lateness = 0;

  // False for a rest that is too short to speak of rates.
  bool has_rates() const { return length_seconds >= 0.1; }
};

// Processor time of one of the client's threads over the time it had.
struct ThreadShare {
  std::string name;
  double cores = 0;
};

// All that a run came to.
struct LoadResult {
  LoadOptions options;
  std::string server_version;
  std::string caller;
  absl::Time started_at;
  // Not what was asked for: the run was interrupted.
  bool is_interrupted = false;

  // From when calls count to the last answer, or to the end of the sending if
  // that is later.
  double elapsed_seconds = 0;
  // By the schedule; in a closed loop, and when it was interrupted, what was sent.
  int64_t planned = 0;
  // Calls of the warm-up.
  int64_t uncounted = 0;
  Tally tally;
  // How much later than they could have been calls were sent: the client's own.
  Histogram lateness;
  std::vector<SecondRow> seconds;
  std::vector<ThreadShare> threads;
  Outages outages;
  VerifyReport verified;
  std::vector<std::string> warnings;

  double ok_rate() const {
    return elapsed_seconds > 0 ? static_cast<double>(tally.ok()) / elapsed_seconds : 0;
  }
  double signature_rate() const {
    return elapsed_seconds > 0 ? static_cast<double>(tally.signatures()) / elapsed_seconds : 0;
  }
  // What percentiles are judged by: a closed loop plans nothing.
  const Histogram& latency() const {
    return options.is_open() ? tally.corrected() : tally.uncorrected();
  }
  Outcome ToOutcome() const {
    return {.latency = &latency(), .ok = tally.ok(), .failed = tally.failed(), .rate = ok_rate()};
  }
  // True when a condition holds, an answer was wrong, or none was right.
  bool HasFailed() const;
};

// What a reader must know before believing the figures: that the client or its
// limits held the load back, and what could not be checked.
std::vector<std::string> WarningsOf(const LoadResult& result);

}  // namespace signet::load

#endif  // SIGNET_BENCH_LOAD_LOAD_RESULT_H_
