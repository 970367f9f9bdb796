// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/post_policy.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"
#include "server/service/authorization.h"
#include "server/service/call_audit.h"
#include "server/service/key_signer.h"
#include "server/service/preparation.h"
#include "server/service/request_description.h"
#include "server/service/validation.h"
#include "server/sigv4/credential_scope.h"
#include "server/sigv4/effective_expiry.h"
#include "server/sigv4/post_policy.h"
#include "server/sigv4/timestamp.h"

namespace signet {
namespace {

constexpr absl::string_view kService = "s3";

absl::StatusOr<PostCondition> ConvertCondition(const v1::PostCondition& message, int index) {
  PostCondition condition;
  condition.field = message.field();
  switch (message.condition_case()) {
    case v1::PostCondition::kEquals:
      condition.kind = PostCondition::Kind::kEquals;
      condition.value = message.equals();
      return condition;
    case v1::PostCondition::kStartsWith:
      condition.kind = PostCondition::Kind::kStartsWith;
      condition.value = message.starts_with();
      return condition;
    case v1::PostCondition::kContentLengthRange:
      condition.kind = PostCondition::Kind::kContentLengthRange;
      condition.min_bytes = message.content_length_range().min_bytes();
      condition.max_bytes = message.content_length_range().max_bytes();
      return condition;
    case v1::PostCondition::CONDITION_NOT_SET:
      break;
  }
  return InvalidField(Reason::kMissingField, absl::StrCat("conditions[", index, "].condition"),
                      "the condition says nothing");
}

// The path that "conditions[i].value", ".min_bytes" and ".max_bytes" have in the
// message.
std::string ConditionFieldPath(const v1::SignPostPolicyRequest& request, absl::string_view path) {
  const std::pair<absl::string_view, absl::string_view> parts =
      absl::StrSplit(path, absl::MaxSplits("].", 1));
  absl::string_view number = parts.first;
  int index = 0;
  if (!absl::ConsumePrefix(&number, "conditions[") || !absl::SimpleAtoi(number, &index) ||
      index < 0 || index >= request.conditions_size()) {
    return std::string(path);
  }
  if (parts.second == "value") {
    return absl::StrCat(parts.first, "].",
                        request.conditions(index).has_equals() ? "equals" : "starts_with");
  }
  if (parts.second == "min_bytes" || parts.second == "max_bytes") {
    return absl::StrCat(parts.first, "].content_length_range.", parts.second);
  }
  return std::string(path);
}

absl::Status WithMessageFieldPath(const v1::SignPostPolicyRequest& request,
                                  const absl::Status& status) {
  const ErrorDetail detail = GetErrorDetail(status);
  return MakeError(status.code(), detail.reason, ConditionFieldPath(request, detail.field),
                   status.message());
}

void FillResponse(PreparedPostPolicy prepared, const CredentialVersion& version,
                  absl::string_view signature, v1::SignPostPolicyResponse* response) {
  const auto add = [response](absl::string_view name, std::string value) {
    v1::FormField& field = *response->add_fields();
    field.set_name(std::string(name));
    field.set_value(std::move(value));
  };
  for (Header& field : prepared.fields) {
    add(field.name, std::move(field.value));
  }
  add("policy", std::move(prepared.policy_base64));
  add("x-amz-signature", std::string(signature));
  response->set_signature(std::string(signature));
  response->set_credential_scope(prepared.credential_scope);
  response->set_access_key_id(version.value.access_key_id);
  response->set_credential_version(version.id);
}

// What policy gives the caller for a form with these conditions. Errors of Authorize().
absl::StatusOr<Grants> AuthorizeForm(const ServiceContext& context, const CallContext& call,
                                     const v1::SignPostPolicyRequest& request,
                                     absl::string_view region,
                                     absl::Span<const PostCondition> conditions, absl::Time now) {
  if (call.audit != nullptr) {
    AuditEvent& event = call.audit->event();
    event.credential = request.credential();
    event.region = std::string(region);
    event.service = std::string(kService);
    event.resource = request.bucket();
  }
  const std::shared_ptr<const Policy> policy = context.policy->Get();
  RequestDescription& description = ThreadRequestDescription();
  DescribePostPolicy(*policy, request.bucket(), conditions, &description);
  return Authorize(context, call, *policy,
                   {.operation = Operation::kSignPostPolicy,
                    .credential = request.credential(),
                    .service = kService,
                    .regions = absl::MakeConstSpan(&region, 1),
                    .now = now,
                    .description = &description});
}

}  // namespace

absl::Status SignPostPolicy(const ServiceContext& context, const CallContext& call,
                            const v1::SignPostPolicyRequest& request,
                            v1::SignPostPolicyResponse* response) {
  SIGNET_RETURN_IF_ERROR(ValidateCredentialName(request.credential()));
  SIGNET_RETURN_IF_ERROR(ValidateCredentialVersionId(request.credential_version()));
  SIGNET_RETURN_IF_ERROR(ValidateRegion(request.region()));
  SIGNET_ASSIGN_OR_RETURN(
      const absl::Duration asked,
      ParseExpiry(request.has_expires_in() ? &request.expires_in() : nullptr, "expires_in"));
  std::optional<absl::Time> own_signing_time;
  if (request.has_signing_time()) {
    SIGNET_ASSIGN_OR_RETURN(own_signing_time, ParseInstant(request.signing_time(), "signing_time"));
  }
  std::vector<PostCondition> conditions;
  for (int i = 0; i < request.conditions_size(); ++i) {
    SIGNET_ASSIGN_OR_RETURN(conditions.emplace_back(), ConvertCondition(request.conditions(i), i));
  }

  const absl::string_view region = SigningRegion(kService, request.region());
  const absl::Time now = context.clock->Now();
  SIGNET_ASSIGN_OR_RETURN(const Grants grants,
                          AuthorizeForm(context, call, request, region, conditions, now));
  SIGNET_ASSIGN_OR_RETURN(const absl::Time signing_time,
                          ChooseSigningTime(call, own_signing_time, now, grants, "signing_time"));
  SIGNET_ASSIGN_OR_RETURN(
      const CredentialVersionPtr version,
      FindVersion(context, call, request.credential(), request.credential_version()));
  std::vector<std::string> warnings;
  SIGNET_ASSIGN_OR_RETURN(const absl::Duration expires_in,
                          EffectiveExpiry(GrantedExpiry(asked, grants, &warnings), signing_time,
                                          version->value.expires, &warnings));
  absl::StatusOr<PreparedPostPolicy> prepared =
      PreparePostPolicy({.bucket = request.bucket(),
                         .conditions = conditions,
                         .signing_time = signing_time,
                         .expires_in = expires_in,
                         .region = region,
                         .access_key_id = version->value.access_key_id,
                         .session_token = version->value.session_token.Reveal()});
  if (!prepared.ok()) {
    return WithMessageFieldPath(request, prepared.status());
  }
  const KeySigner signer = {.algorithm = Algorithm::kSigV4,
                            .version = version,
                            .scope = {.date = ScopeDate(signing_time),
                                      .region = std::string(region),
                                      .service = std::string(kService)}};
  std::string signature;
  SIGNET_RETURN_IF_ERROR(signer.Sign(context, now, prepared->policy_base64, &signature));
  context.metrics->CountSignature(Operation::kSignPostPolicy);
  if (call.audit != nullptr) {
    AuditEvent& event = call.audit->event();
    event.signature = AuditFingerprint(signature);
    event.signing_time = signing_time;
    event.expires_in = absl::ToInt64Seconds(expires_in);
  }
  FillResponse(*std::move(prepared), *version, signature, response);
  *response->mutable_expires_at() = ToTimestamp(signing_time + expires_in);
  for (std::string& warning : warnings) {
    response->add_warnings(std::move(warning));
  }
  return absl::OkStatus();
}

}  // namespace signet
