// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/authorization.h"

#include <memory>
#include <optional>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "server/base/error.h"
#include "server/observability/log.h"
#include "server/service/call_audit.h"

namespace signet {
namespace {

// The access that the decision is about: the request's own where none decided. Null for
// operations that sign no request.
const Access* AccessOf(const PolicyRequest& asked, const Decision& decision) {
  return decision.access == nullptr && asked.target != nullptr ? &asked.target->accesses.front()
                                                               : decision.access;
}

void NoteDecision(const CallContext& call, const Policy& policy, const PolicyRequest& asked,
                  const Decision& decision, bool goes_on) {
  if (call.audit == nullptr) {
    return;
  }
  AuditEvent& event = call.audit->event();
  event.decision = goes_on ? AuditEvent::Decision::kAllow : AuditEvent::Decision::kDeny;
  event.rule.assign(decision.rule.data(), decision.rule.size());
  event.policy = policy.fingerprint();
  if (const Access* const access = AccessOf(asked, decision); access != nullptr) {
    event.action = access->action;
    event.resource = access->resource;
  }
}

PolicyRequest ToPolicyRequest(const CallContext& call, const AuthorizationRequest& request) {
  PolicyRequest asked = {.caller = call.caller,
                         .operation = request.operation,
                         .credential = request.credential,
                         .service = request.service,
                         .regions = request.regions,
                         .now = request.now};
  if (request.description != nullptr) {
    asked.target = &request.description->target;
    asked.payload = request.description->payload;
    asked.headers = request.description->headers;
  }
  return asked;
}

// For the operator alone: which rule, and of which file.
void LogDecision(LogMessage message, const PolicyRequest& asked, const Decision& decision) {
  if (!LogEnabled(LogLevel::kInfo)) {
    return;
  }
  const Access* const access = AccessOf(asked, decision);
  Log(LogLevel::kInfo, message,
      {{"caller", asked.caller},
       {"operation", OperationName(asked.operation)},
       {"credential", asked.credential},
       {"service", asked.service},
       {"region", absl::StrJoin(asked.regions, ",")},
       {"endpoint", asked.target == nullptr ? "" : asked.target->endpoint},
       {"action", access == nullptr ? "" : access->action},
       {"resource", access == nullptr ? "" : access->resource},
       {"why", WhyName(decision.why)},
       {"rule", decision.rule},
       {"place", decision.place},
       {"nearest_rule", decision.nearest_rule},
       {"nearest_mismatch",
        decision.nearest_rule.empty() ? "" : MismatchName(decision.nearest_mismatch)}});
}

// The body would tell more: what did not match is what only it says.
bool AsksForBody(const AuthorizationRequest& request, const Decision& decision) {
  if (request.description == nullptr || request.description->ambiguity.ok()) {
    return false;
  }
  switch (decision.nearest_mismatch) {
    case Mismatch::kBearerTokens:
    case Mismatch::kAction:
    case Mismatch::kResource:
      return decision.why == Decision::Why::kNoRule;
    default:
      return decision.why == Decision::Why::kDenyRule;
  }
}

// Record mode lets through what no rule speaks of, as far as a rule could allow it;
// what a rule denies, leases and bearer tokens stay as they are, and unknown
// credentials look as ever.
bool IsOnlyRecorded(const ServiceContext& context, const Policy& policy, const PolicyRequest& asked,
                    const Decision& decision) {
  return policy.is_recording() && !decision.allowed && decision.why == Decision::Why::kNoRule &&
         asked.operation != Operation::kGetOrLoadKey && !asked.regions.empty() &&
         !(asked.target != nullptr && asked.target->is_bearer_token) &&
         !absl::IsNotFound(context.credentials->Latest(asked.credential).status());
}

// One line for each access, to write rules after.
void Record(const ServiceContext& context, const PolicyRequest& asked, const Decision& decision) {
  if (!decision.allowed) {
    context.metrics->CountWouldDeny(asked.operation);
  }
  if (!LogEnabled(LogLevel::kInfo) || asked.target == nullptr) {
    return;
  }
  for (const Access& access : asked.target->accesses) {
    Log(LogLevel::kInfo, "policy record",
        {{"would", decision.allowed ? "allow" : "deny"},
         {"caller", asked.caller},
         {"operation", OperationName(asked.operation)},
         {"credential", asked.credential},
         {"service", asked.service},
         {"region", absl::StrJoin(asked.regions, ",")},
         {"endpoint", asked.target->endpoint},
         {"payload", PayloadModeName(asked.payload)},
         {"action", access.action},
         {"resource", access.resource},
         {"extent", ExtentName(access)},
         {"dot_segments", access.has_dot_segments}});
  }
}

absl::Status Denied(const CallContext& call, const PolicyRequest& asked,
                    const AuthorizationRequest& request, const Decision& decision) {
  LogDecision("denied by policy", asked, decision);
  if (AsksForBody(request, decision)) {
    return request.description->ambiguity;
  }
  return NotGranted(call, Reason::kNotGranted, "",
                    absl::StrCat("no rule lets this caller use ", OperationName(request.operation),
                                 " with that credential, service and region",
                                 request.description == nullptr ? "" : " for that request"));
}

}  // namespace

absl::StatusOr<Grants> Authorize(const ServiceContext& context, const CallContext& call,
                                 const Policy& policy, const AuthorizationRequest& request) {
  const PolicyRequest asked = ToPolicyRequest(call, request);
  const Decision decision = policy.Decide(asked);
  const bool is_recorded = IsOnlyRecorded(context, policy, asked, decision);
  context.metrics->CountDecision(request.operation, decision.allowed || is_recorded);
  NoteDecision(call, policy, asked, decision, decision.allowed || is_recorded);
  if (policy.is_recording() && (decision.allowed || is_recorded)) {
    Record(context, asked, decision);
  }
  if (is_recorded) {
    return Grants();
  }
  if (!decision.allowed) {
    return Denied(call, asked, request, decision);
  }
  const std::optional<absl::Duration> wait =
      policy.TakeTokens(asked, context.clock->Monotonic(), &context.policy->rates());
  if (wait.has_value()) {
    LogDecision("over the rate of its rules", asked, decision);
    return WithRetryDelay(MakeError(absl::StatusCode::kResourceExhausted, Reason::kRateLimited, "",
                                    absl::StrCat("the rules allow this caller no more ",
                                                 OperationName(request.operation), " calls for ",
                                                 absl::FormatDuration(*wait))),
                          *wait);
  }
  return decision.grants;
}

absl::Status AuthorizeAgain(const ServiceContext& context, const CallContext& call,
                            const Policy& policy, const AuthorizationRequest& request) {
  const PolicyRequest asked = ToPolicyRequest(call, request);
  const Decision decision = policy.Decide(asked);
  const bool goes_on = decision.allowed || IsOnlyRecorded(context, policy, asked, decision);
  context.metrics->CountDecision(request.operation, goes_on);
  NoteDecision(call, policy, asked, decision, goes_on);
  return goes_on ? absl::OkStatus() : Denied(call, asked, request, decision);
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
  NoteDecision(call, *policy, {}, decision, decision.allowed);
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
