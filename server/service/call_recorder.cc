// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/call_recorder.h"

#include <optional>

#include "absl/strings/str_join.h"
#include "server/base/error.h"
#include "server/observability/log.h"
#include "server/observability/metric_names.h"
#include "server/policy/operation.h"

namespace signet {
namespace {

absl::string_view ServiceOf(absl::string_view method) {
  const std::optional<Operation> operation = OperationFromName(method);
  return operation.has_value() && IsAdminOperation(*operation) ? "signet.v1.AdminService"
                                                               : "signet.v1.SigningService";
}

}  // namespace

CallSubject SubjectOf(const v1::SignRequestRequest& request) {
  return {.credential = request.credential(),
          .region = request.region_set().empty() ? request.region()
                                                 : absl::StrJoin(request.region_set(), ","),
          .service = request.service()};
}

CallSubject SubjectOf(const v1::BatchSignRequestsRequest& request) {
  // Entries mostly go to one place; what is logged is the first one's.
  CallSubject subject = request.requests().empty() ? CallSubject() : SubjectOf(request.requests(0));
  subject.parts = request.requests_size();
  return subject;
}

CallSubject SubjectOf(const v1::SignPostPolicyRequest& request) {
  return {.credential = request.credential(), .region = request.region(), .service = "s3"};
}

CallSubject SubjectOf(const v1::GetOrLoadKeyRequest& request) {
  return {
      .credential = request.credential(), .region = request.region(), .service = request.service()};
}

CallSubject SubjectOf(const v1::VerifyRequestRequest& request) {
  return {.credential = "", .region = request.region(), .service = request.service()};
}

CallSubject SubjectOf(const v1::ExplainSignatureRequest& request) {
  return SubjectOf(request.request());
}

CallSubject SubjectOf(const v1::GetServerInfoRequest& /*request*/) { return {}; }

CallRecorder::CallRecorder(MetricsRegistry* registry, RpcType type, absl::string_view method)
    : method_(method),
      metrics_(registry, type, ServiceOf(method), method),
      in_flight_(registry->GetGauge(kCallsInFlight)) {}

void CallRecorder::Started() {
  metrics_.Started();
  in_flight_->Add(1);
}

void CallRecorder::Finished(const CallContext& call, absl::FunctionRef<CallSubject()> subject,
                            const absl::Status& status, absl::Duration duration) {
  Counted(status.code(), duration);
  Logged(call, subject, status, duration);
}

void CallRecorder::Counted(absl::StatusCode code, absl::Duration duration) {
  in_flight_->Add(-1);
  metrics_.Handled(code, duration);
}

void CallRecorder::Logged(const CallContext& call, absl::FunctionRef<CallSubject()> subject,
                          const absl::Status& status, absl::Duration duration) const {
  if (!LogEnabled(LogLevel::kInfo)) {
    return;
  }
  const CallSubject of_call = subject();
  const ErrorDetail detail = GetErrorDetail(status);
  Log(LogLevel::kInfo, "call",
      {{"caller", call.caller},
       {"rpc", method_},
       {"credential", of_call.credential},
       {"region", of_call.region},
       {"service", of_call.service},
       {"parts", of_call.parts},
       {"failed_parts", of_call.failed_parts},
       {"code", RpcCodeName(status.code())},
       {"reason", status.ok() ? absl::string_view() : ReasonName(detail.reason)},
       {"field", detail.field},
       {"duration_seconds", duration}});
}

void CallRecorder::Refused(absl::StatusCode code, absl::Duration duration) {
  metrics_.Started();
  metrics_.Handled(code, duration);
}

}  // namespace signet
