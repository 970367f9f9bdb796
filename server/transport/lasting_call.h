// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_TRANSPORT_LASTING_CALL_H_
#define SIGNET_SERVER_TRANSPORT_LASTING_CALL_H_

#include <memory>
#include <utility>

#include "grpcpp/grpcpp.h"
#include "grpcpp/support/byte_buffer.h"
#include "server/transport/call.h"
#include "server/transport/call_queue.h"
#include "server/transport/work.h"

namespace signet {

// A call with a stream, from waiting for it to its status, whichever side streams:
// `Call` derives from this and says what lies between. Calls last, so as soon as one
// is taken another waits in its place. Owns itself: the queue's last event deletes it.
template <typename Call, typename Method, typename Stream, typename Session>
class LastingCall : public CompletionTag, public Work {
 public:
  // What the calls of one method on one lane share. What is pointed to outlives it.
  struct Calls {
    const Method* method;
    CallQueue* queue;
    CostEstimate opening;
    CostEstimate message;
  };

  explicit LastingCall(std::shared_ptr<Calls> calls)
      : calls_(std::move(calls)), stream_(&context_) {
    calls_->method->request_call(&context_, &stream_, calls_->queue->get(), this);
  }

  void Proceed(bool ok) final {
    switch (state_) {
      case State::kWaiting:
        if (!ok) {
          delete this;  // The server is shutting down.
          return;
        }
        if (!calls_->queue->is_closing()) {
          new Call(calls_);
        }
        state_ = State::kArrived;
        calls_->queue->Add(this);
        return;
      case State::kReading:
        if (ok) {
          calls_->queue->Add(this);
          return;
        }
        [[fallthrough]];
      case State::kArrived:
      case State::kOpen:
        state_ = State::kOpen;
        Continue(ok);
        return;
      case State::kFinishing:
        if (!ok && session_ != nullptr) {
          // The status went nowhere.
          session_->Cancelled();
        }
        delete this;
        return;
    }
  }

  WorkTerms Terms() final {
    if (state_ == State::kArrived) {
      return TermsOf(context_, 0, &calls_->opening);
    }
    WorkTerms terms = TermsOf(context_, request_.Length(), &calls_->message);
    // What was begun goes on.
    terms.is_refusable = false;
    return terms;
  }

  void Run() final {
    if (calls_->queue->is_closing()) {
      delete this;
    } else if (state_ == State::kArrived) {
      session_ = calls_->method->open(context_);
      state_ = State::kOpen;
      Read();
    } else {
      state_ = State::kOpen;
      Take();
    }
  }

  void Refuse(const grpc::Status& status, int64_t waited) final {
    if (calls_->queue->is_closing()) {
      delete this;
      return;
    }
    if (calls_->method->on_refused) {
      calls_->method->on_refused(status.error_code(), waited);
    }
    End(status);
  }

 protected:
  // The message in request() is to be worked on.
  virtual void Take() = 0;

  // What was started last has come back, and is no message.
  virtual void Continue(bool ok) = 0;

  // Ends the call with an error, before a session was opened.
  virtual void End(const grpc::Status& status) = 0;

  void Read() {
    state_ = State::kReading;
    stream_.Read(&request_, this);
  }

  // The stream, for its last operation.
  Stream& Finishing() {
    state_ = State::kFinishing;
    return stream_;
  }

  Stream& stream() { return stream_; }
  Session& session() { return *session_; }
  grpc::ByteBuffer* request() { return &request_; }

 private:
  enum class State { kWaiting, kArrived, kOpen, kReading, kFinishing };

  const std::shared_ptr<Calls> calls_;
  State state_ = State::kWaiting;
  grpc::ServerContext context_;
  Stream stream_;
  grpc::ByteBuffer request_;
  std::unique_ptr<Session> session_;
};

// Starts serving `Call`s, which own themselves: the queue's last event for each
// deletes it.
template <typename Call, typename Method>
void ServeLastingCalls(const Method* method, CallQueue* queue) {
  auto calls = std::make_shared<typename Call::Calls>();
  calls->method = method;
  calls->queue = queue;
  for (int i = 0; i < kArmedCalls; ++i) {
    new Call(calls);
  }
}

}  // namespace signet

#endif  // SIGNET_SERVER_TRANSPORT_LASTING_CALL_H_
