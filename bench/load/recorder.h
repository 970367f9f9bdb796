// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_BENCH_LOAD_RECORDER_H_
#define SIGNET_BENCH_LOAD_RECORDER_H_

#include <cstdint>

#include "absl/base/thread_annotations.h"
#include "bench/load/histogram.h"
#include "bench/load/tally.h"
#include "server/base/mutex.h"

namespace signet::load {

// What happened within a second or so.
struct Interval {
  int64_t sent = 0;
  int64_t ok = 0;
  int64_t failed = 0;
  // Of the calls that ended well in it, from their planned time.
  Histogram latency;
  // How much later than it could have been each call was sent.
  Histogram lateness;

  void Merge(const Interval& other);
  void Reset();
};

// Takes down what the threads of one worker see. Safe for concurrent use.
class Recorder {
 public:
  // A call that counts was sent, `lateness` ns after it could have been.
  void Sent(int64_t lateness) ABSL_LOCKS_EXCLUDED(mu_);
  void Answered(const Answer& answer) ABSL_LOCKS_EXCLUDED(mu_);
  void Unsent(int64_t nanos) ABSL_LOCKS_EXCLUDED(mu_);

  // Adds what came since the last time to `interval`.
  void TakeInterval(Interval* interval) ABSL_LOCKS_EXCLUDED(mu_);

  // Adds everything so far.
  void AddTo(Tally* tally, Histogram* lateness) ABSL_LOCKS_EXCLUDED(mu_);

 private:
  Mutex mu_;
  Tally tally_ ABSL_GUARDED_BY(mu_);
  Histogram lateness_ ABSL_GUARDED_BY(mu_);
  Interval interval_ ABSL_GUARDED_BY(mu_);
};

}  // namespace signet::load

#endif  // SIGNET_BENCH_LOAD_RECORDER_H_
