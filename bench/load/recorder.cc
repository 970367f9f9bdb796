// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/load/recorder.h"

namespace signet::load {

void Interval::Merge(const Interval& other) {
  sent += other.sent;
  ok += other.ok;
  failed += other.failed;
  latency.Merge(other.latency);
  lateness.Merge(other.lateness);
}

void Interval::Reset() {
  sent = 0;
  ok = 0;
  failed = 0;
  latency.Reset();
  lateness.Reset();
}

void Recorder::Sent(int64_t lateness) {
  MutexLock lock(&mu_);
  tally_.AddSent();
  lateness_.Record(lateness);
  ++interval_.sent;
  interval_.lateness.Record(lateness);
}

void Recorder::Answered(const Answer& answer) {
  MutexLock lock(&mu_);
  tally_.Add(answer);
  if (answer.ending.ok()) {
    ++interval_.ok;
    interval_.latency.Record(answer.done - answer.planned);
  } else {
    ++interval_.failed;
  }
}

void Recorder::Unsent(int64_t nanos) {
  MutexLock lock(&mu_);
  tally_.AddUnsent(nanos);
}

void Recorder::TakeInterval(Interval* interval) {
  MutexLock lock(&mu_);
  interval->Merge(interval_);
  interval_.Reset();
}

void Recorder::AddTo(Tally* tally, Histogram* lateness) {
  MutexLock lock(&mu_);
  tally->Merge(tally_);
  lateness->Merge(lateness_);
}

}  // namespace signet::load
