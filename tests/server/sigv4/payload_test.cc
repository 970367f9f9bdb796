// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/sigv4/payload.h"

#include <string>

#include "gtest/gtest.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

std::string Hash(PayloadMode mode, Algorithm algorithm = Algorithm::kSigV4) {
  return PayloadHash({mode, Sha256Of("")}, algorithm);
}

TEST(PayloadHashTest, PlainHashIsHex) { EXPECT_EQ(Hash(PayloadMode::kSha256), kEmptySha256Hex); }

// "Signature calculations for the Authorization header", S3 API Reference.
TEST(PayloadHashTest, ConstantsAreTheDocumentedOnes) {
  EXPECT_EQ(Hash(PayloadMode::kUnsigned), "UNSIGNED-PAYLOAD");
  EXPECT_EQ(Hash(PayloadMode::kStreamingSigned), "STREAMING-AWS4-HMAC-SHA256-PAYLOAD");
  EXPECT_EQ(Hash(PayloadMode::kStreamingSignedTrailer),
            "STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER");
  EXPECT_EQ(Hash(PayloadMode::kStreamingUnsignedTrailer), "STREAMING-UNSIGNED-PAYLOAD-TRAILER");
  EXPECT_EQ(Hash(PayloadMode::kStreamingEvents), "STREAMING-AWS4-HMAC-SHA256-EVENTS");
}

TEST(PayloadHashTest, Sigv4aHasItsOwnNames) {
  EXPECT_EQ(Hash(PayloadMode::kStreamingSigned, Algorithm::kSigV4a),
            "STREAMING-AWS4-ECDSA-P256-SHA256-PAYLOAD");
  EXPECT_EQ(Hash(PayloadMode::kStreamingSignedTrailer, Algorithm::kSigV4a),
            "STREAMING-AWS4-ECDSA-P256-SHA256-PAYLOAD-TRAILER");
  EXPECT_EQ(Hash(PayloadMode::kStreamingUnsignedTrailer, Algorithm::kSigV4a),
            "STREAMING-UNSIGNED-PAYLOAD-TRAILER");
}

TEST(ParsePayloadHashTest, UndoesPayloadHash) {
  for (const PayloadMode mode :
       {PayloadMode::kSha256, PayloadMode::kUnsigned, PayloadMode::kStreamingSigned,
        PayloadMode::kStreamingSignedTrailer, PayloadMode::kStreamingUnsignedTrailer,
        PayloadMode::kStreamingEvents}) {
    ASSERT_OK_AND_ASSIGN(const Payload payload, ParsePayloadHash(Hash(mode), Algorithm::kSigV4));
    EXPECT_EQ(payload.mode, mode);
  }
}

TEST(ParsePayloadHashTest, KeepsTheDigest) {
  ASSERT_OK_AND_ASSIGN(const Payload payload, ParsePayloadHash(kEmptySha256Hex, Algorithm::kSigV4));
  EXPECT_EQ(payload.sha256, Sha256Of(""));
}

TEST(ParsePayloadHashTest, RefusesAllElse) {
  for (const std::string& value :
       {std::string(), std::string("unsigned-payload"), std::string("UNSIGNED-PAYLOAD "),
        std::string(63, 'a'), std::string(65, 'a'), std::string(64, 'A'), std::string(64, 'g'),
        std::string("STREAMING-AWS4-ECDSA-P256-SHA256-PAYLOAD"), std::string("STREAMING")}) {
    EXPECT_THAT(ParsePayloadHash(value, Algorithm::kSigV4),
                FailsWith(Reason::kInvalidPayloadHash, "x-amz-content-sha256"))
        << value;
  }
}

TEST(ParsePayloadHashTest, Sigv4aKnowsNoEvents) {
  EXPECT_THAT(ParsePayloadHash("STREAMING-AWS4-HMAC-SHA256-EVENTS", Algorithm::kSigV4a),
              FailsWith(Reason::kInvalidPayloadHash, "x-amz-content-sha256"));
}

}  // namespace
}  // namespace signet
