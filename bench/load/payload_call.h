// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_BENCH_LOAD_PAYLOAD_CALL_H_
#define SIGNET_BENCH_LOAD_PAYLOAD_CALL_H_

#include <memory>

#include "bench/load/operation_call.h"

namespace signet::load {

// A payload stream from its start to its closing chunk: each chunk is sent when
// the signature of the one before has come, as a client does. Both arguments
// outlive it.
class PayloadCall final : public OperationCall {
 public:
  PayloadCall(const Workload& workload, const Seeds& seeds) : workload_(workload), seeds_(seeds) {}

  void Start(const CallPlan& plan, const CallSite& site) override;
  bool OnEvent(bool ok) override;
  Ending GetEnding() const override;
  int64_t signatures() const override { return status_.ok() ? signatures_ : 0; }
  std::optional<Sample> SampleOf(const CallPlan& plan, uint64_t number) const override;

 private:
  // What the event that is awaited will tell.
  enum class Step { kOpen, kWrite, kRead, kHalfClose, kFinish };
  using Stream = grpc::ClientAsyncReaderWriter<v1::SignPayloadRequest, v1::SignPayloadResponse>;

  void Write(const v1::SignPayloadRequest& message);
  // After an answer: the next chunk, or the end.
  void Continue();
  void Finish();

  const Workload& workload_;
  const Seeds& seeds_;
  const UploadSeed* seed_ = nullptr;
  void* tag_ = nullptr;
  Step step_ = Step::kOpen;
  std::unique_ptr<Stream> stream_;
  v1::SignPayloadRequest chunk_;
  v1::SignPayloadResponse response_;
  grpc::Status status_;
  // Chunks sent, the closing one too, and signatures that came.
  size_t chunks_sent_ = 0;
  int64_t signatures_ = 0;
};

}  // namespace signet::load

#endif  // SIGNET_BENCH_LOAD_PAYLOAD_CALL_H_
