// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_TRANSPORT_WORK_H_
#define SIGNET_SERVER_TRANSPORT_WORK_H_

#include <cstddef>
#include <cstdint>
#include <limits>

#include "absl/strings/string_view.h"
#include "grpcpp/support/status.h"

namespace signet {

// A point in time on a lane: nanoseconds of CLOCK_MONOTONIC.
using LaneTime = int64_t;
inline constexpr LaneTime kNoDeadline = std::numeric_limits<LaneTime>::max();

struct WaitingCaller;

// Learns what the calls of a method take, by the bytes of their messages.
class CostEstimate {
 public:
  // Nanoseconds for a message of that size.
  int64_t Of(size_t bytes) const {
    return static_cast<int64_t>(nanos_per_byte_ * static_cast<double>(bytes + kFixedBytes));
  }

  void Learn(size_t bytes, int64_t nanos) {
    const double seen = static_cast<double>(nanos) / static_cast<double>(bytes + kFixedBytes);
    nanos_per_byte_ += (seen - nanos_per_byte_) / 16;
  }

 private:
  // What is done for a message of no size counts as much as these.
  static constexpr size_t kFixedBytes = 512;

  double nanos_per_byte_ = 5;
};

// How work is to be queued.
struct WorkTerms {
  // Whose turn it takes; copied.
  absl::string_view caller;
  // How long it is expected to take, in nanoseconds.
  int64_t cost = 0;
  // What learns how long it took, and for how many bytes; null: nothing.
  CostEstimate* estimate = nullptr;
  size_t bytes = 0;
  LaneTime deadline = kNoDeadline;
  // False for what was begun, which then goes on.
  bool is_refusable = false;
};

// Something that a lane does for a caller in one go: a call, a slice of one, a
// message of one. Belongs to the lane's thread.
class Work {
 public:
  virtual ~Work() = default;

  // How to queue it, when it is not done at once.
  virtual WorkTerms Terms() = 0;

  // Does it. May end the work's life, and add other work or itself again.
  virtual void Run() = 0;

  // Ends the call with that status, which says that nothing was done. `waited`: since
  // the call came, in nanoseconds. Only for work that is_refusable.
  virtual void Refuse(const grpc::Status& status, int64_t waited) = 0;

 private:
  friend class WorkQueue;

  // Of the queue, while the work is in it.
  WaitingCaller* caller_ = nullptr;
  int64_t cost_ = 0;
  CostEstimate* estimate_ = nullptr;
  size_t bytes_ = 0;
  LaneTime arrival_ = 0;
  LaneTime deadline_ = kNoDeadline;
  bool is_refusable_ = false;
};

}  // namespace signet

#endif  // SIGNET_SERVER_TRANSPORT_WORK_H_
