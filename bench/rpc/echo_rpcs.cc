// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/rpc/echo_rpcs.h"

#include <string>
#include <utility>

#include "grpcpp/impl/codegen/rpc_service_method.h"
#include "grpcpp/impl/service_type.h"
#include "server/transport/call.h"

namespace signet {
namespace {

constexpr const char* kPaths[] = {"/signet.bench.v1.Echo/Sign", "/signet.bench.v1.Echo/Lease"};
constexpr int kMethods = std::size(kPaths);

class EchoService final : public grpc::Service {
 public:
  EchoService() {
    for (int i = 0; i < kMethods; ++i) {
      AddMethod(new grpc::internal::RpcServiceMethod(
          kPaths[i], grpc::internal::RpcMethod::NORMAL_RPC, nullptr));
      MarkMethodRaw(i);
    }
  }

  void Request(int method, grpc::ServerContext* context, grpc::ByteBuffer* request,
               grpc::ServerAsyncResponseWriter<grpc::ByteBuffer>* writer,
               grpc::ServerCompletionQueue* queue, void* tag) {
    RequestAsyncUnary(method, context, request, writer, queue, queue, tag);
  }
};

class EchoRpcs final : public RpcSet {
 public:
  EchoRpcs(size_t sign_answer_bytes, size_t lease_answer_bytes) {
    const size_t sizes[kMethods] = {sign_answer_bytes, lease_answer_bytes};
    for (int i = 0; i < kMethods; ++i) {
      methods_[i].request_call = [this, i](auto* context, auto* request, auto* writer, auto* queue,
                                           void* tag) {
        service_.Request(i, context, request, writer, queue, tag);
      };
      methods_[i].handle = [text = std::string(sizes[i], 'e')](
                               const grpc::ServerContext& /*context*/,
                               grpc::ByteBuffer* /*request*/, grpc::ByteBuffer* response) {
        const grpc::Slice slice(text);
        *response = grpc::ByteBuffer(&slice, 1);
        return grpc::Status::OK;
      };
    }
  }

  void Register(grpc::ServerBuilder& builder) override { builder.RegisterService(&service_); }
  void Serve(CallQueue* queue) override {
    for (const UnaryMethod& method : methods_) {
      signet::Serve(&method, queue);
    }
  }

 private:
  EchoService service_;
  UnaryMethod methods_[kMethods];
};

}  // namespace

std::unique_ptr<RpcSet> MakeEchoRpcs(size_t sign_answer_bytes, size_t lease_answer_bytes) {
  return std::make_unique<EchoRpcs>(sign_answer_bytes, lease_answer_bytes);
}

}  // namespace signet
