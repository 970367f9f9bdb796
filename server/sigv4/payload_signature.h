// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SIGV4_PAYLOAD_SIGNATURE_H_
#define SIGNET_SERVER_SIGV4_PAYLOAD_SIGNATURE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "server/digest/sha256.h"
#include "server/sigv4/algorithm.h"
#include "server/sigv4/http_request.h"

namespace signet {

// The strings to sign of a body that is signed piece by piece. Each names the
// signature before it, so the pieces form a chain that starts at the request's
// own (seed) signature.

// What stays the same along one chain of chunks.
struct ChunkChain {
  Algorithm algorithm = Algorithm::kSigV4;
  // Of the seed: a chain keeps its date to its end, past midnight too.
  std::string amz_date;
  std::string credential_scope;
};

// SigV4A pads every signature of a chain with '*' to this length, so that the
// encoded length of the body is known beforehand.
inline constexpr size_t kSigv4aPaddedSignatureLength = 144;

// The trailing header that carries a trailer's own signature, after all others.
inline constexpr absl::string_view kTrailerSignatureName = "x-amz-trailer-signature";

// "AWS4-HMAC-SHA256-PAYLOAD\n<date>\n<scope>\n<previous>\n<hash of nothing>\n<hash
// of the chunk>". Padding of `previous_signature` is left out.
// Source: "Transferring payload in multiple chunks", S3 API Reference.
std::string ChunkStringToSign(const ChunkChain& chain, absl::string_view previous_signature,
                              const Sha256Digest& chunk_sha256);
// Writes over `out`; so below.
void ChunkStringToSign(const ChunkChain& chain, absl::string_view previous_signature,
                       const Sha256Digest& chunk_sha256, std::string* out);

// "AWS4-HMAC-SHA256-TRAILER\n<date>\n<scope>\n<previous>\n<hash of the trailer>";
// the hash is TrailerSha256().
std::string TrailerStringToSign(const ChunkChain& chain, absl::string_view previous_signature,
                                const Sha256Digest& trailer_sha256);
void TrailerStringToSign(const ChunkChain& chain, absl::string_view previous_signature,
                         const Sha256Digest& trailer_sha256, std::string* out);

inline constexpr size_t kMaxTrailers = 16;
inline constexpr size_t kMaxTrailerValueBytes = 1024;

// InvalidArgument with field "trailer", "trailer[i].name" or "trailer[i].value":
// as ValidateHeader; kInvalidHeader for a name that came before or a tab in a
// value; kForbiddenHeader for kTrailerSignatureName; kLimitExceeded over the
// limits above.
absl::Status ValidateTrailer(absl::Span<const HeaderView> trailer);

// The trailer as it is hashed, and as it has to be sent, so that a reader that
// hashes the lines as they came agrees: sorted by name, names lower case, values
// as AppendCanonicalValue makes them.
std::vector<Header> CanonicalTrailer(absl::Span<const HeaderView> trailer);

// SHA-256 of CanonicalTrailer() as lines "name:value\n". Source: "Signature
// calculations for trailing headers", S3 API Reference.
Sha256Digest TrailerSha256(absl::Span<const HeaderView> trailer);

// `signature` padded for the wire as `algorithm` wants it.
std::string PadChunkSignature(Algorithm algorithm, absl::string_view signature);

// "AWS4-HMAC-SHA256-PAYLOAD\n<date>\n<scope>\n<previous>\n<hash of the encoded
// :date header>\n<hash of the event>": one event of an event stream, dated by
// its own instant. So is `credential_scope` (and the key): a stream crosses
// midnight. `previous_signature` is hex.
// Source: "Event stream encoding", Amazon Transcribe Developer Guide.
std::string EventStringToSign(absl::Time event_time, absl::string_view credential_scope,
                              absl::string_view previous_signature,
                              const Sha256Digest& event_sha256);
void EventStringToSign(absl::Time event_time, absl::string_view credential_scope,
                       absl::string_view previous_signature, const Sha256Digest& event_sha256,
                       std::string* out);

// The event-stream encoding of the one header that is hashed: ":date" as a
// timestamp in milliseconds (whole seconds here, rounded down, as x-amz-date).
std::string EncodedDateHeader(absl::Time event_time);

}  // namespace signet

#endif  // SIGNET_SERVER_SIGV4_PAYLOAD_SIGNATURE_H_
