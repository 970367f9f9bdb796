// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_TRANSPORT_REFUSALS_H_
#define SIGNET_SERVER_TRANSPORT_REFUSALS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/time/time.h"
#include "grpcpp/support/status.h"

namespace signet {

// What callers are told whose calls a lane does not work on, made beforehand: when it
// matters there is no time for it. Belongs to one thread.
class Refusals {
 public:
  // The shortest and the longest time that a caller is asked to wait, before jitter.
  static constexpr absl::Duration kShortest = absl::Milliseconds(50);
  static constexpr absl::Duration kLongest = absl::Milliseconds(1600);

  Refusals();

  // RESOURCE_EXHAUSTED, OVERLOADED, with a RetryInfo: the longer, the longer the lane
  // has been overloaded (in intervals, from 0), doubled by each up to kLongest, and
  // between half and one and a half of that, so that those who were refused together
  // do not come back together.
  const grpc::Status& Overloaded(int intervals);

  // DEADLINE_EXCEEDED: the deadline passed while the call waited.
  const grpc::Status& expired() const { return expired_; }

 private:
  // By time, then by jitter.
  std::vector<grpc::Status> overloaded_;
  grpc::Status expired_;
  size_t next_ = 0;
};

}  // namespace signet

#endif  // SIGNET_SERVER_TRANSPORT_REFUSALS_H_
