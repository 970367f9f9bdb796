// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/refusals.h"

#include <algorithm>

#include "absl/status/status.h"
#include "server/base/error.h"
#include "server/service/grpc_status.h"

namespace signet {
namespace {

// Times from kShortest to kLongest, each twice the one before.
constexpr int kTimes = 6;
// Fractions between a half and one and a half, in an order that does not rise.
constexpr double kJitters[] = {0.5, 1.25, 0.875, 1.5, 0.625, 1.125, 0.75, 1.375, 1.0};
constexpr size_t kJitterCount = std::size(kJitters);

}  // namespace

Refusals::Refusals()
    : expired_(
          ToGrpcStatus(MakeError(absl::StatusCode::kDeadlineExceeded, Reason::kDeadlineExceeded, "",
                                 "the deadline passed before the call was taken"))) {
  const absl::Status status =
      MakeError(absl::StatusCode::kResourceExhausted, Reason::kOverloaded, "",
                "the server is overloaded and did not begin with the call; retry after the time "
                "that the details tell");
  for (int i = 0; i < kTimes; ++i) {
    for (const double jitter : kJitters) {
      overloaded_.push_back(ToGrpcStatus(status, kShortest * (1 << i) * jitter));
    }
  }
}

const grpc::Status& Refusals::Overloaded(int intervals) {
  const auto time = static_cast<size_t>(std::clamp(intervals, 0, kTimes - 1));
  next_ = (next_ + 1) % kJitterCount;
  return overloaded_[time * kJitterCount + next_];
}

}  // namespace signet
