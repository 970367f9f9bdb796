// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SIGV4_PAYLOAD_H_
#define SIGNET_SERVER_SIGV4_PAYLOAD_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "server/digest/sha256.h"
#include "server/sigv4/algorithm.h"
#include "server/sigv4/text_arena.h"

namespace signet {

// What the signature says about the body.
enum class PayloadMode {
  // Its SHA-256.
  kSha256,
  // Nothing: UNSIGNED-PAYLOAD.
  kUnsigned,
  // aws-chunked, each chunk signed: STREAMING-AWS4-HMAC-SHA256-PAYLOAD (or
  // -ECDSA-P256-SHA256-), and the same with a signed trailer.
  kStreamingSigned,
  kStreamingSignedTrailer,
  // aws-chunked, unsigned chunks, checksum trailer:
  // STREAMING-UNSIGNED-PAYLOAD-TRAILER.
  kStreamingUnsignedTrailer,
  // Event stream, each event signed: STREAMING-AWS4-HMAC-SHA256-EVENTS. SigV4 only.
  kStreamingEvents,
};

struct Payload {
  PayloadMode mode = PayloadMode::kSha256;
  // Of the body; used by kSha256 alone.
  Sha256Digest sha256 = {};
};

inline constexpr absl::string_view kEmptySha256Hex =
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

// The payload hash: the last line of the canonical request and the value of
// x-amz-content-sha256. Hex digest or one of the constants above.
// REQUIRES: not kStreamingEvents with kSigV4a.
std::string PayloadHash(const Payload& payload, Algorithm algorithm);
absl::string_view PayloadHash(const Payload& payload, Algorithm algorithm, TextArena* arena);

// The payload that such a value names. InvalidArgument, kInvalidPayloadHash:
// any other text, or a constant of the other algorithm.
absl::StatusOr<Payload> ParsePayloadHash(absl::string_view value, Algorithm algorithm);

}  // namespace signet

#endif  // SIGNET_SERVER_SIGV4_PAYLOAD_H_
