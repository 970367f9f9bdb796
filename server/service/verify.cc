// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/verify.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "server/base/error.h"
#include "server/base/secret.h"
#include "server/base/status_macros.h"
#include "server/policy/policy.h"
#include "server/service/authorization.h"
#include "server/service/validation.h"
#include "server/sigv4/credential_scope.h"
#include "server/sigv4/signing_key.h"
#include "server/sigv4/signing_parameters.h"
#include "server/sigv4/sigv4a.h"
#include "server/sigv4/timestamp.h"
#include "server/sigv4/verifier.h"

namespace signet {
namespace {

absl::StatusOr<std::optional<Sha256Digest>> BodyHash(const v1::Payload& payload) {
  switch (payload.kind_case()) {
    case v1::Payload::kBody:
      return Sha256Of(payload.body());
    case v1::Payload::kSha256: {
      SIGNET_ASSIGN_OR_RETURN(
          const Sha256Digest sha256,
          ParseSha256(payload.sha256(), Reason::kInvalidPayloadHash, "payload.sha256"));
      return sha256;
    }
    case v1::Payload::kUnsigned:
      return InvalidField(Reason::kInvalidPayload, "payload.unsigned",
                          "only a body or its hash can be compared");
    case v1::Payload::kStreaming:
      return InvalidField(Reason::kInvalidPayload, "payload.streaming",
                          "only a body or its hash can be compared");
    case v1::Payload::KIND_NOT_SET:
      break;
  }
  return std::nullopt;
}

// When the request says it was signed.
std::optional<absl::Time> ClaimedSigningTime(const HttpRequest& request) {
  absl::string_view text;
  for (const HeaderView& header : request.headers) {
    if (absl::EqualsIgnoreCase(header.name, kAmzDateHeader)) {
      text = header.value;
    }
  }
  for (absl::string_view parameter : absl::StrSplit(request.url.query, '&')) {
    if (absl::ConsumePrefix(&parameter, kDateParameter) && absl::ConsumePrefix(&parameter, "=")) {
      text = parameter;
    }
  }
  const absl::StatusOr<absl::Time> time = ParseAmzDate(text);
  return time.ok() ? std::optional<absl::Time>(*time) : std::nullopt;
}

// A request out of its time is parsed as if looked at when it was signed, since
// whether it is genuine comes first.
absl::StatusOr<ReceivedSignature> ParseInItsTime(const HttpRequest& request,
                                                 VerifyExpectations expectations,
                                                 bool* is_out_of_time) {
  absl::StatusOr<ReceivedSignature> received = ParseSignedRequest(request, expectations);
  if (!absl::IsOutOfRange(received.status())) {
    return received;
  }
  *is_out_of_time = true;
  const std::optional<absl::Time> claimed = ClaimedSigningTime(request);
  if (claimed.has_value()) {
    expectations.now = *claimed;
    return ParseSignedRequest(request, expectations);
  }
  return received;
}

// What an unknown access key is checked with, so that it takes the same way as a
// known one. The secret is as long as AWS makes them.
const CredentialVersion& Nobody() {
  static const CredentialVersion* const nobody = new CredentialVersion(
      CredentialValue{.name = "nobody",
                      .access_key_id = "AKIANOBODY",
                      .secret_access_key = Secret("0000000000000000000000000000000000000000"),
                      .session_token = Secret(),
                      .expires = absl::InfiniteFuture()},
      absl::UnixEpoch());
  return *nobody;
}

// Keys are derived anew for each request, those of SigV4A too. From a cache, a key
// that is there would be told from one that is not, known from unknown; and as the
// scope is the sender's choice, strangers would push out what signing needs.
bool IsSignedBy(const ReceivedSignature& received, const CredentialVersion& version) {
  if (received.algorithm == Algorithm::kSigV4a) {
    const auto key =
        Sigv4aKey::Derive(version.value.access_key_id, version.value.secret_access_key.Reveal());
    return key.ok() && VerifySignature(received, (*key)->public_key());
  }
  const SigningKey key = DeriveSigningKey(SigningKeySpecOf(
      version, received.scope.date, received.scope.region, received.scope.service));
  HmacSha256Key hmac_key = MakeHmacSha256Key(key.Reveal());
  const bool is_genuine = VerifySignature(received, hmac_key);
  Wipe(&hmac_key);
  return is_genuine;
}

bool MayVerifyBy(const ServiceContext& context, const Policy& policy, const CallContext& call,
                 const ReceivedSignature& received, absl::string_view credential) {
  std::vector<absl::string_view> regions = {received.scope.region};
  if (received.algorithm == Algorithm::kSigV4a) {
    regions = absl::StrSplit(received.region_set, ',');
  }
  const bool is_allowed = policy
                              .Decide({.caller = call.caller,
                                       .operation = Operation::kVerifyRequest,
                                       .credential = credential,
                                       .service = received.scope.service,
                                       .regions = regions,
                                       .now = context.clock->Now()})
                              .allowed;
  context.metrics->CountDecision(Operation::kVerifyRequest, is_allowed);
  return is_allowed;
}

// The credential version that signed, among those the caller may verify by.
//
// One decision and one derivation at least, for an unknown access key as well, and
// not more for one that several credentials or versions share: these have one
// secret. (A secret that changed under its access key ID costs one more; AWS makes
// no such keys.)
CredentialVersionPtr FindSigner(const ServiceContext& context, const Policy& policy,
                                const CallContext& call, const ReceivedSignature& received) {
  CredentialVersionPtr signer;
  const Secret* tried = nullptr;
  bool is_genuine = false;
  const std::vector<CredentialVersionPtr> versions =
      context.credentials->ByAccessKeyId(received.access_key_id);
  for (const CredentialVersionPtr& version : versions) {
    if (!MayVerifyBy(context, policy, call, received, version->value.name)) {
      continue;
    }
    const Secret& secret = version->value.secret_access_key;
    if (tried == nullptr || !ConstantTimeEquals(tried->Reveal(), secret.Reveal())) {
      is_genuine = IsSignedBy(received, *version);
      tried = &secret;
    }
    const bool has_its_token =
        ConstantTimeEquals(received.session_token, version->value.session_token.Reveal());
    if (is_genuine && has_its_token && signer == nullptr) {
      signer = version;
    }
  }
  if (versions.empty()) {
    MayVerifyBy(context, policy, call, received, Nobody().value.name);
  }
  if (tried == nullptr) {
    IsSignedBy(received, Nobody());
  }
  return signer;
}

}  // namespace

absl::Status VerifyRequest(const ServiceContext& context, const CallContext& call,
                           const v1::VerifyRequestRequest& request,
                           v1::VerifyRequestResponse* response) {
  if (!request.has_http_request()) {
    return InvalidField(Reason::kMissingField, "http_request", "http_request is missing");
  }
  SIGNET_RETURN_IF_ERROR(ValidateService(request.service()));
  if (!request.region().empty()) {
    SIGNET_RETURN_IF_ERROR(ValidateRegion(request.region()));
  }
  VerifyExpectations expectations;
  expectations.service = SigningName(request.service());
  expectations.region = request.region();
  expectations.now = context.clock->Now();
  SIGNET_ASSIGN_OR_RETURN(expectations.profile,
                          FindTargetProfile(request.profile(), request.service()));
  SIGNET_ASSIGN_OR_RETURN(expectations.body_sha256, BodyHash(request.payload()));
  std::vector<HeaderView> headers;
  HttpRequest http_request;
  SIGNET_RETURN_IF_ERROR(
      CheckHttpRequest(request.http_request(), kSignedLimits, &headers, &http_request));

  const std::shared_ptr<const Policy> policy = context.policy->Get();
  if (!policy->AllowsSomewhere(call.caller, Operation::kVerifyRequest)) {
    context.metrics->CountDecision(Operation::kVerifyRequest, false);
    return NotGranted(call, Reason::kNotGranted, "", "no rule lets this caller use VerifyRequest");
  }
  bool is_out_of_time = false;
  const absl::StatusOr<ReceivedSignature> received =
      ParseInItsTime(http_request, expectations, &is_out_of_time);
  if (absl::IsOutOfRange(received.status()) || absl::IsFailedPrecondition(received.status())) {
    response->set_verdict(v1::VERDICT_INVALID);
    return absl::OkStatus();
  }
  if (!received.ok()) {
    return WithRequestFieldPath(received.status());
  }
  const CredentialVersionPtr signer = FindSigner(context, *policy, call, *received);
  if (signer == nullptr) {
    response->set_verdict(v1::VERDICT_INVALID);
    return absl::OkStatus();
  }
  if (is_out_of_time) {
    response->set_verdict(v1::VERDICT_EXPIRED);
    return absl::OkStatus();
  }
  response->set_verdict(v1::VERDICT_VALID);
  response->set_credential(signer->value.name);
  response->set_access_key_id(received->access_key_id);
  response->set_credential_scope(CredentialScopeText(received->scope, received->algorithm));
  *response->mutable_signing_time() = ToTimestamp(received->signing_time);
  response->set_payload_verified(received->payload_verified);
  return absl::OkStatus();
}

}  // namespace signet
