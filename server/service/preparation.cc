// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/preparation.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"
#include "server/service/authorization.h"
#include "server/service/call_audit.h"
#include "server/service/request_description.h"
#include "server/sigv4/effective_expiry.h"
#include "server/sigv4/timestamp.h"

namespace signet {
namespace {

absl::Time WholeSeconds(absl::Time time) {
  return absl::FromUnixSeconds(absl::ToUnixSeconds(time));
}

// A body that nothing protects: not the signature, not TLS. A presigned URL to
// get an object has none.
bool SendsUnprotectedBody(const SigningInput& input) {
  const bool is_presigned_get = input.placement == Placement::kQuery &&
                                input.profile->path_style == PathStyle::kSingleEncoded &&
                                (input.request.method == "GET" || input.request.method == "HEAD");
  return absl::EqualsIgnoreCase(input.request.url.scheme, "http") && !is_presigned_get &&
         (input.payload.mode == PayloadMode::kUnsigned ||
          input.payload.mode == PayloadMode::kStreamingUnsignedTrailer);
}

// S3 Express sessions have their token in a header of its own; CreateSession,
// which makes them, is signed by ordinary credentials.
// Source: "CreateSession", S3 API Reference.
SigningInput::TokenHeader TokenHeaderOf(const SigningInput& input) {
  if (input.service != "s3express") {
    return SigningInput::TokenHeader::kSecurityToken;
  }
  for (const absl::string_view parameter : absl::StrSplit(input.request.url.query, '&')) {
    if (parameter == "session" || parameter == "session=") {
      return SigningInput::TokenHeader::kSecurityToken;
    }
  }
  return SigningInput::TokenHeader::kS3SessionToken;
}

absl::Status CheckGrants(const CallContext& call, const SigningInput& input, const Grants& grants) {
  if (SendsUnprotectedBody(input) && !grants.unsigned_payload_over_http) {
    return NotGranted(call, Reason::kNotGranted, "payload",
                      "no rule lets this caller send an unsigned body over plain http, which "
                      "unsigned_payload_over_http grants");
  }
  return absl::OkStatus();
}

// How long a presigned URL holds; the signature of headers has to be made while the
// credential holds.
absl::Status ChooseExpiry(absl::Time credential_expires, Preparation* preparation) {
  SigningInput& input = preparation->checked.input;
  if (input.placement != Placement::kQuery) {
    return CheckHoldsAt(preparation->signing_time, credential_expires);
  }
  const absl::StatusOr<absl::Duration> expires_in =
      EffectiveExpiry(GrantedExpiry(input.expires_in, preparation->grants, &preparation->warnings),
                      preparation->signing_time, credential_expires, &preparation->warnings);
  if (!expires_in.ok()) {
    return WithRequestFieldPath(expires_in.status());
  }
  input.expires_in = *expires_in;
  preparation->expires_in = *expires_in;
  return absl::OkStatus();
}

}  // namespace

SignScratch& ThreadSignScratch() {
  static thread_local SignScratch scratch;
  return scratch;
}

absl::StatusOr<absl::Time> ChooseSigningTime(const CallContext& call,
                                             const std::optional<absl::Time>& own, absl::Time now,
                                             const Grants& grants, absl::string_view field) {
  if (!own.has_value()) {
    return WholeSeconds(now);
  }
  const absl::Duration skew = absl::AbsDuration(*own - WholeSeconds(now));
  if (skew > grants.own_signing_time_max_skew) {
    return NotGranted(call, Reason::kInvalidSigningTime, field,
                      absl::StrCat(field, " is ", absl::FormatDuration(skew),
                                   " from the server's clock, the rules allow this caller ",
                                   absl::FormatDuration(grants.own_signing_time_max_skew),
                                   ", own_signing_time.max_skew grants more"));
  }
  return *own;
}

absl::Duration GrantedExpiry(absl::Duration asked, const Grants& grants,
                             std::vector<std::string>* warnings) {
  if (asked <= grants.max_expires_in) {
    return asked;
  }
  const absl::Duration granted = absl::Trunc(grants.max_expires_in, absl::Seconds(1));
  warnings->push_back(absl::StrCat("expires_in was shortened from ", absl::ToInt64Seconds(asked),
                                   " s to ", absl::ToInt64Seconds(granted),
                                   " s: the rules allow no more"));
  return granted;
}

absl::Status CheckAgain(const ServiceContext& context, const CallContext& call,
                        const v1::SignRequestRequest& message, Operation operation) {
  CheckedRequest checked;
  SIGNET_RETURN_IF_ERROR(CheckRequest(message, &checked));
  const std::shared_ptr<const Policy> policy = context.policy->Get();
  RequestDescription& description = ThreadRequestDescription();
  SIGNET_RETURN_IF_ERROR(DescribeRequest(*policy, checked, message.payload(), &description));
  return AuthorizeAgain(context, call, *policy,
                        {.operation = operation,
                         .credential = message.credential(),
                         .service = checked.input.service,
                         .regions = checked.regions,
                         .now = context.clock->Now(),
                         .description = &description});
}

absl::Status Prepare(const ServiceContext& context, const CallContext& call,
                     const v1::SignRequestRequest& message, Operation operation,
                     OwnSigningTime own_signing_time, Preparation* preparation) {
  CheckedRequest& checked = preparation->checked;
  SigningInput& input = checked.input;
  SIGNET_RETURN_IF_ERROR(CheckRequest(message, &checked));
  if (call.audit != nullptr) {
    call.audit->event().credential = message.credential();
    Describe(input, checked.regions, &call.audit->event());
  }
  const std::shared_ptr<const Policy> policy = context.policy->Get();
  RequestDescription& description = ThreadRequestDescription();
  SIGNET_RETURN_IF_ERROR(DescribeRequest(*policy, checked, message.payload(), &description));
  preparation->now = context.clock->Now();
  SIGNET_ASSIGN_OR_RETURN(preparation->grants, Authorize(context, call, *policy,
                                                         {.operation = operation,
                                                          .credential = message.credential(),
                                                          .service = input.service,
                                                          .regions = checked.regions,
                                                          .now = preparation->now,
                                                          .description = &description}));
  SIGNET_RETURN_IF_ERROR(CheckGrants(call, input, preparation->grants));
  if (own_signing_time == OwnSigningTime::kIsProven && checked.signing_time.has_value()) {
    preparation->signing_time = *checked.signing_time;
  } else {
    SIGNET_ASSIGN_OR_RETURN(preparation->signing_time,
                            ChooseSigningTime(call, checked.signing_time, preparation->now,
                                              preparation->grants, "signing_time"));
  }
  SIGNET_ASSIGN_OR_RETURN(
      const CredentialVersionPtr version,
      FindVersion(context, call, message.credential(), message.credential_version()));
  SIGNET_RETURN_IF_ERROR(ChooseExpiry(version->value.expires, preparation));
  input.signing_time = preparation->signing_time;
  if (call.audit != nullptr) {
    call.audit->event().signing_time = preparation->signing_time;
    call.audit->event().expires_in = absl::ToInt64Seconds(preparation->expires_in);
  }
  input.access_key_id = version->value.access_key_id;
  input.session_token = version->value.session_token.Reveal();
  input.token_header = TokenHeaderOf(input);
  const absl::Status prepared = PrepareRequest(input, &preparation->scratch);
  if (!prepared.ok()) {
    return WithRequestFieldPath(prepared);
  }
  preparation->signer = {
      .algorithm = input.algorithm,
      .version = version,
      .scope = {.date = preparation->request().amz_date.substr(0, kScopeDateBytes),
                .region = std::string(input.region),
                .service = std::string(input.service)}};
  return absl::OkStatus();
}

}  // namespace signet
