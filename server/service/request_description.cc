// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/request_description.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"
#include "server/policy/bearer_token.h"
#include "server/policy/s3_target.h"
#include "server/sigv4/canonical_request.h"
#include "server/sigv4/signing_parameters.h"

namespace signet {
namespace {

// What is known of the body: the bytes, or that there are none.
std::optional<absl::string_view> KnownBody(const v1::Payload& payload, const Payload& checked) {
  static const Sha256Digest nothing = Sha256Of("");
  if (payload.kind_case() == v1::Payload::kBody) {
    return payload.body();
  }
  return checked.mode == PayloadMode::kSha256 && checked.sha256 == nothing
             ? std::optional<absl::string_view>("")
             : std::nullopt;
}

// Headers that are signed, and parameters that stand for them.
absl::Status CollectHeaders(const SigningInput& input, std::vector<RequestHeader>* headers) {
  for (const HeaderView& header : input.request.headers) {
    std::string name = absl::AsciiStrToLower(header.name);
    if (!IsNeverSigned(name, *input.profile)) {
      headers->push_back({std::move(name), std::string(header.value), /*is_prefix=*/false});
    }
  }
  SIGNET_ASSIGN_OR_RETURN(const std::vector<QueryParameter> query,
                          ParseQuery(input.request.url.query));
  for (const QueryParameter& parameter : query) {
    if (absl::StartsWithIgnoreCase(parameter.name, kAmzPrefix)) {
      headers->push_back({absl::AsciiStrToLower(parameter.name), parameter.value,
                          /*is_prefix=*/false});
    }
  }
  return absl::OkStatus();
}

// The name of the header that says the same as a form's field.
absl::string_view HeaderOfField(absl::string_view field) {
  if (absl::EqualsIgnoreCase(field, "acl")) {
    return "x-amz-acl";
  }
  return absl::EqualsIgnoreCase(field, "tagging") ? "x-amz-tagging" : field;
}

}  // namespace

RequestDescription& ThreadRequestDescription() {
  static thread_local RequestDescription description;
  return description;
}

absl::Status DescribeRequest(const Policy& policy, const CheckedRequest& request,
                             const v1::Payload& payload, RequestDescription* description) {
  const SigningInput& input = request.input;
  description->payload = input.payload.mode;
  description->headers.clear();
  description->ambiguity = absl::OkStatus();
  if (policy.LooksAtHeaders()) {
    const absl::Status collected = CollectHeaders(input, &description->headers);
    if (!collected.ok()) {
      return WithRequestFieldPath(collected);
    }
  }
  const absl::Status resolved = ResolveTarget({.service = input.service,
                                               .profile = input.profile,
                                               .request = input.request,
                                               .is_presigned = input.placement == Placement::kQuery,
                                               .body = KnownBody(payload, input.payload)},
                                              policy.endpoints(), &description->target);
  if (resolved.ok()) {
    return absl::OkStatus();
  }
  const ErrorDetail detail = GetErrorDetail(resolved);
  if (detail.reason != Reason::kAmbiguousTarget || detail.field != "body") {
    return WithRequestFieldPath(resolved);
  }
  // Rules that do not ask what it does may still allow it.
  RequestTarget& target = description->target;
  target.accesses.resize(1);
  Access& unknown = target.accesses.front();
  unknown = Access();
  unknown.is_resource_known = false;
  target.is_bearer_token =
      IsBearerToken(input.service, "", input.request.method, input.placement == Placement::kQuery);
  target.bearer_audience.clear();
  description->ambiguity = InvalidField(Reason::kAmbiguousTarget, "payload.body",
                                        absl::StrCat(resolved.message(),
                                                     ", and the rules ask what the request does: "
                                                     "send the body"));
  return absl::OkStatus();
}

void DescribePostPolicy(const Policy& policy, absl::string_view bucket,
                        absl::Span<const PostCondition> conditions,
                        RequestDescription* description) {
  description->ambiguity = absl::OkStatus();
  // Nothing of the upload is signed.
  description->payload = PayloadMode::kUnsigned;
  description->headers.clear();
  ResolvePostPolicy(bucket, conditions, policy.endpoints(), &description->target);
  for (const PostCondition& condition : conditions) {
    if (condition.kind != PostCondition::Kind::kContentLengthRange) {
      description->headers.push_back({absl::AsciiStrToLower(HeaderOfField(condition.field)),
                                      std::string(condition.value),
                                      condition.kind == PostCondition::Kind::kStartsWith});
    }
  }
}

}  // namespace signet
