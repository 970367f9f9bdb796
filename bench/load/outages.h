// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_BENCH_LOAD_OUTAGES_H_
#define SIGNET_BENCH_LOAD_OUTAGES_H_

#include <algorithm>
#include <cstdint>

#include "absl/status/status.h"
#include "bench/load/tally.h"

namespace signet::load {

// Times without the server: from a call that could not reach it to the next
// answer over the same connection.
struct Outages {
  int64_t count = 0;
  // Those that an answer ended.
  int64_t recovered = 0;
  int64_t longest_nanos = 0;

  void Merge(const Outages& other) {
    count += other.count;
    recovered += other.recovered;
    longest_nanos = std::max(longest_nanos, other.longest_nanos);
  }
};

// Watches the answers over one connection for outages. One thread at a time.
class OutageWatch {
 public:
  // A call ended like this at the steady time `now`.
  void OnAnswer(const Ending& ending, int64_t now) {
    // The server's own UNAVAILABLE says its reason.
    const bool unreachable = ending.code == absl::StatusCode::kUnavailable && ending.reason.empty();
    if (unreachable && lost_at_ == 0) {
      lost_at_ = now;
      ++outages_.count;
    } else if (ending.code == absl::StatusCode::kOk && lost_at_ != 0) {
      outages_.longest_nanos = std::max(outages_.longest_nanos, now - lost_at_);
      ++outages_.recovered;
      lost_at_ = 0;
    }
  }

  // Those so far; one that lasts counts up to `now`.
  Outages OutagesUntil(int64_t now) const {
    Outages outages = outages_;
    if (lost_at_ != 0) {
      outages.longest_nanos = std::max(outages.longest_nanos, now - lost_at_);
    }
    return outages;
  }

 private:
  Outages outages_;
  // When it was lost; 0 while it is not.
  int64_t lost_at_ = 0;
};

}  // namespace signet::load

#endif  // SIGNET_BENCH_LOAD_OUTAGES_H_
