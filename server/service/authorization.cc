// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/authorization.h"

#include <memory>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "server/base/error.h"
#include "server/observability/log.h"
#include "server/service/call_audit.h"

namespace signet {
namespace {

void NoteDecision(const CallContext& call, const Decision& decision) {
  if (call.audit == nullptr) {
    return;
  }
  AuditEvent& event = call.audit->event();
  event.decision = decision.allowed ? AuditEvent::Decision::kAllow : AuditEvent::Decision::kDeny;
  event.rule.assign(decision.rule.data(), decision.rule.size());
}

}  // namespace

absl::StatusOr<Grants> Authorize(const ServiceContext& context, const CallContext& call,
                                 const AuthorizationRequest& request) {
  const std::shared_ptr<const Policy> policy = context.policy->Get();
  const Decision decision = policy->Decide({.caller = call.caller,
                                            .operation = request.operation,
                                            .credential = request.credential,
                                            .service = request.service,
                                            .regions = request.regions});
  context.metrics->CountDecision(request.operation, decision.allowed);
  NoteDecision(call, decision);
  if (decision.allowed) {
    return decision.grants;
  }
  // Why it was denied is for the operator alone.
  Log(LogLevel::kInfo, "denied by policy",
      {{"caller", call.caller},
       {"operation", OperationName(request.operation)},
       {"credential", request.credential},
       {"service", request.service},
       {"region", absl::StrJoin(request.regions, ",")},
       {"why", WhyName(decision.why)},
       {"rule", decision.rule}});
  return NotGranted(call, Reason::kNotGranted, "",
                    absl::StrCat("no rule lets this caller use ", OperationName(request.operation),
                                 " with that credential, service and region"));
}

absl::Status NotGranted(const CallContext& call, Reason reason, absl::string_view field,
                        absl::string_view what) {
  return MakeError(absl::StatusCode::kPermissionDenied, reason, field,
                   absl::StrCat(what, "; to policy the caller is \"", call.caller, "\""));
}

absl::Status AuthorizeWithoutCredential(const ServiceContext& context, const CallContext& call,
                                        Operation operation) {
  const std::shared_ptr<const Policy> policy = context.policy->Get();
  const Decision decision = policy->DecideWithoutCredential(call.caller, operation);
  context.metrics->CountDecision(operation, decision.allowed);
  NoteDecision(call, decision);
  if (decision.allowed) {
    return absl::OkStatus();
  }
  Log(LogLevel::kInfo, "denied by policy",
      {{"caller", call.caller},
       {"operation", OperationName(operation)},
       {"why", WhyName(decision.why)},
       {"rule", decision.rule}});
  return NotGranted(call, Reason::kNotGranted, "",
                    absl::StrCat("no rule lets this caller use ", OperationName(operation)));
}

absl::StatusOr<CredentialVersionPtr> FindVersion(const ServiceContext& context,
                                                 const CallContext& call,
                                                 absl::string_view credential,
                                                 absl::string_view version_id) {
  absl::StatusOr<CredentialVersionPtr> version =
      version_id.empty() ? context.credentials->Latest(credential)
                         : context.credentials->ByVersion(credential, version_id);
  if (version.ok() && call.audit != nullptr) {
    AuditEvent& event = call.audit->event();
    event.access_key_id = (*version)->value.access_key_id;
    event.credential_version = (*version)->id;
  }
  return version;
}

}  // namespace signet
