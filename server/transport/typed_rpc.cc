// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/typed_rpc.h"

#include "absl/strings/str_cat.h"
#include "grpc/support/time.h"
#include "server/base/error.h"
#include "server/base/vector_registers.h"
#include "server/service/key_lease.h"

namespace signet {
namespace {

absl::string_view VerdictName(v1::Verdict verdict) {
  switch (verdict) {
    case v1::VERDICT_VALID:
      return "valid";
    case v1::VERDICT_INVALID:
      return "invalid";
    case v1::VERDICT_EXPIRED:
      return "expired";
    default:
      return "";
  }
}

// The caller's traceparent, for the record.
absl::string_view TraceOf(const grpc::ServerContextBase& server_context) {
  const auto& metadata = server_context.client_metadata();
  const auto found = metadata.find("traceparent");
  return found == metadata.end()
             ? absl::string_view()
             : TraceIdOf(absl::string_view(found->second.data(), found->second.size()));
}

// The field path of what concerns no single field.
constexpr absl::string_view kWholeMessage = "message";

// Until a deadline as gRPC has it. Its own conversion to the wall clock reads two
// clocks for each.
absl::Duration TimeLeft(gpr_timespec deadline) {
  if (gpr_time_cmp(deadline, gpr_inf_future(deadline.clock_type)) == 0) {
    return absl::InfiniteDuration();
  }
  const gpr_timespec left = gpr_time_sub(deadline, gpr_now(deadline.clock_type));
  return absl::Seconds(left.tv_sec) + absl::Nanoseconds(left.tv_nsec);
}

}  // namespace

absl::Status BeginCall(const LaneContext& context, const grpc::ServerContextBase& server_context,
                       CallContext* call) {
  absl::Status identified = context.authenticator->Identify(server_context, call);
  if (!identified.ok()) {
    return identified;
  }
  const absl::Duration left = TimeLeft(server_context.raw_deadline());
  call->deadline = absl::Now() + left;
  if (left <= absl::ZeroDuration()) {
    return MakeError(absl::StatusCode::kDeadlineExceeded, Reason::kDeadlineExceeded, "",
                     "the deadline passed before the call was taken");
  }
  return absl::OkStatus();
}

uint64_t BodyBytes(const v1::SignRequestRequest& request) {
  return request.payload().body().size();
}

uint64_t BodyBytes(const v1::VerifyRequestRequest& request) {
  return request.payload().body().size();
}

uint64_t BodyBytes(const v1::ExplainSignatureRequest& request) {
  return BodyBytes(request.request()) + request.target_canonical_request().size();
}

uint64_t BodyBytes(const v1::BatchSignRequestsRequest& request) { return request.ByteSizeLong(); }

absl::Status CheckMessageSize(const ServiceContext& context, uint64_t bytes, uint64_t body_bytes) {
  if (bytes > context.max_batch_bytes) {
    return InvalidField(
        Reason::kLimitExceeded, kWholeMessage,
        absl::StrCat("the message has ", bytes, " bytes, allowed are ", context.max_batch_bytes));
  }
  // Encoding may be longer than it has to be, never shorter.
  const uint64_t rest = bytes - std::min(bytes, body_bytes);
  if (rest > context.max_message_bytes) {
    return InvalidField(Reason::kLimitExceeded, kWholeMessage,
                        absl::StrCat("the message has ", rest, " bytes without its body, allowed ",
                                     "are ", context.max_message_bytes));
  }
  return absl::OkStatus();
}

absl::Status UnparsableMessage(absl::string_view type_name) {
  return InvalidField(
      Reason::kInvalidMessage, kWholeMessage,
      absl::StrCat("the message is no ", type_name, ", or a string in it is not UTF-8"));
}

void WipeSecrets(v1::GetOrLoadKeyResponse* response) {
  WipeLease(response);
  ClearVectorRegisters();
}

int64_t FailedParts(const v1::BatchSignRequestsResponse& response) {
  int64_t failed = 0;
  for (const v1::BatchSignResult& result : response.results()) {
    failed += result.has_error() ? 1 : 0;
  }
  return failed;
}

void BeginRecord(const grpc::ServerContextBase& server_context, absl::string_view method,
                 CallAudit* audit, CallContext* call) {
  call->trace_id = TraceOf(server_context);
  call->audit = audit;
  audit->Begin(*call, method);
}

void NoteOutcome(const v1::VerifyRequestResponse& response, AuditEvent* event) {
  event->verdict = VerdictName(response.verdict());
  event->credential = response.credential();
  event->access_key_id = response.access_key_id();
}

OngoingCall::OngoingCall(const LaneContext& context_arg, CallRecorder* recorder_arg,
                         absl::string_view method, const grpc::ServerContext& server_context)
    : context(context_arg), recorder(recorder_arg), start(context.clock->Monotonic()) {
  recorder->Started();
  subject.parts = 0;
  status = BeginCall(context_arg, server_context, &call);
  if (context.audit != nullptr) {
    lines.emplace(context.audit->NewLines());
    audit.emplace(&*lines);
    BeginRecord(server_context, method, &*audit, &call);
  }
}

void OngoingCall::AddLine(absl::string_view phase) {
  audit->event().phase = phase;
  audit->FillIn(subject);
  audit->End(status, context.clock->Now());
}

void OngoingCall::Post(absl::string_view phase) {
  if (audit.has_value()) {
    AddLine(phase);
    context.audit->Post(*lines);
    lines->Clear();
  }
}

void OngoingCall::Record(absl::string_view phase) {
  if (!audit.has_value()) {
    return;
  }
  AddLine(phase);
  const absl::Status recorded = context.audit->Commit(*lines);
  lines->Clear();
  if (!recorded.ok()) {
    status = recorded;
  }
}

OngoingCall::~OngoingCall() {
  recorder->Finished(
      call, [this] { return subject; }, status, context.clock->Monotonic() - start);
}

void OngoingCall::Cancelled() {
  if (status.ok()) {
    status = absl::CancelledError("the caller cancelled the call");
  }
}

}  // namespace signet
