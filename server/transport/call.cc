// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/call.h"

#include <optional>
#include <utility>

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

// One call, from waiting for it to its status. Streams last, so as soon as one
// is taken another waits in its place.
class StreamCall final : public CompletionTag {
 public:
  StreamCall(const StreamMethod* method, CallQueue* queue)
      : method_(method), queue_(queue), stream_(&context_) {
    method_->request_call(&context_, &stream_, queue_->get(), this);
  }

  void Proceed(bool ok) override {
    switch (state_) {
      case State::kWaiting:
        if (!ok) {
          delete this;
          return;
        }
        if (!queue_->is_closing()) {
          new StreamCall(method_, queue_);
        }
        session_ = method_->open(context_);
        Read();
        return;
      case State::kReading:
        if (!ok) {
          // The client has no more to send, or is gone; that shows at the end.
          Finish(grpc::Status::OK);
          return;
        }
        Answer();
        return;
      case State::kWriting:
        if (!ok) {
          Finish(grpc::Status::CANCELLED);
          return;
        }
        Read();
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
  enum class State { kWaiting, kReading, kWriting, kFinishing };

  void Read() {
    state_ = State::kReading;
    stream_.Read(&request_, this);
  }

  void Answer() {
    grpc::ByteBuffer response;
    const grpc::Status status = session_->Next(&request_, &response);
    if (!status.ok()) {
      Finish(status);
      return;
    }
    state_ = State::kWriting;
    stream_.Write(response, this);
  }

  void Finish(const grpc::Status& status) {
    state_ = State::kFinishing;
    stream_.Finish(status, this);
  }

  const StreamMethod* const method_;
  CallQueue* const queue_;
  State state_ = State::kWaiting;
  grpc::ServerContext context_;
  grpc::ServerAsyncReaderWriter<grpc::ByteBuffer, grpc::ByteBuffer> stream_;
  grpc::ByteBuffer request_;
  std::unique_ptr<StreamSession> session_;
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
