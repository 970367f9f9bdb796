// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/load/slot_pool.h"

#include <algorithm>

#include "absl/time/time.h"
#include "bench/load/steady_time.h"

namespace signet::load {
namespace {

// Waits are cut into pieces, since the end of time is too far for a wait.
constexpr int64_t kMaxWaitNanos = 100'000'000;

absl::Duration WaitUntil(int64_t until) {
  return absl::Nanoseconds(std::min(until - SteadyNow(), kMaxWaitNanos));
}

}  // namespace

SlotPool::SlotPool(size_t count, const Workload& workload, const Seeds& seeds) {
  for (size_t i = 0; i < count; ++i) {
    slots_.push_back(std::make_unique<Slot>(workload, seeds));
    free_.push_back(slots_.back().get());
  }
}

Slot* SlotPool::Take(int64_t until) {
  MutexLock lock(&mu_);
  while (free_.empty() && !is_stopped_ && SteadyNow() < until) {
    ++waiting_;
    changed_.WaitFor(&mu_, WaitUntil(until));
    --waiting_;
  }
  if (free_.empty() || is_stopped_) {
    return nullptr;
  }
  Slot* const slot = free_.back();
  free_.pop_back();
  return slot;
}

void SlotPool::Give(Slot* slot) {
  MutexLock lock(&mu_);
  free_.push_back(slot);
  if (waiting_ > 0) {
    changed_.NotifyAll();
  }
}

void SlotPool::Stop() {
  MutexLock lock(&mu_);
  is_stopped_ = true;
  changed_.NotifyAll();
}

bool SlotPool::AllFree() const {
  MutexLock lock(&mu_);
  return free_.size() == slots_.size();
}

bool SlotPool::WaitUntilAllFree(int64_t until) {
  MutexLock lock(&mu_);
  while (free_.size() < slots_.size() && SteadyNow() < until) {
    ++waiting_;
    changed_.WaitFor(&mu_, WaitUntil(until));
    --waiting_;
  }
  return free_.size() == slots_.size();
}

void SlotPool::CancelAll() {
  for (const std::unique_ptr<Slot>& slot : slots_) {
    slot->Cancel();
  }
}

}  // namespace signet::load
