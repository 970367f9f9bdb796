// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/admin_rpcs.h"

#include <functional>
#include <utility>
#include <vector>

#include "server/service/admin.h"
#include "server/transport/deferred_call.h"
#include "server/transport/lane_context.h"
#include "server/transport/typed_rpc.h"
#include "signet/v1/admin.grpc.pb.h"

namespace signet {
namespace {

using A = v1::AdminService;
using RawService = A::WithRawMethod_RevokeCredentialVersion<
    A::WithRawMethod_PurgeKeys<A::WithRawMethod_ListCredentials<
        A::WithRawMethod_GetCacheStats<A::WithRawMethod_ReloadConfig<A::Service>>>>>;

// What deferred calls have in common: the messages, and the record of the call.
template <typename Request, typename Response>
class AdminCall : public DeferredSession {
 public:
  // `method` lives for ever.
  AdminCall(const LaneContext& context, CallRecorder* recorder, absl::string_view method,
            const grpc::ServerContext& server_context, grpc::ByteBuffer* request)
      : context_(context), ongoing_(context, recorder, method, server_context) {
    ongoing_.subject.parts = 1;
    if (status().ok()) {
      status() = ReadMessage(context, request, &request_);
      ongoing_.subject = SubjectOf(request_);
    }
  }

  grpc::Status Answer(grpc::ByteBuffer* response) override {
    // What was done stays done where it cannot be put on record: to stop a key comes first.
    ongoing_.Record(/*phase=*/"");
    if (status().ok()) {
      SerializeMessage(response_, response);
    }
    return ToGrpcStatus(status());
  }

 protected:
  const ServiceContext& context() const { return context_; }
  const CallContext& call() const { return ongoing_.call; }
  absl::Status& status() { return ongoing_.status; }

  Request request_;
  Response response_;

 private:
  const LaneContext& context_;
  OngoingCall ongoing_;
};

// In force at once; then the disk.
class RevokeCall final
    : public AdminCall<v1::RevokeCredentialVersionRequest, v1::RevokeCredentialVersionResponse> {
 public:
  using AdminCall::AdminCall;

  bool Start(std::function<void()> done) override {
    if (status().ok()) {
      status() = RevokeCredentialVersion(context(), call(), request_, &response_);
    }
    if (!status().ok()) {
      return true;
    }
    const bool is_posted = context().admin->post([this, done = std::move(done)] {
      SaveRevocation(context(), &response_);
      done();
    });
    if (!is_posted) {
      // The server is shutting down, and this is its last call.
      SaveRevocation(context(), &response_);
    }
    return !is_posted;
  }
};

class ReloadCall final : public AdminCall<v1::ReloadConfigRequest, v1::ReloadConfigResponse> {
 public:
  using AdminCall::AdminCall;

  bool Start(std::function<void()> done) override {
    if (status().ok()) {
      status() = AuthorizeReload(context(), call());
    }
    if (!status().ok()) {
      return true;
    }
    context().admin->reloads->Add(call().deadline, [this, done = std::move(done)](
                                                       const absl::StatusOr<ReloadReport>& report) {
      status() = AnswerReload(report, &response_);
      done();
    });
    return false;
  }
};

// What is answered at once.
template <typename Request, typename Response>
class PromptCall final : public AdminCall<Request, Response> {
 public:
  using Handler = absl::Status (*)(const ServiceContext& context, const CallContext& call,
                                   const Request& request, Response* response);

  PromptCall(const LaneContext& context, CallRecorder* recorder, absl::string_view method,
             const grpc::ServerContext& server_context, grpc::ByteBuffer* request, Handler handler)
      : AdminCall<Request, Response>(context, recorder, method, server_context, request),
        handler_(handler) {}

  bool Start(std::function<void()> /*done*/) override {
    if (this->status().ok()) {
      this->status() = handler_(this->context(), this->call(), this->request_, &this->response_);
    }
    return true;
  }

 private:
  const Handler handler_;
};

class AdminRpcs final : public RpcSet {
 public:
  AdminRpcs(const ServiceContext& context, CallerSources callers, MetricsRegistry* registry)
      : authenticator_(std::move(callers)),
        context_{context, &authenticator_},
        registry_(*registry) {
    Add<RevokeCall>("RevokeCredentialVersion", &RawService::RequestRevokeCredentialVersion);
    Add<PromptCall<v1::PurgeKeysRequest, v1::PurgeKeysResponse>>(
        "PurgeKeys", &RawService::RequestPurgeKeys, &PurgeKeys);
    Add<PromptCall<v1::ListCredentialsRequest, v1::ListCredentialsResponse>>(
        "ListCredentials", &RawService::RequestListCredentials, &ListCredentials);
    Add<PromptCall<v1::GetCacheStatsRequest, v1::GetCacheStatsResponse>>(
        "GetCacheStats", &RawService::RequestGetCacheStats, &GetCacheStats);
    Add<ReloadCall>("ReloadConfig", &RawService::RequestReloadConfig);
  }

  void Register(grpc::ServerBuilder& builder) override { builder.RegisterService(&service_); }

  void Serve(CallQueue* queue) override {
    for (const auto& method : methods_) {
      signet::Serve(method.get(), queue);
    }
  }

 private:
  // `name` lives for ever; `more` is what Call takes beyond what all do.
  template <typename Call, typename RequestCall, typename... More>
  void Add(absl::string_view name, RequestCall request_call, More... more) {
    auto method = std::make_unique<DeferredMethod>();
    recorders_.push_back(std::make_unique<CallRecorder>(&registry_, RpcType::kUnary, name));
    method->request_call = [this, request_call](auto* server_context, auto* request, auto* writer,
                                                auto* queue, void* tag) {
      (service_.*request_call)(server_context, request, writer, queue, queue, tag);
    };
    method->open = [this, recorder = recorders_.back().get(), name, more...](
                       const grpc::ServerContext& server_context, grpc::ByteBuffer* request) {
      return std::make_unique<Call>(context_, recorder, name, server_context, request, more...);
    };
    methods_.push_back(std::move(method));
  }

  Authenticator authenticator_;
  const LaneContext context_;
  MetricsRegistry& registry_;
  RawService service_;
  std::vector<std::unique_ptr<CallRecorder>> recorders_;
  std::vector<std::unique_ptr<DeferredMethod>> methods_;
};

}  // namespace

std::unique_ptr<RpcSet> MakeAdminRpcs(const ServiceContext& context, CallerSources callers,
                                      MetricsRegistry* registry) {
  return std::make_unique<AdminRpcs>(context, std::move(callers), registry);
}

}  // namespace signet
