// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/load/signature_check.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "bench/load/chunk_chain.h"
#include "client_lib/cpp/wire.h"
#include "server/base/status_macros.h"
#include "server/sigv4/payload_signature.h"
#include "server/sigv4/signer.h"
#include "server/sigv4/signing_key.h"
#include "server/sigv4/timestamp.h"

namespace signet::load {
namespace {

constexpr absl::string_view kTokenHeader = "x-amz-security-token";

std::string DateOf(const std::string& credential_scope) {
  return credential_scope.substr(0, credential_scope.find('/'));
}

CheckScope ScopeOf(const SigningRequest& request, const std::string& version,
                   const std::string& credential_scope) {
  return {.credential = request.credential,
          .credential_version = version,
          .date = DateOf(credential_scope),
          .region = request.region,
          .service = request.service};
}

// Signs as the server must have: at the answer's time, which is not in question.
absl::StatusOr<SignedRequest> SignAgain(const SigningRequest& request, absl::Time signing_time,
                                        const CheckKey& key) {
  std::vector<HeaderView> headers;
  for (const Header& header : request.headers) {
    headers.push_back({header.name, header.value});
  }
  SigningInput input;
  SIGNET_ASSIGN_OR_RETURN(const UrlView url, ParseUrl(request.url));
  input.request = {.method = request.method, .url = url, .headers = headers};
  SIGNET_ASSIGN_OR_RETURN(input.profile, FindTargetProfile(request.profile, request.service));
  input.payload = request.payload.value_or(UnstatedPayload(*input.profile, request.placement));
  SIGNET_ASSIGN_OR_RETURN(input.presign_profile, FindPresignProfile(request.presign_profile));
  input.signing_time = signing_time;
  input.region = SigningRegion(request.service, request.region);
  input.service = SigningName(request.service);
  input.access_key_id = key.access_key_id;
  input.session_token = key.session_token.Reveal();
  input.placement = request.placement;
  input.expires_in = request.expires_in;
  SIGNET_ASSIGN_OR_RETURN(const PreparedRequest prepared, PrepareRequest(input));
  return AttachSignature(prepared, SignatureOf(key.signing_key, prepared.string_to_sign));
}

bool SameHeader(const Header& ours, const Header& theirs, bool token_left_out) {
  if (!absl::EqualsIgnoreCase(ours.name, theirs.name)) {
    return false;
  }
  return ours.value == theirs.value || (token_left_out && theirs.value.empty() &&
                                        absl::EqualsIgnoreCase(ours.name, kTokenHeader));
}

absl::StatusOr<std::string> DifferenceOfSigned(const SignedSample& sample,
                                               const SigningRequest& request,
                                               SigningKeySource& keys) {
  const SigningResult answer = FromProto(sample.response);
  SIGNET_ASSIGN_OR_RETURN(
      const std::unique_ptr<CheckKey> key,
      keys.KeyFor(ScopeOf(request, answer.credential_version, answer.credential_scope)));
  SIGNET_ASSIGN_OR_RETURN(const SignedRequest ours, SignAgain(request, answer.signing_time, *key));
  if (ours.signature != answer.signature) {
    return "the signature";
  }
  if (ours.url != answer.url) {
    return "the URL";
  }
  const bool same_headers =
      std::equal(ours.headers.begin(), ours.headers.end(), answer.headers.begin(),
                 answer.headers.end(), [&sample](const Header& a, const Header& b) {
                   return SameHeader(a, b, sample.token_left_out);
                 });
  return same_headers ? "" : "the headers";
}

absl::StatusOr<std::string> DifferenceOfUpload(const UploadSample& sample, const Workload& workload,
                                               SigningKeySource& keys) {
  const SigningResult& seed = sample.seed->result;
  SIGNET_ASSIGN_OR_RETURN(
      const std::unique_ptr<CheckKey> key,
      keys.KeyFor(ScopeOf(sample.seed->request, seed.credential_version, seed.credential_scope)));
  SIGNET_ASSIGN_OR_RETURN(const SignedRequest ours,
                          SignAgain(sample.seed->request, seed.signing_time, *key));
  const ChunkChain chain = {.algorithm = Algorithm::kSigV4,
                            .amz_date = AmzDate(seed.signing_time),
                            .credential_scope = seed.credential_scope};
  std::string previous = ours.signature;
  for (size_t i = 0; i <= workload.chunks(); ++i) {
    previous = SignatureOf(
        key->signing_key, ChunkStringToSign(chain, previous, ChunkAt(i, workload.chunks()).sha256));
  }
  return previous == sample.last_signature ? "" : "the signature of the closing chunk";
}

absl::StatusOr<std::string> DifferenceOfLease(const v1::GetOrLoadKeyResponse& answer,
                                              const CheckScope& scope, SigningKeySource& keys) {
  SIGNET_ASSIGN_OR_RETURN(const std::unique_ptr<CheckKey> key, keys.KeyFor(scope));
  // Two keys are equal when they sign alike.
  HmacSha256Key theirs = MakeHmacSha256Key(absl::string_view(answer.signing_key()));
  const bool equal =
      SignatureOf(theirs, "signet-load") == SignatureOf(key->signing_key, "signet-load");
  Wipe(&theirs);
  if (!equal) {
    return "the signing key";
  }
  return answer.access_key_id() == key->access_key_id ? "" : "the access key ID";
}

}  // namespace

absl::StatusOr<std::string> DifferenceOf(const Sample& sample, const Workload& workload,
                                         SigningKeySource& keys) {
  if (const auto* const request = std::get_if<SignedSample>(&sample.answer)) {
    return DifferenceOfSigned(*request, workload.RequestOf(sample.plan), keys);
  }
  if (const auto* const upload = std::get_if<UploadSample>(&sample.answer)) {
    return DifferenceOfUpload(*upload, workload, keys);
  }
  const auto& lease = std::get<v1::GetOrLoadKeyResponse>(sample.answer);
  return DifferenceOfLease(lease,
                           {.credential = workload.CredentialOf(sample.plan),
                            .credential_version = lease.credential_version(),
                            .date = DateOf(lease.credential_scope()),
                            .region = workload.RegionOf(sample.plan),
                            .service = workload.ServiceOf(sample.plan)},
                           keys);
}

}  // namespace signet::load
