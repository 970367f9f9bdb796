// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_BENCH_LOAD_SLOT_POOL_H_
#define SIGNET_BENCH_LOAD_SLOT_POOL_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "bench/load/slot.h"
#include "server/base/mutex.h"

namespace signet::load {

// All slots of a worker, and which of them are free. Safe for concurrent use.
class SlotPool {
 public:
  SlotPool(size_t count, const Workload& workload, const Seeds& seeds);

  // A free slot: the one that was given back last, whose memory is warmest. Null
  // when none is until the steady time `until`, or Stop() came.
  Slot* Take(int64_t until) ABSL_LOCKS_EXCLUDED(mu_);
  void Give(Slot* slot) ABSL_LOCKS_EXCLUDED(mu_);

  // No more slots are given out.
  void Stop() ABSL_LOCKS_EXCLUDED(mu_);

  bool AllFree() const ABSL_LOCKS_EXCLUDED(mu_);
  // Waits for that until the steady time `until`; false when it did not come.
  bool WaitUntilAllFree(int64_t until) ABSL_LOCKS_EXCLUDED(mu_);

  void CancelAll();

 private:
  std::vector<std::unique_ptr<Slot>> slots_;
  mutable Mutex mu_;
  CondVar changed_;
  std::vector<Slot*> free_ ABSL_GUARDED_BY(mu_);
  int waiting_ ABSL_GUARDED_BY(mu_) = 0;
  bool is_stopped_ ABSL_GUARDED_BY(mu_) = false;
};

}  // namespace signet::load

#endif  // SIGNET_BENCH_LOAD_SLOT_POOL_H_
