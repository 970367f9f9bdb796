// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_BENCH_LOAD_SLOT_H_
#define SIGNET_BENCH_LOAD_SLOT_H_

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "absl/base/thread_annotations.h"
#include "absl/time/time.h"
#include "bench/load/load_connection.h"
#include "bench/load/operation_call.h"
#include "grpcpp/alarm.h"
#include "grpcpp/grpcpp.h"
#include "server/base/mutex.h"

namespace signet::load {

// A call to be made.
struct Launch {
  CallPlan plan;
  // Steady times.
  int64_t planned = 0;
  int64_t sent = 0;
  // False for warm-up.
  bool is_counted = false;
};

// Room for one call in flight, with messages that are used again and again. The
// thread that sends and the one that takes events may be different.
class Slot {
 public:
  // Both outlive it.
  Slot(const Workload& workload, const Seeds& seeds) : workload_(workload), seeds_(seeds) {}

  // Starts a call over `connection`; its events come to `queue` with this slot as
  // tag. REQUIRES: no call is in flight.
  void Start(const Launch& launch, LoadConnection* connection, grpc::CompletionQueue* queue,
             absl::Duration timeout) ABSL_LOCKS_EXCLUDED(mu_);

  // Has an event come to `queue` after `pause`. REQUIRES: no call is in flight.
  void Pause(grpc::CompletionQueue* queue, absl::Duration pause) ABSL_LOCKS_EXCLUDED(mu_);

  enum class Event {
    // More will come of the same call.
    kGoesOn,
    // The call is over.
    kAnswered,
    kPauseOver,
  };
  Event OnEvent(bool ok) ABSL_LOCKS_EXCLUDED(mu_);

  // Ends what is in flight early; its last event comes nevertheless.
  void Cancel() ABSL_LOCKS_EXCLUDED(mu_);

  // Of the call that was answered last.
  struct Finished {
    Launch launch;
    LoadConnection* connection;
    Ending ending;
    int64_t signatures;
  };
  Finished GetFinished() const ABSL_LOCKS_EXCLUDED(mu_);
  std::optional<Sample> SampleOf(uint64_t number) const ABSL_LOCKS_EXCLUDED(mu_);

 private:
  const Workload& workload_;
  const Seeds& seeds_;
  mutable Mutex mu_;
  bool is_busy_ ABSL_GUARDED_BY(mu_) = false;
  bool is_paused_ ABSL_GUARDED_BY(mu_) = false;
  Launch launch_ ABSL_GUARDED_BY(mu_);
  LoadConnection* connection_ ABSL_GUARDED_BY(mu_) = nullptr;
  std::optional<grpc::ClientContext> context_ ABSL_GUARDED_BY(mu_);
  OperationCall* call_ ABSL_GUARDED_BY(mu_) = nullptr;
  std::array<std::unique_ptr<OperationCall>, kOperationCount> calls_ ABSL_GUARDED_BY(mu_);
  grpc::Alarm alarm_ ABSL_GUARDED_BY(mu_);
};

}  // namespace signet::load

#endif  // SIGNET_BENCH_LOAD_SLOT_H_
