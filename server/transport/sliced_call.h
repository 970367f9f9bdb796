// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_TRANSPORT_SLICED_CALL_H_
#define SIGNET_SERVER_TRANSPORT_SLICED_CALL_H_

#include <functional>
#include <memory>
#include <optional>

#include "grpcpp/grpcpp.h"
#include "grpcpp/support/byte_buffer.h"
#include "server/transport/call.h"
#include "server/transport/call_queue.h"

namespace signet {

// A call that takes too long to be answered in one go.
class SlicedSession {
 public:
  // The call has ended, whatever the cause; before Step() was done when the
  // client gave up.
  virtual ~SlicedSession() = default;

  // Works for a moment. The status once the work is done, with the response if
  // that is OK; nothing while there is more to do.
  virtual std::optional<grpc::Status> Step(grpc::ByteBuffer* response) = 0;
};

// A method with one request and one response, which is worked on in slices: the
// lane serves other calls in between.
struct SlicedMethod {
  decltype(UnaryMethod::request_call) request_call;
  // Both arguments outlive the session.
  std::function<std::unique_ptr<SlicedSession>(const grpc::ServerContext& context,
                                               grpc::ByteBuffer* request)>
      open;
  // Optional.
  OnRefused on_refused;
};

// As the others in call.h.
void Serve(const SlicedMethod* method, CallQueue* queue);

}  // namespace signet

#endif  // SIGNET_SERVER_TRANSPORT_SLICED_CALL_H_
