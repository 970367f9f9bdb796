// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/client_stream.h"

#include "server/transport/lasting_call.h"

namespace signet {
namespace {

// One call that takes many messages and answers once.
class ClientStreamCall final
    : public LastingCall<ClientStreamCall, ClientStreamMethod,
                         grpc::ServerAsyncReader<grpc::ByteBuffer, grpc::ByteBuffer>,
                         ClientStreamSession> {
 public:
  using LastingCall::LastingCall;

 protected:
  void Continue(bool /*ok*/) override {
    // The client has no more to send, or is gone; that shows at the end.
    Answer();
  }

  void Take() override {
    const grpc::Status status = session().Take(request());
    request()->Clear();
    if (status.ok()) {
      Read();
    } else {
      End(status);
    }
  }

  void End(const grpc::Status& status) override { Finishing().FinishWithError(status, this); }

 private:
  void Answer() {
    grpc::ByteBuffer response;
    const grpc::Status status = session().Finish(&response);
    if (status.ok()) {
      Finishing().Finish(response, status, this);
    } else {
      Finishing().FinishWithError(status, this);
    }
  }
};

}  // namespace

void Serve(const ClientStreamMethod* method, CallQueue* queue) {
  ServeLastingCalls<ClientStreamCall>(method, queue);
}

}  // namespace signet
