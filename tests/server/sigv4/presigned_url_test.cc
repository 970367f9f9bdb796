// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// Query placement.

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/sigv4/signer.h"
#include "tests/support/request_signer.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

RequestSigner UnsignedPresigner(absl::string_view profile = "") {
  RequestSigner signer;
  signer.input.payload.mode = PayloadMode::kUnsigned;
  signer.Presign(absl::Hours(1), profile);
  return signer;
}

// botocore 1.43.11, S3SigV4QueryAuth of a PUT with headers that stay.
TEST(PresignedUrlTest, DefaultSignsHeadersThatMustBeSent) {
  RequestSigner signer;
  signer.input.payload.mode = PayloadMode::kUnsigned;
  signer.Presign(absl::Seconds(900));
  signer.input.request.method = "PUT";
  signer.SetUrl("https://bucket.s3.amazonaws.com/key");
  signer.SetHeaders({{"Content-Type", "text/plain"},
                     {"x-amz-acl", "private"},
                     {"x-amz-server-side-encryption", "AES256"}});
  signer.input.session_token = "TO/KEN==";
  const SignedRequest request = signer.Sign();
  EXPECT_EQ(request.signature, "7e8bc48d9fdffaeebdf1947839dcfb16e5a57e854c180acca651b243aef7848a");
  EXPECT_EQ(ValueOf(request.headers, "Content-Type"), "text/plain");
  EXPECT_EQ(ValueOf(request.headers, "x-amz-acl"), "private");
  EXPECT_EQ(ValueOf(request.headers, "x-amz-server-side-encryption"), "AES256");
  EXPECT_EQ(request.headers.size(), 3);
}

// botocore 1.43.11, SigV4QueryAuth: the request that EKS takes for a token.
TEST(PresignedUrlTest, StsGetCallerIdentity) {
  RequestSigner signer;
  signer.input.service = "sts";
  signer.SetProfile("");
  signer.Presign(absl::Seconds(60));
  signer.SetUrl("https://sts.us-east-1.amazonaws.com/?Action=GetCallerIdentity&Version=2011-06-15");
  signer.SetHeaders({{"x-k8s-aws-id", "cluster"}});
  const SignedRequest request = signer.Sign();
  EXPECT_EQ(request.url,
            "https://sts.us-east-1.amazonaws.com/?Action=GetCallerIdentity&Version=2011-06-15"
            "&X-Amz-Algorithm=AWS4-HMAC-SHA256"
            "&X-Amz-Credential=AKIDEXAMPLE%2F20150830%2Fus-east-1%2Fsts%2Faws4_request"
            "&X-Amz-Date=20150830T123600Z&X-Amz-Expires=60"
            "&X-Amz-SignedHeaders=host%3Bx-k8s-aws-id"
            "&X-Amz-Signature=81a32408ebc680f9e3c0b717af082cf650f94a8782ad2fdf3383c43be9467c55");
}

// botocore 1.43.11, S3ExpressQueryAuth.
TEST(PresignedUrlTest, S3ExpressTokenHasItsOwnParameter) {
  RequestSigner signer;
  signer.input.service = "s3express";
  signer.input.payload.mode = PayloadMode::kUnsigned;
  signer.Presign(absl::Seconds(300));
  signer.SetUrl("https://bucket--use1-az4--x-s3.s3express-use1-az4.us-east-1.amazonaws.com/key");
  signer.input.session_token = "TO/KEN==";
  signer.input.token_header = SigningInput::TokenHeader::kS3SessionToken;
  const SignedRequest request = signer.Sign();
  EXPECT_EQ(request.signature, "90f84dc31285601f3e34a7b534b86c1d55681c95ef1a400c8efe95c0d6a10e01");
  EXPECT_THAT(request.url, HasSubstr("&X-Amz-S3session-Token=TO%2FKEN%3D%3D&"));
}

TEST(PresignedUrlTest, HostAloneLeavesNothingToSend) {
  EXPECT_THAT(UnsignedPresigner().Sign().headers, IsEmpty());
}

TEST(PresignedUrlTest, UnusualHostMustBeSent) {
  RequestSigner signer = UnsignedPresigner();
  signer.SetHeaders({{"Host", "example.amazonaws.com:443"}});
  EXPECT_EQ(ValueOf(signer.Sign().headers, "host"), "example.amazonaws.com:443");
  signer.SetHeaders({{"Host", "example.amazonaws.com"}});
  EXPECT_THAT(signer.Sign().headers, IsEmpty());
}

TEST(PresignedUrlTest, NeverSignedHeadersAreNotAskedFor) {
  RequestSigner signer = UnsignedPresigner();
  signer.SetHeaders({{"User-Agent", "test"}, {"Connection", "close"}});
  EXPECT_THAT(signer.Sign().headers, IsEmpty());
}

TEST(PresignedUrlTest, TokenAfterSigningStandsAfterTheSignature) {
  RequestSigner signer = UnsignedPresigner();
  signer.input.session_token = "TO/KEN==";
  signer.input.token_placement = TokenPlacement::kAfterSigning;
  ASSERT_OK_AND_ASSIGN(const PreparedRequest prepared, signer.Prepare());
  EXPECT_THAT(prepared.canonical_request, Not(HasSubstr("Security-Token")));
  EXPECT_THAT(signer.Sign().url, EndsWith("&X-Amz-Security-Token=TO%2FKEN%3D%3D"));
}

TEST(PresignedUrlTest, EmptyPathIsASlash) {
  RequestSigner signer = UnsignedPresigner();
  signer.SetUrl("https://example.amazonaws.com?acl");
  EXPECT_THAT(signer.Sign().url, HasSubstr("https://example.amazonaws.com/?acl&X-Amz-Algorithm"));
}

class ExpiryTest : public ::testing::TestWithParam<absl::Duration> {};

TEST_P(ExpiryTest, IsRefused) {
  RequestSigner signer = UnsignedPresigner();
  signer.input.expires_in = GetParam();
  EXPECT_THAT(signer.Prepare(), FailsWith(Reason::kInvalidExpiry, "expires_in"));
}

INSTANTIATE_TEST_SUITE_P(Durations, ExpiryTest,
                         ::testing::Values(absl::ZeroDuration(), -absl::Seconds(1),
                                           absl::Seconds(604801), absl::Seconds(1.5),
                                           absl::Nanoseconds(1), absl::InfiniteDuration(),
                                           -absl::InfiniteDuration(), absl::Hours(24 * 365)));

TEST(ExpiryTest, MessageSaysWhatCameAndWhatIsAllowed) {
  RequestSigner signer = UnsignedPresigner();
  signer.input.expires_in = absl::Seconds(604801);
  EXPECT_EQ(signer.Prepare().status().message(),
            "expires_in is 604801 s, allowed are whole seconds from 1 to 604800");
}

TEST(ExpiryTest, OneSecondToSevenDaysIsAllowed) {
  for (const int seconds : {1, 604800}) {
    RequestSigner signer = UnsignedPresigner();
    signer.input.expires_in = absl::Seconds(seconds);
    EXPECT_OK(signer.Prepare()) << seconds;
  }
}

// The rules of each SDK's presigner: which of these headers stay headers.
std::string SignedHeadersBy(absl::string_view profile) {
  RequestSigner signer = UnsignedPresigner(profile);
  signer.SetHeaders({{"Content-Type", "text/plain"},
                     {"x-amz-meta-a", "1"},
                     {"x-amz-acl", "private"},
                     {"x-amz-request-payer", "requester"},
                     {"x-amz-server-side-encryption-customer-key", "k"}});
  const absl::StatusOr<PreparedRequest> prepared = signer.Prepare();
  EXPECT_OK(prepared);
  return prepared.ok() ? prepared->signed_headers : "";
}

TEST(PresignProfilesTest, DefaultBotocoreAndJavaMoveNothing) {
  for (const char* const profile : {"", "default", "botocore", "java-v2"}) {
    EXPECT_EQ(SignedHeadersBy(profile),
              "content-type;host;x-amz-acl;x-amz-meta-a;x-amz-request-payer;"
              "x-amz-server-side-encryption-customer-key")
        << profile;
  }
}

// RequiredSignedHeaders of aws-sdk-go-v2's signer stay.
TEST(PresignProfilesTest, GoMovesWhatItsListDoesNotName) {
  EXPECT_EQ(SignedHeadersBy("go-v2"),
            "content-type;host;x-amz-acl;x-amz-meta-a;x-amz-server-side-encryption-customer-key");
}

// S3RequestPresigner of aws-sdk-js-v3 keeps server-side encryption alone.
TEST(PresignProfilesTest, JavaScriptMovesAllButEncryption) {
  EXPECT_EQ(SignedHeadersBy("js-v3"),
            "content-type;host;x-amz-server-side-encryption-customer-key");
}

TEST(PresignProfilesTest, JavaScriptNamesThePayloadHash) {
  EXPECT_THAT(UnsignedPresigner("js-v3").Sign().url,
              HasSubstr("&X-Amz-Content-Sha256=UNSIGNED-PAYLOAD&"));
  EXPECT_THAT(UnsignedPresigner().Sign().url, Not(HasSubstr("Content-Sha256")));
}

TEST(PresignProfilesTest, MovedHeaderMustNotBeInTheQueryAlready) {
  RequestSigner signer = UnsignedPresigner("js-v3");
  signer.SetUrl("https://example.amazonaws.com/?X-Amz-Acl=public-read");
  signer.SetHeaders({{"x-amz-acl", "private"}});
  EXPECT_THAT(signer.Prepare(), FailsWith(Reason::kInvalidHeader, "headers"));
}

TEST(PresignProfilesTest, MovedHeaderMustBeUtf8) {
  RequestSigner signer = UnsignedPresigner("js-v3");
  signer.SetHeaders({{"x-amz-meta-a", "\xff"}});
  EXPECT_THAT(signer.Prepare(), FailsWith(Reason::kInvalidHeader, "headers"));
}

TEST(PresignProfilesTest, SeveralMovedValuesOfOneNameAreOneParameter) {
  RequestSigner signer = UnsignedPresigner("js-v3");
  signer.SetHeaders({{"x-amz-meta-a", " 1  2 "}, {"X-Amz-Meta-A", "3"}});
  EXPECT_THAT(signer.Sign().url, HasSubstr("?x-amz-meta-a=1%202%2C3&"));
}

TEST(PresignProfilesTest, UnknownProfileListsTheKnownOnes) {
  const auto profile = FindPresignProfile("ruby");
  EXPECT_THAT(profile, FailsWith(Reason::kInvalidProfile, "presign_profile"));
  EXPECT_THAT(profile.status().message(), HasSubstr("default, botocore, go-v2, js-v3, java-v2"));
}

// S3 takes a presigned URL for UNSIGNED-PAYLOAD unless the header says
// otherwise, so a body hash that is signed must also be sent.
TEST(PresignedUrlTest, HashedBodyOfS3SendsItsHash) {
  RequestSigner signer;
  signer.SetBody("body");
  signer.Presign();
  const SignedRequest request = signer.Sign();
  EXPECT_EQ(ValueOf(request.headers, "x-amz-content-sha256"),
            "230d8358dc8e8890b4c58deeb62912ee2f20357ae92a5cc861b98e68fe31acb5");
  EXPECT_THAT(request.url, HasSubstr("X-Amz-SignedHeaders=host%3Bx-amz-content-sha256"));
}

}  // namespace
}  // namespace signet
