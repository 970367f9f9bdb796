// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_TRANSPORT_CALL_H_
#define SIGNET_SERVER_TRANSPORT_CALL_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

#include "grpcpp/grpcpp.h"
#include "grpcpp/support/async_stream.h"
#include "grpcpp/support/async_unary_call.h"
#include "grpcpp/support/byte_buffer.h"
#include "server/transport/answer_group.h"
#include "server/transport/call_queue.h"
#include "server/transport/work.h"

namespace signet {

// The calls of the asynchronous server, as state machines that a lane's thread
// steps. They carry bytes; typed_rpc.h puts messages on top. Everything in here
// runs on the lane's thread.

// How many calls of a method wait to be taken. More than one, so that calls
// that arrive together do not queue up behind the taking of each other.
inline constexpr int kArmedCalls = 32;

// How many calls of a method a lane holds at once, beyond which gRPC does.
inline constexpr int kMaxHeldCalls = 4096;

// Told of a call that was not worked on, with the nanoseconds that it waited.
using OnRefused = std::function<void(grpc::StatusCode code, int64_t waited)>;

// How a call that came takes its turn: as one of the caller's, until its deadline.
// Valid as long as the call.
WorkTerms TermsOf(const grpc::ServerContextBase& context, size_t bytes, CostEstimate* estimate);

// A method with one request and one response.
struct UnaryMethod {
  // Asks gRPC for the next call of the method.
  std::function<void(grpc::ServerContext* context, grpc::ByteBuffer* request,
                     grpc::ServerAsyncResponseWriter<grpc::ByteBuffer>* writer,
                     grpc::ServerCompletionQueue* queue, void* tag)>
      request_call;
  // Answers one; must not block.
  std::function<grpc::Status(const grpc::ServerContext& context, grpc::ByteBuffer* request,
                             grpc::ByteBuffer* response)>
      handle;
  // Optional.
  OnRefused on_refused;
  // Is answered before everything else, and never refused: whether the server is
  // well is asked for when it is not.
  bool is_urgent = false;
  // Where answers wait until they are on record; null: they do not. handle() has
  // added its lines there.
  AnswerGroup* answers = nullptr;
};

// One call of a method whose messages go back and forth.
class StreamSession {
 public:
  // The call has ended.
  virtual ~StreamSession() = default;

  // Answers one message; an error ends the call with it. Must not block.
  virtual grpc::Status Next(grpc::ByteBuffer* request, grpc::ByteBuffer* response) = 0;

  // The caller did not wait for the end: it cancelled the call, its deadline
  // passed or the connection broke.
  virtual void Cancelled() {}
};

// A method with a stream of requests, each answered by one response.
struct StreamMethod {
  std::function<void(grpc::ServerContext* context,
                     grpc::ServerAsyncReaderWriter<grpc::ByteBuffer, grpc::ByteBuffer>* stream,
                     grpc::ServerCompletionQueue* queue, void* tag)>
      request_call;
  std::function<std::unique_ptr<StreamSession>(const grpc::ServerContext& context)> open;
  // Optional.
  OnRefused on_refused;
};

// Starts serving a method on a queue, until the server behind it shuts down.
// Both must outlive the queue's last event.
void Serve(const UnaryMethod* method, CallQueue* queue);
void Serve(const StreamMethod* method, CallQueue* queue);

}  // namespace signet

#endif  // SIGNET_SERVER_TRANSPORT_CALL_H_
