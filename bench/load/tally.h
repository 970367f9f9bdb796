// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_BENCH_LOAD_TALLY_H_
#define SIGNET_BENCH_LOAD_TALLY_H_

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "bench/load/histogram.h"
#include "bench/load/mix.h"
#include "server/base/error.h"

namespace signet::load {

// How a call ended, as it is counted.
struct Ending {
  // Of the call; of a batch the first item that failed.
  absl::StatusCode code = absl::StatusCode::kOk;
  // The server's reason ("NOT_GRANTED"), or this client's own for an answer that
  // is OK and yet wrong: "WRONG_SIGNATURE", "WRONG_VERDICT". Empty for none.
  std::string reason = {};
  std::string message = {};

  bool ok() const { return code == absl::StatusCode::kOk && reason.empty(); }
};

// One finished call. Times are of the steady clock, ns.
struct Answer {
  Operation operation = Operation::kSign;
  int64_t planned = 0;
  int64_t sent = 0;
  int64_t done = 0;
  // Made by the call.
  int64_t signatures = 0;
  Ending ending;
};

struct StatusTally {
  int64_t count = 0;
  // One of the messages, cut short.
  std::string example;
};

struct OperationTally {
  int64_t ok = 0;
  int64_t failed = 0;
  Histogram corrected;
};

// What came of calls. One thread at a time.
class Tally {
 public:
  void AddSent() { ++sent_; }
  void Add(const Answer& answer);
  // A planned call that was not sent within its time, after waiting `nanos`.
  void AddUnsent(int64_t nanos);
  // Turns one call that was counted as good into one that failed with `reason`.
  void Convict(Operation operation, const Ending& ending);
  void Merge(const Tally& other);

  int64_t sent() const { return sent_; }
  int64_t ok() const { return ok_; }
  int64_t failed() const { return failed_; }
  int64_t in_flight() const { return sent_ - ok_ - failed_; }
  int64_t unsent() const { return unsent_; }
  int64_t signatures() const { return signatures_; }
  // Steady time of the last answer; 0 for none.
  int64_t last_done() const { return last_done_; }

  // From the planned time on: calls that were answered well, and for what they
  // waited at least, those that timed out or could not be sent.
  const Histogram& corrected() const { return corrected_; }
  // From the time of sending: calls that were answered well, as clients that
  // wait for answers see it.
  const Histogram& uncorrected() const { return uncorrected_; }

  // By code and reason.
  using StatusKey = std::pair<absl::StatusCode, std::string>;
  const std::map<StatusKey, StatusTally>& statuses() const { return statuses_; }
  const OperationTally& operation(Operation operation) const {
    return operations_[static_cast<size_t>(operation)];
  }

 private:
  void Count(const Ending& ending);

  int64_t sent_ = 0;
  int64_t ok_ = 0;
  int64_t failed_ = 0;
  int64_t unsent_ = 0;
  int64_t signatures_ = 0;
  int64_t last_done_ = 0;
  Histogram corrected_;
  Histogram uncorrected_;
  std::map<StatusKey, StatusTally> statuses_;
  std::array<OperationTally, kOperationCount> operations_;
};

}  // namespace signet::load

#endif  // SIGNET_BENCH_LOAD_TALLY_H_
