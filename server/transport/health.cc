// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/health.h"

#include <optional>
#include <set>
#include <utility>

#include "absl/strings/string_view.h"
#include "grpc/health/v1/health.grpc.pb.h"
#include "server/transport/call.h"
#include "server/transport/message_codec.h"
#include "signet/v1/signing.grpc.pb.h"

namespace signet {
namespace {

using ::grpc::health::v1::Health;
using ::grpc::health::v1::HealthCheckRequest;
using ::grpc::health::v1::HealthCheckResponse;

bool IsService(absl::string_view name) {
  return name.empty() || name == v1::SigningService::service_full_name();
}

HealthCheckResponse::ServingStatus ServingStatus(const HealthState& state) {
  return state.is_serving() ? HealthCheckResponse::SERVING : HealthCheckResponse::NOT_SERVING;
}

grpc::Status Check(const HealthState& state, grpc::ByteBuffer* request,
                   grpc::ByteBuffer* response) {
  HealthCheckRequest message;
  if (!ParseMessage(request, &message)) {
    return {grpc::StatusCode::INVALID_ARGUMENT, "the message is not a HealthCheckRequest"};
  }
  if (!IsService(message.service())) {
    return {grpc::StatusCode::NOT_FOUND, "there is no service of that name"};
  }
  HealthCheckResponse answer;
  answer.set_status(ServingStatus(state));
  SerializeMessage(answer, response);
  return grpc::Status::OK;
}

// The methods as bytes where that saves a message, and typed where not.
using HealthService = Health::WithRawMethod_Check<Health::WithAsyncMethod_Watch<Health::Service>>;

class HealthRpcs final : public RpcSet {
 public:
  explicit HealthRpcs(HealthState* state) : state_(state) {}

  ~HealthRpcs() override { Unsubscribe(); }

  void Register(grpc::ServerBuilder& builder) override { builder.RegisterService(&service_); }
  void Serve(CallQueue* queue) override;
  void Drain() override;

 private:
  class Watch;

  void TakeNextWatch();
  void Unsubscribe();

  HealthState* const state_;
  HealthService service_;
  UnaryMethod check_;
  CallQueue* queue_ = nullptr;
  std::optional<int64_t> subscription_;
  bool is_draining_ = false;
  // Those that run.
  std::set<Watch*> watches_;
};

// One Watch call. It ends when its caller goes (gRPC tells by the "done" tag) or
// the server drains, and deletes itself when nothing it started is under way.
class HealthRpcs::Watch final : public CompletionTag {
 public:
  explicit Watch(HealthRpcs* owner) : owner_(owner), writer_(&context_), done_(this) {
    context_.AsyncNotifyWhenDone(&done_);
    owner_->service_.RequestWatch(&context_, &request_, &writer_, owner_->queue_->get(),
                                  owner_->queue_->get(), this);
  }

  void Proceed(bool ok) override {
    is_busy_ = false;
    if (!is_started_) {
      if (!ok) {
        delete this;
        return;
      }
      is_started_ = true;
      is_ending_ = is_ending_ || owner_->is_draining_;
      owner_->watches_.insert(this);
      owner_->TakeNextWatch();
    }
    if (is_finished_) {
      DeleteIfIdle();
      return;
    }
    Update();
  }

  // Sends the state, if it is another than was sent last.
  void Update() {
    if (is_busy_ || is_finished_) {
      return;
    }
    if (is_ending_) {
      is_finished_ = true;
      is_busy_ = true;
      owner_->watches_.erase(this);
      writer_.Finish({grpc::StatusCode::UNAVAILABLE, "the server is shutting down"}, this);
      return;
    }
    const HealthCheckResponse::ServingStatus status = IsService(request_.service())
                                                          ? ServingStatus(*owner_->state_)
                                                          : HealthCheckResponse::SERVICE_UNKNOWN;
    if (sent_ != status) {
      sent_ = status;
      HealthCheckResponse response;
      response.set_status(status);
      is_busy_ = true;
      writer_.Write(response, this);
    }
  }

  void End() {
    is_ending_ = true;
    Update();
  }

 private:
  class DoneTag final : public CompletionTag {
   public:
    explicit DoneTag(Watch* watch) : watch_(watch) {}
    void Proceed(bool /*ok*/) override {
      watch_->is_done_ = true;
      watch_->End();
      watch_->DeleteIfIdle();
    }

   private:
    Watch* const watch_;
  };

  void DeleteIfIdle() {
    if (is_done_ && is_finished_ && !is_busy_) {
      delete this;
    }
  }

  HealthRpcs* const owner_;
  grpc::ServerContext context_;
  HealthCheckRequest request_;
  grpc::ServerAsyncWriter<HealthCheckResponse> writer_;
  DoneTag done_;
  bool is_started_ = false;
  // An operation is under way.
  bool is_busy_ = true;
  bool is_ending_ = false;
  bool is_finished_ = false;
  bool is_done_ = false;
  std::optional<HealthCheckResponse::ServingStatus> sent_;
};

void HealthRpcs::Serve(CallQueue* queue) {
  queue_ = queue;
  check_.request_call = [this](auto* context, auto* request, auto* writer, auto* cq, void* tag) {
    service_.RequestCheck(context, request, writer, cq, cq, tag);
  };
  check_.handle = [this](const grpc::ServerContext&, grpc::ByteBuffer* request,
                         grpc::ByteBuffer* response) { return Check(*state_, request, response); };
  check_.is_urgent = true;
  signet::Serve(&check_, queue);
  TakeNextWatch();
  subscription_ = state_->Subscribe([this] {
    queue_->Post([this] {
      // Update() may remove the watch from the set.
      for (Watch* const watch : std::set<Watch*>(watches_)) {
        watch->Update();
      }
    });
  });
}

void HealthRpcs::TakeNextWatch() {
  if (!queue_->is_closing()) {
    new Watch(this);
  }
}

void HealthRpcs::Unsubscribe() {
  if (subscription_.has_value()) {
    state_->Unsubscribe(*subscription_);
    subscription_.reset();
  }
}

void HealthRpcs::Drain() {
  is_draining_ = true;
  Unsubscribe();
  for (Watch* const watch : std::set<Watch*>(watches_)) {
    watch->End();
  }
}

}  // namespace

bool HealthState::is_serving() const {
  MutexLock lock(&mu_);
  return is_serving_;
}

void HealthState::SetServing(bool is_serving) {
  MutexLock lock(&mu_);
  if (is_serving_ == is_serving) {
    return;
  }
  is_serving_ = is_serving;
  for (const auto& [id, changed] : subscribers_) {
    changed();
  }
}

int64_t HealthState::Subscribe(std::function<void()> changed) {
  MutexLock lock(&mu_);
  subscribers_.emplace(next_subscription_, std::move(changed));
  return next_subscription_++;
}

void HealthState::Unsubscribe(int64_t subscription) {
  MutexLock lock(&mu_);
  subscribers_.erase(subscription);
}

std::unique_ptr<RpcSet> MakeHealthRpcs(HealthState* state) {
  return std::make_unique<HealthRpcs>(state);
}

}  // namespace signet
