// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_BENCH_LOAD_UNARY_CALL_H_
#define SIGNET_BENCH_LOAD_UNARY_CALL_H_

#include <memory>
#include <string>

#include "bench/load/operation_call.h"
#include "client_lib/cpp/connection.h"

namespace signet::load {

// How `status` is counted.
inline Ending EndingOf(const grpc::Status& status) {
  if (status.ok()) {
    return {};
  }
  const absl::Status known = FromGrpcStatus(status);
  const Reason reason = GetErrorDetail(known).reason;
  return {.code = known.code(),
          .reason = reason == Reason::kUnspecified ? "" : std::string(ReasonName(reason)),
          .message = std::string(known.message())};
}

// A call with one message each way.
template <typename Request, typename Response>
class UnaryCall : public OperationCall {
 public:
  using Reader = std::unique_ptr<grpc::ClientAsyncResponseReader<Response>>;
  using Method = Reader (v1::SigningService::Stub::*)(grpc::ClientContext*, const Request&,
                                                      grpc::CompletionQueue*);

  explicit UnaryCall(Method method) : method_(method) {}

  void Start(const CallPlan& plan, const CallSite& site) final {
    Fill(plan, &request_);
    reader_ = (site.stub->*method_)(site.context, request_, site.queue);
    reader_->Finish(&response_, &status_, site.tag);
  }

  bool OnEvent(bool /*ok*/) final {
    reader_ = nullptr;
    return true;
  }

  Ending GetEnding() const final { return status_.ok() ? JudgeAnswer() : EndingOf(status_); }

 protected:
  const grpc::Status& status() const { return status_; }
  const Response& response() const { return response_; }

 private:
  virtual void Fill(const CallPlan& plan, Request* request) = 0;
  // Of an answer that came.
  virtual Ending JudgeAnswer() const { return {}; }

  const Method method_;
  Request request_;
  Response response_;
  grpc::Status status_;
  Reader reader_;
};

}  // namespace signet::load

#endif  // SIGNET_BENCH_LOAD_UNARY_CALL_H_
