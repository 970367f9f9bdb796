// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/deferred_call.h"

#include <optional>
#include <utility>

namespace signet {
namespace {

// Waits for a call, has it worked on, answers it, and waits for the next. Owns itself:
// the queue's last event deletes it.
class DeferredCall final : public CompletionTag {
 public:
  DeferredCall(const DeferredMethod* method, CallQueue* queue) : method_(method), queue_(queue) {
    Arm();
  }

  void Proceed(bool ok) override {
    if (is_waiting_ && !ok) {
      delete this;  // The server is shutting down.
      return;
    }
    if (!is_waiting_) {
      // The answer was sent, or nobody wanted it any more.
      if (queue_->is_closing()) {
        delete this;
        return;
      }
      Arm();
      return;
    }
    is_waiting_ = false;
    session_ = method_->open(*context_, &request_);
    request_.Clear();
    // The queue takes tasks until it is closed, which is after whoever works has ended.
    if (session_->Start([this] { queue_->Post([this] { Finish(); }); })) {
      Finish();
    }
  }

 private:
  void Arm() {
    is_waiting_ = true;
    writer_.reset();
    context_.emplace();
    writer_.emplace(&*context_);
    method_->request_call(&*context_, &request_, &*writer_, queue_->get(), this);
  }

  void Finish() {
    grpc::ByteBuffer response;
    const grpc::Status status = session_->Answer(&response);
    session_.reset();
    if (queue_->is_closing()) {
      // Nothing may be started any more.
      delete this;
      return;
    }
    if (status.ok()) {
      writer_->Finish(response, status, this);
    } else {
      writer_->FinishWithError(status, this);
    }
  }

  const DeferredMethod* const method_;
  CallQueue* const queue_;
  bool is_waiting_ = true;
  grpc::ByteBuffer request_;
  std::optional<grpc::ServerContext> context_;
  std::optional<grpc::ServerAsyncResponseWriter<grpc::ByteBuffer>> writer_;
  std::unique_ptr<DeferredSession> session_;
};

}  // namespace

void Serve(const DeferredMethod* method, CallQueue* queue) {
  for (int i = 0; i < kDeferredCalls; ++i) {
    new DeferredCall(method, queue);
  }
}

}  // namespace signet
