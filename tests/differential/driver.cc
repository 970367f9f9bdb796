// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0
//
// signet's pure signing library as a child of the differential harness. Reads
// one batch (a JSON array of cases) a line and answers one JSON array of
// results a line.

#include "tests/differential/driver.h"

#include <iostream>
#include <utility>

#include "server/base/status_macros.h"
#include "server/digest/sha256.h"
#include "server/sigv4/payload.h"
#include "server/sigv4/presign_profile.h"
#include "server/sigv4/signer.h"
#include "server/sigv4/signing_key.h"
#include "server/sigv4/target.h"
#include "server/sigv4/timestamp.h"
#include "server/sigv4/verifier.h"

namespace signet::differential {

const std::string& TextField(const Json& item, const char* name) {
  return item.at(name).get_ref<const std::string&>();
}

Algorithm AlgorithmOf(const Json& item) {
  return TextField(item, "algorithm") == "sigv4a" ? Algorithm::kSigV4a : Algorithm::kSigV4;
}

absl::Time TimeOf(const Json& item) {
  return absl::FromUnixSeconds(item.at("time").get<int64_t>());
}

CredentialScope ScopeOf(const Json& item, absl::Time time) {
  return CredentialScope{ScopeDate(time), TextField(item, "region"), TextField(item, "service")};
}

std::vector<HeaderView> HeaderViews(const Json& pairs) {
  std::vector<HeaderView> views;
  views.reserve(pairs.size());
  for (const Json& pair : pairs) {
    views.push_back(HeaderView{pair.at(0).get_ref<const std::string&>(),
                               pair.at(1).get_ref<const std::string&>()});
  }
  return views;
}

Json HeadersJson(absl::Span<const Header> headers) {
  Json pairs = Json::array();
  for (const Header& header : headers) pairs.push_back({header.name, header.value});
  return pairs;
}

absl::StatusOr<CaseKey> CaseKey::For(const Json& item, absl::Time time) {
  CaseKey key;
  if (AlgorithmOf(item) == Algorithm::kSigV4a) {
    SIGNET_ASSIGN_OR_RETURN(key.asymmetric_, Sigv4aKey::Derive(TextField(item, "access_key_id"),
                                                               TextField(item, "secret")));
    return key;
  }
  const CredentialScope scope = ScopeOf(item, time);
  const SigningKey derived = DeriveSigningKey(
      SigningKeySpec{TextField(item, "secret"), scope.date, scope.region, scope.service});
  key.hmac_ = MakeHmacSha256Key(derived.Reveal());
  return key;
}

absl::StatusOr<std::string> CaseKey::Sign(absl::string_view string_to_sign) const {
  if (asymmetric_ != nullptr) return asymmetric_->Sign(string_to_sign);
  return SignatureOf(hmac_, string_to_sign);
}

namespace {

Payload PayloadOf(const Json& item) {
  const std::string& text = TextField(item, "payload");
  if (text != "hash") {
    absl::StatusOr<Payload> payload = ParsePayloadHash(text, AlgorithmOf(item));
    if (payload.ok()) return *payload;
  }
  return Payload{PayloadMode::kSha256, Sha256Of(item.value("body", ""))};
}

absl::StatusOr<SigningInput> InputOf(const Json& item, const std::vector<HeaderView>& headers) {
  SigningInput input;
  input.algorithm = AlgorithmOf(item);
  input.request.method = TextField(item, "method");
  SIGNET_ASSIGN_OR_RETURN(input.request.url, ParseUrl(TextField(item, "url")));
  input.request.headers = headers;
  input.payload = PayloadOf(item);
  const std::string& service = TextField(item, "service");
  SIGNET_ASSIGN_OR_RETURN(input.profile, FindTargetProfile(TextField(item, "profile"), service));
  if (item.value("payload_header", false)) {
    input.payload_hash_header = PayloadHashHeader::kAlways;
  }
  input.signing_time = TimeOf(item);
  (input.algorithm == Algorithm::kSigV4a ? input.region_set : input.region) =
      TextField(item, "region");
  input.service = service;
  input.access_key_id = TextField(item, "access_key_id");
  if (item.contains("token")) input.session_token = TextField(item, "token");
  if (item.value("token_after_signing", false)) {
    input.token_placement = TokenPlacement::kAfterSigning;
  }
  if (item.value("s3_express", false)) {
    input.token_header = SigningInput::TokenHeader::kS3SessionToken;
  }
  if (TextField(item, "placement") == "query") {
    input.placement = Placement::kQuery;
    input.expires_in = absl::Seconds(item.at("expires").get<int64_t>());
    SIGNET_ASSIGN_OR_RETURN(
        input.presign_profile,
        FindPresignProfile(item.contains("presign_profile") ? TextField(item, "presign_profile")
                                                            : absl::string_view()));
  }
  return input;
}

absl::StatusOr<Json> SignOne(const Json& item) {
  const std::vector<HeaderView> headers = HeaderViews(item.at("headers"));
  SIGNET_ASSIGN_OR_RETURN(const SigningInput input, InputOf(item, headers));
  SIGNET_ASSIGN_OR_RETURN(const PreparedRequest prepared, PrepareRequest(input));
  SIGNET_ASSIGN_OR_RETURN(const CaseKey key, CaseKey::For(item, input.signing_time));
  SIGNET_ASSIGN_OR_RETURN(const std::string signature, key.Sign(prepared.string_to_sign));
  const SignedRequest done = AttachSignature(prepared, signature);
  Json result = {
      {"signature", done.signature}, {"url", done.url}, {"headers", HeadersJson(done.headers)}};
  if (item.value("explain", false)) {
    result["canonical_request"] = prepared.canonical_request;
    result["string_to_sign"] = prepared.string_to_sign;
  }
  return result;
}

// op "verify": a request that somebody else signed, as a server receives it.
absl::StatusOr<Json> VerifyOne(const Json& item) {
  const std::vector<HeaderView> headers = HeaderViews(item.at("headers"));
  HttpRequest request;
  request.method = TextField(item, "method");
  SIGNET_ASSIGN_OR_RETURN(request.url, ParseUrl(TextField(item, "url")));
  request.headers = headers;
  VerifyExpectations expectations;
  expectations.service = TextField(item, "service");
  if (AlgorithmOf(item) == Algorithm::kSigV4) expectations.region = TextField(item, "region");
  SIGNET_ASSIGN_OR_RETURN(expectations.profile,
                          FindTargetProfile(TextField(item, "profile"), expectations.service));
  expectations.now = TimeOf(item);
  if (TextField(item, "payload") == "hash") {
    expectations.body_sha256 = Sha256Of(item.value("body", ""));
  }
  SIGNET_ASSIGN_OR_RETURN(const ReceivedSignature received,
                          ParseSignedRequest(request, expectations));
  SIGNET_ASSIGN_OR_RETURN(const CaseKey key, CaseKey::For(item, expectations.now));
  const bool genuine = key.asymmetric() != nullptr
                           ? VerifySignature(received, key.asymmetric()->public_key())
                           : VerifySignature(received, key.hmac());
  Json result = {{"verified", genuine}};
  if (item.value("explain", false)) {
    result["canonical_request"] = received.canonical_request;
    result["string_to_sign"] = received.string_to_sign;
  }
  return result;
}

absl::StatusOr<Json> Dispatch(const Json& item) {
  const std::string& op = TextField(item, "op");
  if (op == "request") return SignOne(item);
  if (op == "verify") return VerifyOne(item);
  if (op == "stream") return SignStream(item);
  if (op == "events") return SignEvents(item);
  if (op == "post") return SignPost(item);
  return absl::InvalidArgumentError("unknown op " + op);
}

Json Answer(const Json& item) {
  absl::StatusOr<Json> result = Dispatch(item);
  if (result.ok()) return *std::move(result);
  return {{"error", std::string(result.status().message())},
          {"code", absl::StatusCodeToString(result.status().code())}};
}

int Main() {
  std::ios::sync_with_stdio(false);
  std::string line;
  while (std::getline(std::cin, line)) {
    Json results = Json::array();
    for (const Json& item : Json::parse(line)) results.push_back(Answer(item));
    std::cout << results.dump(-1, ' ', false, Json::error_handler_t::replace) << std::endl;
  }
  return 0;
}

}  // namespace
}  // namespace signet::differential

int main() { return signet::differential::Main(); }
