// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/sliced_call.h"

namespace signet {
namespace {

// One call, from waiting for it to its status. It ends when gRPC has told both
// that the call is over and, where there was an answer, that it was sent.
class SlicedCall final : public CompletionTag {
 public:
  SlicedCall(const SlicedMethod* method, CallQueue* queue)
      : method_(method), queue_(queue), over_(this), next_slice_(this), writer_(&context_) {
    context_.AsyncNotifyWhenDone(&over_);
    method_->request_call(&context_, &request_, &writer_, queue_->get(), this);
  }

  // The call came, or its answer was sent.
  void Proceed(bool ok) override {
    if (state_ == State::kWaiting) {
      if (!ok) {
        delete this;  // The server is shutting down.
        return;
      }
      if (!queue_->is_closing()) {
        new SlicedCall(method_, queue_);
      }
      state_ = State::kWorking;
      session_ = method_->open(context_, &request_);
      Work();
      return;
    }
    state_ = State::kAnswered;
    DeleteIfOver();
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

  class NextSlice final : public CompletionTag {
   public:
    explicit NextSlice(SlicedCall* call) : call_(call) {}
    void Proceed(bool /*ok*/) override { call_->Work(); }

   private:
    SlicedCall* const call_;
  };

  void Work() {
    if (queue_->is_closing()) {
      // Nothing may be started any more.
      state_ = State::kAnswered;
      session_.reset();
      DeleteIfOver();
      return;
    }
    if (is_over_) {
      Finish(grpc::Status::CANCELLED, {});
      return;
    }
    grpc::ByteBuffer response;
    const std::optional<grpc::Status> status = session_->Step(&response);
    if (status.has_value()) {
      Finish(*status, response);
    } else {
      queue_->Yield(&next_slice_);
    }
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

  const SlicedMethod* const method_;
  CallQueue* const queue_;
  Over over_;
  NextSlice next_slice_;
  State state_ = State::kWaiting;
  bool is_over_ = false;
  grpc::ByteBuffer request_;
  grpc::ServerContext context_;
  grpc::ServerAsyncResponseWriter<grpc::ByteBuffer> writer_;
  std::unique_ptr<SlicedSession> session_;
};

}  // namespace

void Serve(const SlicedMethod* method, CallQueue* queue) {
  for (int i = 0; i < kArmedCalls; ++i) {
    new SlicedCall(method, queue);
  }
}

}  // namespace signet
