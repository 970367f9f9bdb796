// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_TRANSPORT_CLIENT_STREAM_H_
#define SIGNET_SERVER_TRANSPORT_CLIENT_STREAM_H_

#include <functional>
#include <memory>

#include "grpcpp/grpcpp.h"
#include "grpcpp/support/async_stream.h"
#include "grpcpp/support/byte_buffer.h"
#include "server/transport/call.h"
#include "server/transport/call_queue.h"

namespace signet {

// One call of a method that takes many messages and answers once.
class ClientStreamSession {
 public:
  // The call has ended.
  virtual ~ClientStreamSession() = default;

  // Takes one message; an error ends the call with it. Must not block.
  virtual grpc::Status Take(grpc::ByteBuffer* request) = 0;

  // Answers, when the caller has no more to send. Must not block.
  virtual grpc::Status Finish(grpc::ByteBuffer* response) = 0;

  // The caller did not wait for the end: it cancelled the call, its deadline
  // passed or the connection broke.
  virtual void Cancelled() = 0;
};

// A method with a stream of requests and one response.
struct ClientStreamMethod {
  std::function<void(grpc::ServerContext* context,
                     grpc::ServerAsyncReader<grpc::ByteBuffer, grpc::ByteBuffer>* reader,
                     grpc::ServerCompletionQueue* queue, void* tag)>
      request_call;
  std::function<std::unique_ptr<ClientStreamSession>(const grpc::ServerContext& context)> open;
  // Optional.
  OnRefused on_refused;
};

// Starts serving a method on a queue, until the server behind it shuts down.
// Both must outlive the queue's last event. Between two messages of a call other
// calls of the lane have their turn.
void Serve(const ClientStreamMethod* method, CallQueue* queue);

}  // namespace signet

#endif  // SIGNET_SERVER_TRANSPORT_CLIENT_STREAM_H_
