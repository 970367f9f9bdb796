// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_TRANSPORT_LASTING_CALL_H_
#define SIGNET_SERVER_TRANSPORT_LASTING_CALL_H_

#include <memory>

#include "grpcpp/grpcpp.h"
#include "grpcpp/support/byte_buffer.h"
#include "server/transport/call_queue.h"

namespace signet {

// A call with a stream, from waiting for it to its status, whichever side streams:
// `Call` derives from this and says what lies between. Calls last, so as soon as one
// is taken another waits in its place. Owns itself: the queue's last event deletes it.
template <typename Call, typename Method, typename Stream, typename Session>
class LastingCall : public CompletionTag {
 public:
  // Both outlive the call.
  LastingCall(const Method* method, CallQueue* queue)
      : method_(method), queue_(queue), stream_(&context_) {
    method_->request_call(&context_, &stream_, queue_->get(), this);
  }

  void Proceed(bool ok) final {
    switch (state_) {
      case State::kWaiting:
        if (!ok) {
          delete this;  // The server is shutting down.
          return;
        }
        if (!queue_->is_closing()) {
          new Call(method_, queue_);
        }
        session_ = method_->open(context_);
        state_ = State::kOpen;
        Read();
        return;
      case State::kOpen:
        Continue(ok);
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

 protected:
  // What was started last has come back.
  virtual void Continue(bool ok) = 0;

  void Read() { stream_.Read(&request_, this); }

  // The stream, for its last operation.
  Stream& Finishing() {
    state_ = State::kFinishing;
    return stream_;
  }

  Stream& stream() { return stream_; }
  Session& session() { return *session_; }
  grpc::ByteBuffer* request() { return &request_; }

 private:
  enum class State { kWaiting, kOpen, kFinishing };

  const Method* const method_;
  CallQueue* const queue_;
  State state_ = State::kWaiting;
  grpc::ServerContext context_;
  Stream stream_;
  grpc::ByteBuffer request_;
  std::unique_ptr<Session> session_;
};

}  // namespace signet

#endif  // SIGNET_SERVER_TRANSPORT_LASTING_CALL_H_
