// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_TRANSPORT_TYPED_RPC_H_
#define SIGNET_SERVER_TRANSPORT_TYPED_RPC_H_

#include <optional>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "grpcpp/grpcpp.h"
#include "server/service/call_audit.h"
#include "server/service/call_context.h"
#include "server/service/call_recorder.h"
#include "server/service/grpc_status.h"
#include "server/transport/answer_group.h"
#include "server/transport/lane_context.h"
#include "server/transport/message_codec.h"

namespace signet {

// Who calls and until when. Errors as Authenticator::Identify(); DeadlineExceeded,
// kDeadlineExceeded: nobody waits for the answer any more.
//
// `call` then refers to the name that the connection's properties hold, and is
// valid as long as `server_context`.
absl::Status BeginCall(const LaneContext& context, const grpc::ServerContextBase& server_context,
                       CallContext* call);

// Bytes of a message that do not count towards max_message_bytes: bodies.
uint64_t BodyBytes(const v1::SignRequestRequest& request);
uint64_t BodyBytes(const v1::VerifyRequestRequest& request);
uint64_t BodyBytes(const v1::ExplainSignatureRequest& request);
// A batch is as large as it likes, within max_batch_bytes.
uint64_t BodyBytes(const v1::BatchSignRequestsRequest& request);
inline uint64_t BodyBytes(const google::protobuf::MessageLite& /*request*/) { return 0; }

// OK when a message of `bytes`, `body_bytes` of them body, is within the limits;
// InvalidArgument, kLimitExceeded.
absl::Status CheckMessageSize(const ServiceContext& context, uint64_t bytes, uint64_t body_bytes);

// The message was none, or held a string that is not UTF-8.
absl::Status UnparsableMessage(absl::string_view type_name);

// Has the call recorded by `audit`, which outlives it.
void BeginRecord(const grpc::ServerContextBase& server_context, absl::string_view method,
                 CallAudit* audit, CallContext* call);

// Notes what of a response belongs on record beside what handlers noted.
void NoteOutcome(const v1::VerifyRequestResponse& response, AuditEvent* event);
inline void NoteOutcome(const google::protobuf::MessageLite& /*response*/, AuditEvent* /*event*/) {}

// Wipes what of a response must not stay in memory after it was sent.
void WipeSecrets(v1::GetOrLoadKeyResponse* response);
inline void WipeSecrets(google::protobuf::MessageLite* /*response*/) {}

// Parses into `message`, within the limits.
template <typename Message>
absl::Status ReadMessage(const ServiceContext& context, grpc::ByteBuffer* bytes, Message* message) {
  const uint64_t size = bytes->Length();
  if (size > context.max_batch_bytes) {
    return CheckMessageSize(context, size, 0);
  }
  if (!ParseMessage(bytes, message)) {
    return UnparsableMessage(Message::descriptor()->name());
  }
  return CheckMessageSize(context, size, BodyBytes(*message));
}

// Entries of a batch that failed.
int64_t FailedParts(const v1::BatchSignRequestsResponse& response);

// The messages of a call, for another to use when it has ended: they keep their
// memory, but not that of a huge one.
template <typename Request, typename Response>
struct MessagePair {
  Request request;
  Response response;

  // `request_bytes`: what the request took on the wire.
  void Reset(size_t request_bytes) {
    if (request_bytes > kKeptBytes) {
      request = Request();
      response = Response();
    } else {
      request.Clear();
      response.Clear();
    }
  }

 private:
  static constexpr size_t kKeptBytes = size_t{64} * 1024;
};

// What a call that takes more than one message keeps while it lasts: who calls, how
// it stands, and the record of it, made when it ends. All arguments outlive it.
struct OngoingCall {
  // `method` lives for ever.
  OngoingCall(const LaneContext& context_arg, CallRecorder* recorder_arg, absl::string_view method,
              const grpc::ServerContext& server_context);
  ~OngoingCall();
  OngoingCall(const OngoingCall&) = delete;
  OngoingCall& operator=(const OngoingCall&) = delete;

  // The caller did not wait for the end. An error that ended the call before says more.
  void Cancelled();

  // Puts the decision that `status` is on record, before its answer leaves. Makes
  // `status` the error where that fails.
  void Record(absl::string_view phase);
  // As Record(), of what has left already: waits for nothing.
  void Post(absl::string_view phase);

  const ServiceContext& context;
  CallRecorder* const recorder;
  const absl::Duration start;
  CallContext call;
  CallSubject subject;
  absl::Status status;
  // Where calls are recorded.
  std::optional<AuditLines> lines;
  std::optional<CallAudit> audit;

 private:
  void AddLine(absl::string_view phase);
};

// A unary RPC of the service: bytes in, handler, bytes out, and the record. Its
// messages are used again for every call, so it belongs to one lane.
template <typename Request, typename Response>
class TypedUnary {
 public:
  using Handler = absl::Status (*)(const ServiceContext& context, const CallContext& call,
                                   const Request& request, Response* response);

  // `answers`, null or where answers wait until they are on record, outlives this.
  TypedUnary(const LaneContext& context, MetricsRegistry* registry, absl::string_view method,
             Handler handler, AnswerGroup* answers = nullptr)
      : context_(context),
        method_(method),
        handler_(handler),
        answers_(answers),
        recorder_(registry, RpcType::kUnary, method) {
    if (answers_ != nullptr) {
      audit_.emplace(answers_->lines());
    }
  }

  grpc::Status Handle(const grpc::ServerContext& server_context, grpc::ByteBuffer* request_bytes,
                      grpc::ByteBuffer* response_bytes) {
    const absl::Duration start = context_.clock->Monotonic();
    recorder_.Started();
    const size_t request_size = request_bytes->Length();
    CallContext call;
    absl::Status status = BeginCall(context_, server_context, &call);
    if (audit_.has_value()) {
      BeginRecord(server_context, method_, &*audit_, &call);
    }
    if (status.ok()) {
      status = ReadMessage(context_, request_bytes, &messages_.request);
    }
    if (status.ok()) {
      status = handler_(context_, call, messages_.request, &messages_.response);
    }
    if (status.ok()) {
      SerializeMessage(messages_.response, response_bytes);
    }
    End(call, status, start);
    WipeSecrets(&messages_.response);
    messages_.Reset(request_size);
    return ToGrpcStatus(status);
  }

  CallRecorder* recorder() { return &recorder_; }
  AnswerGroup* answers() const { return answers_; }

 private:
  void End(const CallContext& call, const absl::Status& status, absl::Duration start) {
    const auto subject = [this] { return SubjectOf(messages_.request); };
    const absl::Duration duration = context_.clock->Monotonic() - start;
    if (!audit_.has_value()) {
      recorder_.Finished(call, subject, status, duration);
      return;
    }
    NoteOutcome(messages_.response, &audit_->event());
    if (audit_->event().service.empty()) {
      audit_->FillIn(subject());
    }
    audit_->End(status, context_.clock->Now());
    recorder_.Logged(call, subject, status, duration);
    answers_->CountLater(&recorder_, status.code(), start);
  }

  const LaneContext& context_;
  const absl::string_view method_;
  const Handler handler_;
  AnswerGroup* const answers_;
  std::optional<CallAudit> audit_;
  CallRecorder recorder_;
  MessagePair<Request, Response> messages_;
};

}  // namespace signet

#endif  // SIGNET_SERVER_TRANSPORT_TYPED_RPC_H_
