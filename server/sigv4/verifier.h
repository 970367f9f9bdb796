// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SIGV4_VERIFIER_H_
#define SIGNET_SERVER_SIGV4_VERIFIER_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "server/digest/hmac_sha256.h"
#include "server/sigv4/algorithm.h"
#include "server/sigv4/credential_scope.h"
#include "server/sigv4/http_request.h"
#include "server/sigv4/payload.h"
#include "server/sigv4/signer.h"
#include "server/sigv4/sigv4a.h"

namespace signet {

// What a verifier requires of a signed request beyond its signature.
struct VerifyExpectations {
  // The scope must name these; empty accepts any.
  absl::string_view region;
  absl::string_view service;
  const TargetProfile* profile = nullptr;
  absl::Time now;
  // How far x-amz-date may be from `now` either way (header placement), and
  // ahead of it (presigned).
  absl::Duration max_clock_skew = absl::Minutes(15);
  // The body's SHA-256, where the caller has the body.
  std::optional<Sha256Digest> body_sha256;
};

// A signed request taken apart and checked in all but its signature.
struct ReceivedSignature {
  Algorithm algorithm = Algorithm::kSigV4;
  Placement placement = Placement::kHeader;
  std::string access_key_id;
  CredentialScope scope;
  // SigV4A only.
  std::string region_set;
  std::string session_token;
  std::string signature;
  std::string signed_headers;
  std::string canonical_request;
  std::string string_to_sign;
  absl::Time signing_time;
  Payload payload;
  // False where the request carries a body hash that nobody compared: no body
  // given, or a mode that does not hash it.
  bool payload_verified = false;
};

// Parses and checks a request as received: exactly one authentication source;
// the algorithm token; a five-part scope whose date is x-amz-date's; host, the
// date and every x-amz-* header among the signed headers, each present; fresh;
// body hash equal.
//
// InvalidArgument, kInvalidSignature (or the reason of the field): what is
// missing or malformed. FailedPrecondition: signed for another service or region, or
// another body. OutOfRange, kInvalidSigningTime: expired or not yet valid. The message never holds
// the expected signature.
absl::StatusOr<ReceivedSignature> ParseSignedRequest(const HttpRequest& request,
                                                     const VerifyExpectations& expectations);

// True when `received` was signed with that key. Constant time in the signature.
bool VerifySignature(const ReceivedSignature& received, const HmacSha256Key& signing_key);
bool VerifySignature(const ReceivedSignature& received, const Sigv4aPublicKey& key);

}  // namespace signet

#endif  // SIGNET_SERVER_SIGV4_VERIFIER_H_
