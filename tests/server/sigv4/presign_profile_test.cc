// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/sigv4/presign_profile.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/sigv4/signer.h"
#include "tests/support/request_signer.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// The presigned URL, but for the signature, of a request with these headers.
std::string Presign(absl::string_view profile, const std::vector<HeaderView>& headers) {
  RequestSigner signer;
  signer.SetUrl("https://b.s3.amazonaws.com/k");
  signer.SetHeaders(headers);
  signer.input.payload.mode = PayloadMode::kUnsigned;
  signer.Presign(absl::Hours(1), profile);
  const absl::StatusOr<PreparedRequest> prepared = signer.Prepare();
  EXPECT_OK(prepared);
  return prepared.ok() ? prepared->url : "";
}

// The expected values of go-v2 are what its signer (v1.48.0) made of the same
// headers; those of js-v3 are @smithy/signature-v4's (5.7.5).

TEST(PresignProfileTest, GoMovesRequestPayerAndBucketOwnerUnderLowerCaseNames) {
  const std::string url = Presign("go-v2", {{"X-Amz-Request-Payer", "requester"},
                                            {"X-Amz-Expected-Bucket-Owner", "123456789012"}});
  EXPECT_THAT(url, HasSubstr("&x-amz-expected-bucket-owner=123456789012&"));
  EXPECT_THAT(url, HasSubstr("?x-amz-request-payer=requester&"));
  EXPECT_THAT(url, HasSubstr("X-Amz-SignedHeaders=host"));
}

TEST(PresignProfileTest, GoMovesOtherHeadersAsTheyAreSpelled) {
  EXPECT_THAT(Presign("go-v2", {{"X-Amz-Target", "T.Op"}}), HasSubstr("?X-Amz-Target=T.Op&"));
}

TEST(PresignProfileTest, GoKeepsChecksumsAsHeadersButMovesTheirMode) {
  const std::string url =
      Presign("go-v2", {{"X-Amz-Checksum-Crc32", "AAAAAA=="}, {"X-Amz-Checksum-Mode", "ENABLED"}});
  EXPECT_THAT(url, HasSubstr("?X-Amz-Checksum-Mode=ENABLED&"));
  EXPECT_THAT(url, HasSubstr("X-Amz-SignedHeaders=host%3Bx-amz-checksum-crc32"));
}

TEST(PresignProfileTest, JavaScriptMovesUnderLowerCaseNames) {
  EXPECT_THAT(Presign("js-v3", {{"X-Amz-Request-Payer", "requester"}}),
              HasSubstr("?x-amz-request-payer=requester&"));
}

TEST(PresignProfileTest, DefaultMovesNothing) {
  const std::string url = Presign("", {{"X-Amz-Request-Payer", "requester"}});
  EXPECT_THAT(url, Not(HasSubstr("equest-payer=")));
  EXPECT_THAT(url, HasSubstr("X-Amz-SignedHeaders=host%3Bx-amz-request-payer"));
}

TEST(PresignProfileTest, MatchesWholeNamesAndPrefixes) {
  const absl::string_view names[] = {"x-amz-acl", "x-amz-meta-*"};
  EXPECT_TRUE(MatchesHeaderName("x-amz-acl", names));
  EXPECT_TRUE(MatchesHeaderName("x-amz-meta-a", names));
  EXPECT_FALSE(MatchesHeaderName("x-amz-acl-b", names));
  EXPECT_FALSE(MatchesHeaderName("x-amz-met", names));
}

}  // namespace
}  // namespace signet
