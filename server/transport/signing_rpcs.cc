// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/signing_rpcs.h"

#include <string>
#include <utility>

#include "server/keycache/key_cache_front.h"
#include "server/observability/log.h"
#include "server/service/batch.h"
#include "server/service/explain.h"
#include "server/service/key_lease.h"
#include "server/service/payload.h"
#include "server/service/post_policy.h"
#include "server/service/server_info.h"
#include "server/service/sign_request.h"
#include "server/service/verify.h"
#include "server/transport/call.h"
#include "server/transport/client_stream.h"
#include "server/transport/front_sweeper.h"
#include "server/transport/hash_stream.h"
#include "server/transport/sliced_call.h"
#include "server/transport/typed_rpc.h"
#include "signet/v1/signing.grpc.pb.h"

namespace signet {
namespace {

using S = v1::SigningService;
using RawService = S::WithRawMethod_SignRequest<S::WithRawMethod_BatchSignRequests<
    S::WithRawMethod_SignPayload<S::WithRawMethod_SignPostPolicy<S::WithRawMethod_GetOrLoadKey<
        S::WithRawMethod_VerifyRequest<S::WithRawMethod_ExplainSignature<
            S::WithRawMethod_HashPayload<S::WithRawMethod_GetServerInfo<S::Service>>>>>>>>>;

// A SignPayload call on the wire.
class PayloadStream final : public StreamSession {
 public:
  PayloadStream(const LaneContext& context, CallRecorder* recorder,
                const grpc::ServerContext& server_context)
      : context_(context),
        ongoing_(context, recorder, "SignPayload", server_context),
        session_(context) {}

  // The end is for the record: what was signed has left, under the start.
  ~PayloadStream() override {
    if (is_started_) {
      CallAudit* const audit = ongoing_.call.audit;
      if (audit != nullptr) {
        audit->event().parts = ongoing_.subject.parts;
        audit->event().bytes = static_cast<int64_t>(session_.signed_bytes());
        ongoing_.Post("end");
      }
    }
  }

  grpc::Status Next(grpc::ByteBuffer* request, grpc::ByteBuffer* response) override {
    absl::Status& status = ongoing_.status;
    if (status.ok()) {
      status = Answer(request);
    }
    if (!is_started_) {
      ongoing_.Record("start");
      is_started_ = status.ok();
    } else if (status.ok() && context_.audit != nullptr) {
      // No line of its own, but none of those to come could be written either.
      status = context_.audit->CheckAvailable();
    }
    if (status.ok()) {
      SerializeMessage(response_, response);
    }
    return ToGrpcStatus(status);
  }

  void Cancelled() override { ongoing_.Cancelled(); }

 private:
  absl::Status Answer(grpc::ByteBuffer* bytes) {
    response_.Clear();
    absl::Status status = ReadMessage(context_, bytes, &request_);
    if (!status.ok()) {
      return status;
    }
    CallSubject& subject = ongoing_.subject;
    if (request_.has_start()) {
      subject = SubjectOf(request_.start().request());
      subject.parts = 0;
    } else {
      ++subject.parts;
    }
    return session_.Next(ongoing_.call, request_, &response_);
  }

  const LaneContext& context_;
  OngoingCall ongoing_;
  PayloadSession session_;
  // The start is on record.
  bool is_started_ = false;
  v1::SignPayloadRequest request_;
  v1::SignPayloadResponse response_;
};

using BatchMessages = MessagePair<v1::BatchSignRequestsRequest, v1::BatchSignRequestsResponse>;

// A BatchSignRequests call on the wire. Several may be under way on a lane; the
// messages of one that has ended are kept in `spare`.
class BatchCall final : public SlicedSession {
 public:
  BatchCall(const LaneContext& context, CallRecorder* recorder,
            const grpc::ServerContext& server_context, grpc::ByteBuffer* request,
            std::unique_ptr<BatchMessages>* spare)
      : context_(context),
        recorder_(recorder),
        start_(context.clock->Monotonic()),
        request_bytes_(request->Length()),
        spare_(spare),
        messages_(*spare == nullptr ? std::make_unique<BatchMessages>() : std::move(*spare)),
        batch_(context, call_, messages_->request, &messages_->response) {
    recorder_->Started();
    status_ = BeginCall(context_, server_context, &call_);
    if (context.audit != nullptr) {
      lines_.emplace(context.audit->NewLines());
      audit_.emplace(&*lines_);
      BeginRecord(server_context, kMethod, &*audit_, &call_);
    }
    if (status_.ok()) {
      status_ = ReadMessage(context_, request, &messages_->request);
    }
  }

  ~BatchCall() override {
    // Signed, but not sent: for the record.
    if (lines_.has_value()) {
      context_.audit->Post(*lines_);
    }
    const absl::Status status =
        is_answered_ ? status_ : absl::CancelledError("the caller gave the call up");
    const auto subject = [this] {
      CallSubject of_first = SubjectOf(messages_->request);
      of_first.failed_parts = FailedParts(messages_->response);
      return of_first;
    };
    recorder_->Finished(call_, subject, status, context_.clock->Monotonic() - start_);
    messages_->Reset(request_bytes_);
    *spare_ = std::move(messages_);
  }

  std::optional<grpc::Status> Step(grpc::ByteBuffer* response) override {
    if (status_.ok()) {
      status_ = batch_.SignSlice();
    }
    if (status_.ok() && !batch_.is_done()) {
      return std::nullopt;
    }
    Record();
    if (status_.ok()) {
      SerializeMessage(messages_->response, response);
    }
    is_answered_ = true;
    return ToGrpcStatus(status_);
  }

 private:
  static constexpr absl::string_view kMethod = "BatchSignRequests";

  // All entries at once, or the call as a whole where it has come to none.
  void Record() {
    if (!lines_.has_value()) {
      return;
    }
    if (!status_.ok()) {
      audit_->Begin(call_, kMethod);
      audit_->End(status_, context_.clock->Now());
    }
    const absl::Status recorded = context_.audit->Commit(*lines_);
    lines_->Clear();
    if (!recorded.ok()) {
      status_ = recorded;
    }
  }

  const LaneContext& context_;
  CallRecorder* const recorder_;
  const absl::Duration start_;
  const size_t request_bytes_;
  std::unique_ptr<BatchMessages>* const spare_;
  std::unique_ptr<BatchMessages> messages_;
  CallContext call_;
  std::optional<AuditLines> lines_;
  std::optional<CallAudit> audit_;
  Batch batch_;
  absl::Status status_;
  bool is_answered_ = false;
};

// Without memory for a front that can be locked, a lane goes to the shared cache each
// time.
std::unique_ptr<KeyCacheFront> MakeFront(KeyCache* keys) {
  if (keys == nullptr) {
    return nullptr;
  }
  absl::StatusOr<std::unique_ptr<KeyCacheFront>> front = KeyCacheFront::Create(keys);
  if (!front.ok()) {
    Log(LogLevel::kWarning, "a lane goes without its own copies of keys",
        {{"error", front.status().message()}});
    return nullptr;
  }
  return *std::move(front);
}

std::unique_ptr<AnswerGroup> MakeAnswerGroup(const ServiceContext& context) {
  return context.audit == nullptr ? nullptr
                                  : std::make_unique<AnswerGroup>(context.audit, *context.clock);
}

LaneContext ForLane(const ServiceContext& context, KeyCacheFront* front,
                    Authenticator* authenticator) {
  LaneContext result{context, authenticator};
  result.front = front;
  return result;
}

OnRefused RefusalsTo(CallRecorder* recorder) {
  return [recorder](grpc::StatusCode code, int64_t waited) {
    recorder->Refused(static_cast<absl::StatusCode>(code), absl::Nanoseconds(waited));
  };
}

class SigningRpcs final : public RpcSet {
 public:
  SigningRpcs(const ServiceContext& context, CallerSources callers, MetricsRegistry* registry,
              std::unique_ptr<AnswerGroup> answers)
      : authenticator_(std::move(callers)),
        front_(MakeFront(context.keys)),
        sweeper_(front_ != nullptr ? std::make_unique<FrontSweeper>(front_.get(), *context.clock)
                                   : nullptr),
        context_(ForLane(context, front_.get(), &authenticator_)),
        answers_(std::move(answers)),
        sign_request_(context_, registry, "SignRequest", &SignRequest, answers_.get()),
        post_policy_(context_, registry, "SignPostPolicy", &SignPostPolicy, answers_.get()),
        key_lease_(context_, registry, "GetOrLoadKey", &GetOrLoadKey, answers_.get()),
        verify_(context_, registry, "VerifyRequest", &VerifyRequest, answers_.get()),
        explain_(context_, registry, "ExplainSignature", &ExplainSignature, answers_.get()),
        server_info_(context_, registry, "GetServerInfo", &GetServerInfo),
        batch_recorder_(registry, RpcType::kUnary, "BatchSignRequests"),
        payload_recorder_(registry, RpcType::kBidiStream, "SignPayload"),
        hash_recorder_(registry, RpcType::kClientStream, "HashPayload") {
    Bind(&sign_request_, &RawService::RequestSignRequest);
    Bind(&post_policy_, &RawService::RequestSignPostPolicy);
    Bind(&key_lease_, &RawService::RequestGetOrLoadKey);
    Bind(&verify_, &RawService::RequestVerifyRequest);
    Bind(&explain_, &RawService::RequestExplainSignature);
    Bind(&server_info_, &RawService::RequestGetServerInfo);
    batch_method_.on_refused = RefusalsTo(&batch_recorder_);
    payload_method_.on_refused = RefusalsTo(&payload_recorder_);
    hash_method_.on_refused = RefusalsTo(&hash_recorder_);
    batch_method_.request_call = [this](auto* server_context, auto* request, auto* writer,
                                        auto* queue, void* tag) {
      service_.RequestBatchSignRequests(server_context, request, writer, queue, queue, tag);
    };
    batch_method_.open = [this](const grpc::ServerContext& server_context,
                                grpc::ByteBuffer* request) {
      return std::make_unique<BatchCall>(context_, &batch_recorder_, server_context, request,
                                         &spare_messages_);
    };
    payload_method_.request_call = [this](auto* server_context, auto* stream, auto* queue,
                                          void* tag) {
      service_.RequestSignPayload(server_context, stream, queue, queue, tag);
    };
    payload_method_.open = [this](const grpc::ServerContext& server_context) {
      return std::make_unique<PayloadStream>(context_, &payload_recorder_, server_context);
    };
    hash_method_.request_call = [this](auto* server_context, auto* reader, auto* queue, void* tag) {
      service_.RequestHashPayload(server_context, reader, queue, queue, tag);
    };
    hash_method_.open = [this](const grpc::ServerContext& server_context) {
      return OpenHashStream(context_, &hash_recorder_, server_context);
    };
  }

  void Register(grpc::ServerBuilder& builder) override { builder.RegisterService(&service_); }

  void Serve(CallQueue* queue) override {
    for (const auto& method : methods_) {
      signet::Serve(method.get(), queue);
    }
    if (answers_ != nullptr) {
      queue->ReleaseAnswersOf(answers_.get());
    }
    signet::Serve(&batch_method_, queue);
    signet::Serve(&payload_method_, queue);
    signet::Serve(&hash_method_, queue);
    if (sweeper_ != nullptr) {
      sweeper_->Start(queue);
    }
  }

  void Drain() override {
    if (sweeper_ != nullptr) {
      sweeper_->Stop();
    }
  }

 private:
  template <typename Typed, typename RequestCall>
  void Bind(Typed* typed, RequestCall request_call) {
    auto method = std::make_unique<UnaryMethod>();
    method->request_call = [this, request_call](auto* server_context, auto* request, auto* writer,
                                                auto* queue, void* tag) {
      (service_.*request_call)(server_context, request, writer, queue, queue, tag);
    };
    method->handle = [typed](const grpc::ServerContext& server_context, grpc::ByteBuffer* request,
                             grpc::ByteBuffer* response) {
      return typed->Handle(server_context, request, response);
    };
    method->on_refused = RefusalsTo(typed->recorder());
    method->answers = typed->answers();
    methods_.push_back(std::move(method));
  }

  Authenticator authenticator_;
  const std::unique_ptr<KeyCacheFront> front_;
  const std::unique_ptr<FrontSweeper> sweeper_;
  const LaneContext context_;
  const std::unique_ptr<AnswerGroup> answers_;
  RawService service_;
  TypedUnary<v1::SignRequestRequest, v1::SignRequestResponse> sign_request_;
  TypedUnary<v1::SignPostPolicyRequest, v1::SignPostPolicyResponse> post_policy_;
  TypedUnary<v1::GetOrLoadKeyRequest, v1::GetOrLoadKeyResponse> key_lease_;
  TypedUnary<v1::VerifyRequestRequest, v1::VerifyRequestResponse> verify_;
  TypedUnary<v1::ExplainSignatureRequest, v1::ExplainSignatureResponse> explain_;
  TypedUnary<v1::GetServerInfoRequest, v1::GetServerInfoResponse> server_info_;
  CallRecorder batch_recorder_;
  CallRecorder payload_recorder_;
  CallRecorder hash_recorder_;
  std::vector<std::unique_ptr<UnaryMethod>> methods_;
  std::unique_ptr<BatchMessages> spare_messages_;
  SlicedMethod batch_method_;
  StreamMethod payload_method_;
  ClientStreamMethod hash_method_;
};

}  // namespace

std::unique_ptr<RpcSet> MakeSigningRpcs(const ServiceContext& context, CallerSources callers,
                                        MetricsRegistry* registry) {
  return std::make_unique<SigningRpcs>(context, std::move(callers), registry,
                                       MakeAnswerGroup(context));
}

}  // namespace signet
