// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/sigv4/payload.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "server/base/error.h"
#include "server/digest/hex.h"

namespace signet {
namespace {

// What each mode but a plain hash is called, per algorithm. Source: "Signature
// calculations ... chunked upload", S3 API Reference; the SigV4A names are
// those that S3 takes for multi-region access points.
struct PayloadConstant {
  PayloadMode mode;
  absl::string_view sigv4;
  // Empty where it does not exist.
  absl::string_view sigv4a;
};

constexpr PayloadConstant kConstants[] = {
    {PayloadMode::kUnsigned, "UNSIGNED-PAYLOAD", "UNSIGNED-PAYLOAD"},
    {PayloadMode::kStreamingSigned, "STREAMING-AWS4-HMAC-SHA256-PAYLOAD",
     "STREAMING-AWS4-ECDSA-P256-SHA256-PAYLOAD"},
    {PayloadMode::kStreamingSignedTrailer, "STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER",
     "STREAMING-AWS4-ECDSA-P256-SHA256-PAYLOAD-TRAILER"},
    {PayloadMode::kStreamingUnsignedTrailer, "STREAMING-UNSIGNED-PAYLOAD-TRAILER",
     "STREAMING-UNSIGNED-PAYLOAD-TRAILER"},
    {PayloadMode::kStreamingEvents, "STREAMING-AWS4-HMAC-SHA256-EVENTS", ""},
};

absl::string_view Name(const PayloadConstant& constant, Algorithm algorithm) {
  return algorithm == Algorithm::kSigV4 ? constant.sigv4 : constant.sigv4a;
}

}  // namespace

absl::string_view PayloadHash(const Payload& payload, Algorithm algorithm, TextArena* arena) {
  if (payload.mode == PayloadMode::kSha256) {
    return arena->Keep(PutHex(payload.sha256, arena->Room(2 * payload.sha256.size())));
  }
  for (const PayloadConstant& constant : kConstants) {
    if (constant.mode == payload.mode) {
      return Name(constant, algorithm);
    }
  }
  return "";
}

std::string PayloadHash(const Payload& payload, Algorithm algorithm) {
  TextArena arena;
  return std::string(PayloadHash(payload, algorithm, &arena));
}

absl::StatusOr<Payload> ParsePayloadHash(absl::string_view value, Algorithm algorithm) {
  Payload payload;
  if (IsSha256Hex(value)) {
    FromHex(value, absl::MakeSpan(payload.sha256));
    return payload;
  }
  for (const PayloadConstant& constant : kConstants) {
    if (!value.empty() && value == Name(constant, algorithm)) {
      payload.mode = constant.mode;
      return payload;
    }
  }
  return InvalidField(Reason::kInvalidPayloadHash, "x-amz-content-sha256",
                      absl::StrCat("payload hash of ", value.size(),
                                   " bytes is neither 64 lower-case hex digits nor a constant of ",
                                   AlgorithmName(algorithm)));
}

}  // namespace signet
