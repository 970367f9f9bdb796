// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_BENCH_LOAD_WORKER_H_
#define SIGNET_BENCH_LOAD_WORKER_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "absl/time/time.h"
#include "bench/load/load_connection.h"
#include "bench/load/random.h"
#include "bench/load/recorder.h"
#include "bench/load/schedule.h"
#include "bench/load/seeds.h"
#include "bench/load/slot_pool.h"
#include "bench/load/verifier.h"
#include "bench/load/workload.h"
#include "grpcpp/grpcpp.h"

namespace signet::load {

// What all workers of a run share.
struct RunPlan {
  const Workload* workload = nullptr;
  const Seeds* seeds = nullptr;
  // Null: answers are not checked.
  Verifier* verifier = nullptr;
  // Open loop: of the warm-up and of what counts. Not set: a closed loop.
  std::optional<Schedule> warmup_schedule;
  std::optional<Schedule> schedule;
  // Steady times: when it begins, when calls begin to count, and when the last
  // is sent.
  int64_t begin = 0;
  int64_t count_from = 0;
  int64_t send_until = 0;
  // Counted calls at most; 0 for no such limit.
  int64_t total = 0;
  absl::Duration timeout;
  uint64_t seed = 0;
  int worker_count = 1;
  // Closed loop: counted calls that were begun, by all workers.
  std::atomic<int64_t>* begun = nullptr;
};

struct ThreadCpu {
  std::string name;
  int64_t nanos;
};

// One thread that takes answers and, in an open loop, one that sends: apart, so
// that a burst of answers does not hold up what is due. With connections and
// slots of their own.
class Worker {
 public:
  // `plan` outlives it. It sends each call number n with n % worker_count ==
  // index.
  Worker(const RunPlan& plan, int index, size_t slots,
         std::vector<std::unique_ptr<LoadConnection>> connections);
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  void Start();
  // No more calls are sent.
  void Stop();
  // False when all that was planned is sent and, in a closed loop, answered.
  bool IsSending() const;
  // Waits for answers until the steady time `until`, gives up those that are still
  // due, and ends the threads. Call once.
  void Finish(int64_t until);

  Recorder& recorder() { return recorder_; }
  // Processor time of its threads so far. Between Start() and Finish().
  std::vector<ThreadCpu> CpuTimes();
  // After Finish().
  Outages OutagesUntil(int64_t now) const;
  int64_t uncounted() const { return uncounted_; }

 private:
  void Pace();
  // Sends by `schedule` from the steady time `from`.
  void PaceBy(const Schedule& schedule, int64_t from, bool is_counted);
  // Waits for a time; false when Stop() came.
  bool SleepUntil(int64_t time) const;
  // Everything that was due until now and not sent.
  void RecordUnsent(const Schedule& schedule, int64_t from, int64_t index, int64_t limit);

  void TakeEvents();
  void OnAnswered(Slot* slot);
  // Closed loop: the next call in `slot`, or its return to the pool.
  void StartNext(Slot* slot);
  void Send(Slot* slot, int64_t planned, int64_t ready_at, int64_t now, bool is_counted);

  const RunPlan& plan_;
  const int index_;
  std::vector<std::unique_ptr<LoadConnection>> connections_;
  grpc::CompletionQueue queue_;
  SlotPool slots_;
  Recorder recorder_;
  // Of the one thread that sends.
  Random random_;
  size_t next_connection_ = 0;
  std::atomic<int64_t> uncounted_{0};
  // Of the thread that takes answers.
  uint64_t answers_ = 0;

  std::atomic<bool> is_stopped_{false};
  std::atomic<bool> is_pacing_{false};
  // Of the thread that sends, once it has ended.
  std::atomic<int64_t> pacer_cpu_{0};
  // Answers that come from now on do not count.
  std::atomic<bool> is_given_up_{false};
  std::thread taker_;
  std::thread pacer_;
};

}  // namespace signet::load

#endif  // SIGNET_BENCH_LOAD_WORKER_H_
