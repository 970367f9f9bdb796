// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_TRANSPORT_DEFERRED_CALL_H_
#define SIGNET_SERVER_TRANSPORT_DEFERRED_CALL_H_

#include <functional>
#include <memory>

#include "grpcpp/grpcpp.h"
#include "grpcpp/support/async_unary_call.h"
#include "grpcpp/support/byte_buffer.h"
#include "server/transport/call_queue.h"

namespace signet {

// One call that another thread works on, while its lane goes on with others. Made, told
// to answer and deleted on the lane's thread.
class DeferredSession {
 public:
  virtual ~DeferredSession() = default;

  // Begins the work. True: it is done already. Else `done` is called once, from any
  // thread, and the session outlives that. Whoever works does not outlive the lane.
  virtual bool Start(std::function<void()> done) = 0;

  // Once it is done.
  virtual grpc::Status Answer(grpc::ByteBuffer* response) = 0;
};

// A method with one request and one response, answered in its own time.
struct DeferredMethod {
  std::function<void(grpc::ServerContext* context, grpc::ByteBuffer* request,
                     grpc::ServerAsyncResponseWriter<grpc::ByteBuffer>* writer,
                     grpc::ServerCompletionQueue* queue, void* tag)>
      request_call;
  // What `context` refers to outlives the session.
  std::function<std::unique_ptr<DeferredSession>(const grpc::ServerContext& context,
                                                 grpc::ByteBuffer* request)>
      open;
};

// Calls of a deferred method that are under way at once on a lane; more of them wait.
inline constexpr int kDeferredCalls = 8;

// As Serve() of call.h.
void Serve(const DeferredMethod* method, CallQueue* queue);

}  // namespace signet

#endif  // SIGNET_SERVER_TRANSPORT_DEFERRED_CALL_H_
