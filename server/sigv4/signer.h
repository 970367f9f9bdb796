// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SIGV4_SIGNER_H_
#define SIGNET_SERVER_SIGV4_SIGNER_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "server/sigv4/algorithm.h"
#include "server/sigv4/http_request.h"
#include "server/sigv4/payload.h"
#include "server/sigv4/presign_profile.h"
#include "server/sigv4/target.h"

namespace signet {

class SignScratch;

// Where the signature goes.
enum class Placement {
  // The Authorization header.
  kHeader,
  // The query: a presigned URL.
  kQuery,
};

// Whether the session token is part of what is signed. Some targets want it
// added afterwards (AWS IoT device gateway).
enum class TokenPlacement { kSigned, kAfterSigning };

enum class PayloadHashHeader {
  // As the target's profile says.
  kByProfile,
  // Sent and signed in any case.
  kAlways,
};

// The longest life of a presigned URL: seven days.
inline constexpr absl::Duration kMaxExpiry = absl::Hours(7 * 24);

// InvalidArgument, kInvalidExpiry, field "expires_in": not whole seconds from
// 1 s to kMaxExpiry.
absl::Status ValidateExpiry(absl::Duration expires_in);

// InvalidArgument, kInvalidSigningTime, field "signing_time": outside the years
// 1970 to 9999, all that x-amz-date has room for.
absl::Status ValidateSigningTime(absl::Time time);

// All that a signature depends on but the key. Views outlive the call.
struct SigningInput {
  Algorithm algorithm = Algorithm::kSigV4;
  // The URL as ParseUrl() took it apart.
  HttpRequest request;
  Payload payload;
  // Never null.
  const TargetProfile* profile = nullptr;
  PayloadHashHeader payload_hash_header = PayloadHashHeader::kByProfile;

  // The one instant that both x-amz-date and the scope's date come from.
  absl::Time signing_time;
  // kSigV4: the region. kSigV4a: empty.
  absl::string_view region;
  // kSigV4a: the region set, comma separated.
  absl::string_view region_set;
  absl::string_view service;

  absl::string_view access_key_id;
  // Empty for none.
  absl::string_view session_token;
  // S3 Express: the token travels in x-amz-s3session-token.
  enum class TokenHeader { kSecurityToken, kS3SessionToken };
  TokenHeader token_header = TokenHeader::kSecurityToken;
  TokenPlacement token_placement = TokenPlacement::kSigned;

  Placement placement = Placement::kHeader;
  // kQuery: whole seconds, 1 s to kMaxExpiry.
  absl::Duration expires_in;
  // kQuery: never null.
  const PresignProfile* presign_profile = nullptr;
};

// The payload of a request whose caller states none. The empty body; in a
// presigned URL for S3 and its kin UNSIGNED-PAYLOAD, since the body is up to
// whoever uses the URL.
Payload UnstatedPayload(const TargetProfile& profile, Placement placement);

// A request ready to be signed: every stage's value.
struct PreparedRequest {
  std::string canonical_request;
  std::string string_to_sign;
  // "host;x-amz-date"
  std::string signed_headers;
  // "20150830/us-east-1/iam/aws4_request"
  std::string credential_scope;
  // "20150830T123600Z"
  std::string amz_date;
  std::string access_key_id;
  Algorithm algorithm = Algorithm::kSigV4;
  Placement placement = Placement::kHeader;
  // kHeader: what to set beside Authorization. kQuery: the headers that are
  // signed and must be sent with the URL; Host only where it is spelled
  // otherwise than clients do by themselves.
  std::vector<Header> headers;
  // The URL to send. kQuery: all signing parameters but the signature.
  std::string url;
  // Appended to `url` after the signature (kQuery with kAfterSigning).
  std::string url_suffix;
};

// Builds canonical request and string to sign.
//
// InvalidArgument with the field's path: a malformed or oversize part; a header
// or query parameter that only signing may set (authorization, x-amz-date,
// x-amz-security-token, X-Amz-Signature ...); an x-amz-content-sha256 that is
// not the payload's; a Host header that is not the URL's; expires_in out of
// range; a combination that does not exist (events with SigV4A, streaming in a
// presigned URL).
absl::StatusOr<PreparedRequest> PrepareRequest(const SigningInput& input);

// The same into scratch->prepared() (server/sigv4/sign_scratch.h), which is
// unspecified after an error. With a scratch that signed such a request before it
// allocates nothing.
absl::Status PrepareRequest(const SigningInput& input, SignScratch* scratch);

// The checks of PrepareRequest that need no canonical form: syntax and limits
// of each part, and the combinations.
absl::Status ValidateSigningInput(const SigningInput& input);

// What the caller must send.
struct SignedRequest {
  // kHeader: set these (Authorization last). kQuery: send these with the URL.
  std::vector<Header> headers;
  std::string url;
  // Hex; SigV4A: of the DER form.
  std::string signature;
};

// Puts the signature where it belongs.
SignedRequest AttachSignature(const PreparedRequest& prepared, absl::string_view signature);

// The same in place, once: afterwards the headers of scratch->prepared() are what
// to set, or its URL is the presigned one.
void AttachSignature(absl::string_view signature, SignScratch* scratch);

}  // namespace signet

#endif  // SIGNET_SERVER_SIGV4_SIGNER_H_
