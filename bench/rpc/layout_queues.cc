// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include <thread>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "bench/rpc/layout.h"
#include "server/service/sign_request.h"
#include "server/transport/call.h"
#include "server/transport/call_queue.h"
#include "server/transport/typed_rpc.h"
#include "signet/v1/signing.grpc.pb.h"

namespace signet {
namespace {

using SignService = v1::SigningService::WithRawMethod_SignRequest<v1::SigningService::Service>;

// SignRequest served from one queue by one thread.
class SignQueue {
 public:
  SignQueue(BenchService* service, SignService* sign_service,
            std::unique_ptr<grpc::ServerCompletionQueue> queue)
      : authenticator_({}),
        context_{service->context(), &authenticator_},
        typed_(context_, service->metrics(), "SignRequest", &SignRequest),
        queue_(std::move(queue)) {
    method_.request_call = [sign_service](auto* context, auto* request, auto* writer,
                                          auto* call_queue, void* tag) {
      sign_service->RequestSignRequest(context, request, writer, call_queue, call_queue, tag);
    };
    method_.handle = [this](const grpc::ServerContext& context, grpc::ByteBuffer* request,
                            grpc::ByteBuffer* response) {
      return typed_.Handle(context, request, response);
    };
  }

  void Start() {
    Serve(&method_, &queue_);
    thread_ = std::thread([this] { queue_.Run(); });
  }
  void Stop() {
    queue_.Close();
    thread_.join();
  }

 private:
  Authenticator authenticator_;
  const LaneContext context_;
  TypedUnary<v1::SignRequestRequest, v1::SignRequestResponse> typed_;
  UnaryMethod method_;
  CallQueue queue_;
  std::thread thread_;
};

// One grpc::Server with its own listening and so many queues.
class QueueServer {
 public:
  absl::Status Start(const LayoutOptions& options,
                     const std::shared_ptr<grpc::ServerCredentials>& credentials, int queues,
                     BenchService* service) {
    grpc::ServerBuilder builder;
    builder.AddListeningPort(options.address, credentials);
    builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, options.kind == "reuseport" ? 1 : 0);
    builder.RegisterService(&sign_service_);
    for (int i = 0; i < queues; ++i) {
      queues_.push_back(
          std::make_unique<SignQueue>(service, &sign_service_, builder.AddCompletionQueue()));
    }
    server_ = builder.BuildAndStart();
    if (server_ == nullptr) {
      return absl::UnavailableError(absl::StrCat("gRPC did not start at ", options.address));
    }
    for (const auto& queue : queues_) {
      queue->Start();
    }
    return absl::OkStatus();
  }

  ~QueueServer() {
    if (server_ != nullptr) {
      server_->Shutdown(absl::ToChronoTime(absl::Now()));
      for (const auto& queue : queues_) {
        queue->Stop();
      }
    }
  }

 private:
  SignService sign_service_;
  std::vector<std::unique_ptr<SignQueue>> queues_;
  std::unique_ptr<grpc::Server> server_;
};

class QueuesLayout final : public Layout {
 public:
  std::vector<std::unique_ptr<QueueServer>> servers;
};

}  // namespace

absl::StatusOr<std::unique_ptr<Layout>> StartQueues(
    const LayoutOptions& options, const std::shared_ptr<grpc::ServerCredentials>& credentials,
    BenchService* service) {
  auto layout = std::make_unique<QueuesLayout>();
  const bool is_shared_port = options.kind == "reuseport";
  for (int i = 0; i < (is_shared_port ? options.lanes : 1); ++i) {
    layout->servers.push_back(std::make_unique<QueueServer>());
    const absl::Status status = layout->servers.back()->Start(
        options, credentials, is_shared_port ? 1 : options.lanes, service);
    if (!status.ok()) {
      return status;
    }
  }
  return layout;
}

}  // namespace signet
