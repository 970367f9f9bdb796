// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/client_stream.h"

#include "server/transport/call.h"

namespace signet {
namespace {

// One call, from waiting for it to its status; as soon as it is taken another
// waits in its place.
class ClientStreamCall final : public CompletionTag {
 public:
  ClientStreamCall(const ClientStreamMethod* method, CallQueue* queue)
      : method_(method), queue_(queue), reader_(&context_) {
    method_->request_call(&context_, &reader_, queue_->get(), this);
  }

  void Proceed(bool ok) override {
    switch (state_) {
      case State::kWaiting:
        if (!ok) {
          delete this;
          return;
        }
        if (!queue_->is_closing()) {
          new ClientStreamCall(method_, queue_);
        }
        session_ = method_->open(context_);
        Read();
        return;
      case State::kReading:
        if (ok) {
          Take();
        } else {
          // The client has no more to send, or is gone; that shows at the end.
          Answer();
        }
        return;
      case State::kFinishing:
        if (!ok) {
          // The status went nowhere.
          session_->Cancelled();
        }
        delete this;
        return;
    }
  }

 private:
  enum class State { kWaiting, kReading, kFinishing };

  void Read() {
    state_ = State::kReading;
    reader_.Read(&request_, this);
  }

  void Take() {
    const grpc::Status status = session_->Take(&request_);
    request_.Clear();
    if (status.ok()) {
      Read();
      return;
    }
    state_ = State::kFinishing;
    reader_.FinishWithError(status, this);
  }

  void Answer() {
    grpc::ByteBuffer response;
    const grpc::Status status = session_->Finish(&response);
    state_ = State::kFinishing;
    if (status.ok()) {
      reader_.Finish(response, status, this);
    } else {
      reader_.FinishWithError(status, this);
    }
  }

  const ClientStreamMethod* const method_;
  CallQueue* const queue_;
  State state_ = State::kWaiting;
  grpc::ServerContext context_;
  grpc::ServerAsyncReader<grpc::ByteBuffer, grpc::ByteBuffer> reader_;
  grpc::ByteBuffer request_;
  std::unique_ptr<ClientStreamSession> session_;
};

}  // namespace

// Calls own themselves: the queue's last event for each deletes it.
void Serve(const ClientStreamMethod* method, CallQueue* queue) {
  for (int i = 0; i < kArmedCalls; ++i) {
    new ClientStreamCall(method, queue);
  }
}

}  // namespace signet
