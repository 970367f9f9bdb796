// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "bench/rpc/layout.h"
#include "server/service/grpc_status.h"
#include "server/service/sign_request.h"
#include "server/transport/typed_rpc.h"
#include "signet/v1/signing.grpc.pb.h"

namespace signet {
namespace {

// The same handler, caller and record as in the lanes; gRPC parses and
// serialises, and calls from its own threads.
class Signing {
 public:
  explicit Signing(BenchService* service)
      : authenticator_({}),
        context_{service->context(), &authenticator_},
        recorder_(service->metrics(), RpcType::kUnary, "SignRequest") {}

  template <typename ServerContext>
  grpc::Status Sign(const ServerContext& server_context, const v1::SignRequestRequest& request,
                    v1::SignRequestResponse* response) {
    const absl::Duration start = context_.clock->Monotonic();
    recorder_.Started();
    CallContext call;
    absl::Status status = BeginCall(context_, server_context, &call);
    if (status.ok()) {
      status = SignRequest(context_, call, request, response);
    }
    recorder_.Finished(
        call, [&request] { return SubjectOf(request); }, status,
        context_.clock->Monotonic() - start);
    return ToGrpcStatus(status);
  }

 private:
  Authenticator authenticator_;
  const LaneContext context_;
  CallRecorder recorder_;
};

class SyncService final : public v1::SigningService::Service {
 public:
  explicit SyncService(BenchService* service) : signing_(service) {}
  grpc::Status SignRequest(grpc::ServerContext* context, const v1::SignRequestRequest* request,
                           v1::SignRequestResponse* response) override {
    return signing_.Sign(*context, *request, response);
  }

 private:
  Signing signing_;
};

class CallbackService final : public v1::SigningService::CallbackService {
 public:
  explicit CallbackService(BenchService* service) : signing_(service) {}
  grpc::ServerUnaryReactor* SignRequest(grpc::CallbackServerContext* context,
                                        const v1::SignRequestRequest* request,
                                        v1::SignRequestResponse* response) override {
    grpc::ServerUnaryReactor* const reactor = context->DefaultReactor();
    reactor->Finish(signing_.Sign(*context, *request, response));
    return reactor;
  }

 private:
  Signing signing_;
};

template <typename Service>
class HandlersLayout final : public Layout {
 public:
  HandlersLayout(const LayoutOptions& options,
                 const std::shared_ptr<grpc::ServerCredentials>& credentials,
                 BenchService* bench_service)
      : service_(bench_service) {
    grpc::ServerBuilder builder;
    builder.AddListeningPort(options.address, credentials);
    builder.RegisterService(&service_);
    server_ = builder.BuildAndStart();
  }
  ~HandlersLayout() override {
    if (server_ != nullptr) {
      server_->Shutdown(absl::ToChronoTime(absl::Now()));
    }
  }
  bool is_started() const { return server_ != nullptr; }

 private:
  Service service_;
  std::unique_ptr<grpc::Server> server_;
};

template <typename Service>
absl::StatusOr<std::unique_ptr<Layout>> StartService(
    const LayoutOptions& options, const std::shared_ptr<grpc::ServerCredentials>& credentials,
    BenchService* service) {
  auto layout = std::make_unique<HandlersLayout<Service>>(options, credentials, service);
  if (!layout->is_started()) {
    return absl::UnavailableError(absl::StrCat("gRPC did not start at ", options.address));
  }
  return layout;
}

}  // namespace

absl::StatusOr<std::unique_ptr<Layout>> StartHandlers(
    const LayoutOptions& options, const std::shared_ptr<grpc::ServerCredentials>& credentials,
    BenchService* service) {
  return options.kind == "sync" ? StartService<SyncService>(options, credentials, service)
                                : StartService<CallbackService>(options, credentials, service);
}

}  // namespace signet
