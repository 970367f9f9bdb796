// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/call.h"

#include <optional>
#include <utility>

#include "server/transport/lasting_call.h"

namespace signet {
namespace {

// Waits for a call, answers it, and waits for the next: one object serves many
// calls, one after the other.
class UnaryCall final : public CompletionTag {
 public:
  UnaryCall(const UnaryMethod* method, CallQueue* queue) : method_(method), queue_(queue) { Arm(); }

  void Proceed(bool ok) override {
    if (is_waiting_ && !ok) {
      delete this;  // The server is shutting down.
      return;
    }
    if (!is_waiting_) {
      if (queue_->is_closing()) {
        delete this;
        return;
      }
      Arm();
      return;
    }
    is_waiting_ = false;
    grpc::ByteBuffer response;
    const grpc::Status status = method_->handle(*context_, &request_, &response);
    request_.Clear();
    if (status.ok()) {
      writer_->Finish(response, status, this);
    } else {
      writer_->FinishWithError(status, this);
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

  const UnaryMethod* const method_;
  CallQueue* const queue_;
  bool is_waiting_ = true;
  grpc::ByteBuffer request_;
  std::optional<grpc::ServerContext> context_;
  std::optional<grpc::ServerAsyncResponseWriter<grpc::ByteBuffer>> writer_;
};

// One call whose messages go back and forth.
class StreamCall final
    : public LastingCall<StreamCall, StreamMethod,
                         grpc::ServerAsyncReaderWriter<grpc::ByteBuffer, grpc::ByteBuffer>,
                         StreamSession> {
 public:
  using LastingCall::LastingCall;

 protected:
  void Continue(bool ok) override {
    if (is_writing_) {
      is_writing_ = false;
      if (ok) {
        Read();
      } else {
        Finish(grpc::Status::CANCELLED);
      }
    } else if (ok) {
      Answer();
    } else {
      // The client has no more to send, or is gone; that shows at the end.
      Finish(grpc::Status::OK);
    }
  }

 private:
  void Answer() {
    grpc::ByteBuffer response;
    const grpc::Status status = session().Next(request(), &response);
    if (!status.ok()) {
      Finish(status);
      return;
    }
    is_writing_ = true;
    stream().Write(response, this);
  }

  void Finish(const grpc::Status& status) { Finishing().Finish(status, this); }

  bool is_writing_ = false;
};

}  // namespace

// Calls own themselves: the queue's last event for each deletes it.
void Serve(const UnaryMethod* method, CallQueue* queue) {
  for (int i = 0; i < kArmedCalls; ++i) {
    new UnaryCall(method, queue);
  }
}

void Serve(const StreamMethod* method, CallQueue* queue) {
  for (int i = 0; i < kArmedCalls; ++i) {
    new StreamCall(method, queue);
  }
}

}  // namespace signet
