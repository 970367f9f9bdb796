// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_BENCH_LOAD_OPERATION_CALL_H_
#define SIGNET_BENCH_LOAD_OPERATION_CALL_H_

#include <cstdint>
#include <memory>
#include <optional>

#include "bench/load/sample.h"
#include "bench/load/seeds.h"
#include "bench/load/tally.h"
#include "bench/load/workload.h"
#include "grpcpp/grpcpp.h"
#include "signet/v1/signing.grpc.pb.h"

namespace signet::load {

// What a call is made with.
struct CallSite {
  v1::SigningService::Stub* stub;
  grpc::CompletionQueue* queue;
  grpc::ClientContext* context;
  // Comes back from the queue with each event of the call.
  void* tag;
};

// Makes calls of one operation, one after the other, with the same messages. One
// thread at a time.
class OperationCall {
 public:
  virtual ~OperationCall() = default;

  // Begins a call. `site.context` outlives it.
  virtual void Start(const CallPlan& plan, const CallSite& site) = 0;

  // Takes an event of the queue; true when the call is over.
  virtual bool OnEvent(bool ok) = 0;

  // Of a call that is over: how, and how many signatures it made.
  virtual Ending GetEnding() const = 0;
  virtual int64_t signatures() const { return 0; }

  // What a check of its answer needs, of a call that ended well; item
  // `number` % size of a batch. Nothing where there is nothing to recompute.
  virtual std::optional<Sample> SampleOf(const CallPlan& /*plan*/, uint64_t /*number*/) const {
    return std::nullopt;
  }
};

// Both outlive the result.
std::unique_ptr<OperationCall> NewOperationCall(Operation operation, const Workload& workload,
                                                const Seeds& seeds);

}  // namespace signet::load

#endif  // SIGNET_BENCH_LOAD_OPERATION_CALL_H_
