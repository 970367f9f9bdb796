// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/hash_stream.h"

#include "server/service/hash_payload.h"
#include "server/transport/typed_rpc.h"

namespace signet {
namespace {

class HashStream final : public ClientStreamSession {
 public:
  HashStream(const LaneContext& context, CallRecorder* recorder,
             const grpc::ServerContext& server_context)
      : context_(context),
        ongoing_(context, recorder, "HashPayload", server_context),
        session_(context) {}

  grpc::Status Take(grpc::ByteBuffer* bytes) override {
    absl::Status& status = ongoing_.status;
    if (status.ok()) {
      status = ReadMessage(context_, bytes, &request_);
    }
    if (status.ok()) {
      ongoing_.subject.parts += request_.has_data() ? 1 : 0;
      status = session_.Take(ongoing_.call, request_);
      bytes_ += static_cast<int64_t>(request_.data().size());
    }
    if (!status.ok()) {
      Record();
    }
    return ToGrpcStatus(status);
  }

  grpc::Status Finish(grpc::ByteBuffer* bytes) override {
    absl::Status& status = ongoing_.status;
    v1::HashPayloadResponse response;
    if (status.ok()) {
      status = session_.Finish(&response);
    }
    Record();
    if (status.ok()) {
      SerializeMessage(response, bytes);
    }
    return ToGrpcStatus(status);
  }

  void Cancelled() override { ongoing_.Cancelled(); }

 private:
  // Once, at the end.
  void Record() {
    if (ongoing_.audit.has_value()) {
      ongoing_.audit->event().parts = ongoing_.subject.parts;
      ongoing_.audit->event().bytes = bytes_;
      ongoing_.Record("");
    }
  }

  const LaneContext& context_;
  OngoingCall ongoing_;
  HashSession session_;
  int64_t bytes_ = 0;
  // Keeps its memory from piece to piece.
  v1::HashPayloadRequest request_;
};

}  // namespace

std::unique_ptr<ClientStreamSession> OpenHashStream(const LaneContext& context,
                                                    CallRecorder* recorder,
                                                    const grpc::ServerContext& server_context) {
  return std::make_unique<HashStream>(context, recorder, server_context);
}

}  // namespace signet
