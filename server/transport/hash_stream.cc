// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/hash_stream.h"

#include "server/service/hash_payload.h"
#include "server/transport/typed_rpc.h"

namespace signet {
namespace {

class HashStream final : public ClientStreamSession {
 public:
  HashStream(const ServiceContext& context, CallRecorder* recorder,
             const grpc::ServerContext& server_context)
      : context_(context),
        recorder_(recorder),
        start_(context.clock->Monotonic()),
        session_(context) {
    recorder_->Started();
    subject_.parts = 0;
    status_ = BeginCall(server_context, &call_);
  }

  ~HashStream() override {
    recorder_->Finished(
        call_, [this] { return subject_; }, status_, context_.clock->Monotonic() - start_);
  }

  grpc::Status Take(grpc::ByteBuffer* bytes) override {
    if (status_.ok()) {
      status_ = ReadMessage(context_, bytes, &request_);
    }
    if (status_.ok()) {
      subject_.parts += request_.has_data() ? 1 : 0;
      status_ = session_.Take(call_, request_);
    }
    return ToGrpcStatus(status_);
  }

  grpc::Status Finish(grpc::ByteBuffer* bytes) override {
    v1::HashPayloadResponse response;
    if (status_.ok()) {
      status_ = session_.Finish(&response);
    }
    if (status_.ok()) {
      SerializeMessage(response, bytes);
    }
    return ToGrpcStatus(status_);
  }

  void Cancelled() override {
    // An error that ended the call says more.
    if (status_.ok()) {
      status_ = absl::CancelledError("the caller cancelled the call");
    }
  }

 private:
  const ServiceContext& context_;
  CallRecorder* const recorder_;
  const absl::Duration start_;
  CallContext call_;
  CallSubject subject_;
  absl::Status status_;
  HashSession session_;
  // Keeps its memory from piece to piece.
  v1::HashPayloadRequest request_;
};

}  // namespace

std::unique_ptr<ClientStreamSession> OpenHashStream(const ServiceContext& context,
                                                    CallRecorder* recorder,
                                                    const grpc::ServerContext& server_context) {
  return std::make_unique<HashStream>(context, recorder, server_context);
}

}  // namespace signet
