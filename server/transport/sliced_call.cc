// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/sliced_call.h"

#include <algorithm>
#include <utility>

namespace signet {
namespace {

// What the calls of one method on one lane share.
struct SlicedCalls {
  const SlicedMethod* method;
  CallQueue* queue;
  CostEstimate cost;
};

// One call, from waiting for it to its status. It ends when gRPC has told both
// that the call is over and, where there was an answer, that it was sent.
class SlicedCall final : public CompletionTag, public Work {
 public:
  explicit SlicedCall(std::shared_ptr<SlicedCalls> calls)
      : calls_(std::move(calls)), over_(this), writer_(&context_) {
    context_.AsyncNotifyWhenDone(&over_);
    calls_->method->request_call(&context_, &request_, &writer_, calls_->queue->get(), this);
  }

  // The call came, or its answer was sent.
  void Proceed(bool ok) override {
    if (state_ != State::kWaiting) {
      state_ = State::kAnswered;
      DeleteIfOver();
      return;
    }
    if (!ok) {
      delete this;  // The server is shutting down.
      return;
    }
    if (!calls_->queue->is_closing()) {
      new SlicedCall(calls_);
    }
    state_ = State::kWorking;
    bytes_ = request_.Length();
    calls_->queue->Add(this);
  }

  WorkTerms Terms() override {
    WorkTerms terms = TermsOf(context_, bytes_, &calls_->cost);
    // Learns from the whole, not from a slice.
    terms.estimate = nullptr;
    terms.cost = std::max(terms.cost - nanos_, last_slice_nanos_);
    // What was begun goes on.
    terms.is_refusable = session_ == nullptr;
    return terms;
  }

  void Run() override {
    if (CannotAnswer()) {
      return;
    }
    if (is_over_) {
      Finish(grpc::Status::CANCELLED, {});
      return;
    }
    const LaneTime start = LaneNow();
    if (session_ == nullptr) {
      session_ = calls_->method->open(context_, &request_);
    }
    grpc::ByteBuffer response;
    const std::optional<grpc::Status> status = session_->Step(&response);
    last_slice_nanos_ = LaneNow() - start;
    nanos_ += last_slice_nanos_;
    if (status.has_value()) {
      if (status->ok()) {
        calls_->cost.Learn(bytes_, nanos_);
      }
      Finish(*status, response);
      return;
    }
    calls_->queue->Add(this);
  }

  void Refuse(const grpc::Status& status, int64_t waited) override {
    if (CannotAnswer()) {
      return;
    }
    if (calls_->method->on_refused) {
      calls_->method->on_refused(status.error_code(), waited);
    }
    Finish(status, {});
  }

 private:
  enum class State { kWaiting, kWorking, kAnswering, kAnswered };

  // Comes when the client has the answer or does not want it any more.
  class Over final : public CompletionTag {
   public:
    explicit Over(SlicedCall* call) : call_(call) {}
    void Proceed(bool /*ok*/) override {
      call_->is_over_ = true;
      call_->DeleteIfOver();
    }

   private:
    SlicedCall* const call_;
  };

  // True when nothing may be started any more; then the call ends without an answer.
  bool CannotAnswer() {
    if (!calls_->queue->is_closing()) {
      return false;
    }
    state_ = State::kAnswered;
    session_.reset();
    DeleteIfOver();
    return true;
  }

  void Finish(const grpc::Status& status, const grpc::ByteBuffer& response) {
    state_ = State::kAnswering;
    session_.reset();
    request_.Clear();
    if (status.ok()) {
      writer_.Finish(response, status, this);
    } else {
      writer_.FinishWithError(status, this);
    }
  }

  void DeleteIfOver() {
    if (is_over_ && state_ == State::kAnswered) {
      delete this;
    }
  }

  const std::shared_ptr<SlicedCalls> calls_;
  Over over_;
  State state_ = State::kWaiting;
  bool is_over_ = false;
  grpc::ByteBuffer request_;
  grpc::ServerContext context_;
  grpc::ServerAsyncResponseWriter<grpc::ByteBuffer> writer_;
  std::unique_ptr<SlicedSession> session_;
  size_t bytes_ = 0;
  // Worked on it so far, and in the last slice.
  int64_t nanos_ = 0;
  int64_t last_slice_nanos_ = 0;
};

}  // namespace

void Serve(const SlicedMethod* method, CallQueue* queue) {
  auto calls = std::make_shared<SlicedCalls>();
  calls->method = method;
  calls->queue = queue;
  for (int i = 0; i < kArmedCalls; ++i) {
    new SlicedCall(calls);
  }
}

}  // namespace signet
