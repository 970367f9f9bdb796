// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/sigv4/verifier.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/sigv4/signing_key.h"
#include "server/sigv4/timestamp.h"
#include "tests/support/received_request.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

using ::testing::HasSubstr;

TEST(VerifierTest, AcceptsHeaderSignature) { EXPECT_TRUE(IsGenuine(SignAsClient({}))); }

TEST(VerifierTest, AcceptsPresignedUrl) { EXPECT_TRUE(IsGenuine(PresignAsClient())); }

TEST(VerifierTest, ReadsWhatWasSigned) {
  ASSERT_OK_AND_ASSIGN(const ReceivedSignature parsed,
                       ParseAsServer(SignAsClient({}, {.session_token = "TOKEN"})));
  EXPECT_EQ(parsed.access_key_id, kTestAccessKeyId);
  EXPECT_EQ(parsed.scope.date, "20130524");
  EXPECT_EQ(parsed.scope.region, "us-east-1");
  EXPECT_EQ(parsed.scope.service, "s3");
  EXPECT_EQ(parsed.session_token, "TOKEN");
  EXPECT_EQ(parsed.signing_time, *ParseAmzDate(kTestDate));
  EXPECT_EQ(parsed.placement, Placement::kHeader);
  EXPECT_EQ(parsed.signed_headers,
            "host;x-amz-content-sha256;x-amz-date;x-amz-meta-color;x-amz-security-token");
}

TEST(VerifierTest, ReadsSessionTokenOfPresignedUrl) {
  ASSERT_OK_AND_ASSIGN(const ReceivedSignature parsed,
                       ParseAsServer(SignAsClient({}, {.placement = Placement::kQuery,
                                                       .mode = PayloadMode::kUnsigned,
                                                       .session_token = "TO/KEN="})));
  EXPECT_EQ(parsed.session_token, "TO/KEN=");
  EXPECT_TRUE(VerifySignature(parsed, TestSigningKey()));
}

TEST(VerifierTest, RefusesAnotherKey) {
  ASSERT_OK_AND_ASSIGN(const ReceivedSignature parsed, ParseAsServer(SignAsClient({})));
  EXPECT_FALSE(VerifySignature(parsed, TestSigningKey("another secret")));
}

TEST(VerifierTest, RefusesEachFlippedSignatureDigit) {
  ASSERT_OK_AND_ASSIGN(const ReceivedSignature parsed, ParseAsServer(SignAsClient({})));
  for (size_t i = 0; i < parsed.signature.size(); ++i) {
    ReceivedSignature spoiled = parsed;
    spoiled.signature[i] = spoiled.signature[i] == 'a' ? 'b' : 'a';
    EXPECT_FALSE(VerifySignature(spoiled, TestSigningKey())) << i;
  }
}

TEST(VerifierTest, RefusesSigv4KeyForSigv4aRequest) {
  ASSERT_OK_AND_ASSIGN(ReceivedSignature parsed, ParseAsServer(SignAsClient({})));
  parsed.algorithm = Algorithm::kSigV4a;
  EXPECT_FALSE(VerifySignature(parsed, TestSigningKey()));
}

// What every byte of the request is worth: a change of any signed part leaves a
// well-formed request with a wrong signature.
struct Tampering {
  std::string name;
  std::function<void(ReceivedByServer*)> spoil;
};

class TamperingTest : public ::testing::TestWithParam<Tampering> {};

TEST_P(TamperingTest, LeavesAnInvalidSignature) {
  ReceivedByServer received = SignAsClient({});
  GetParam().spoil(&received);
  ASSERT_OK_AND_ASSIGN(const ReceivedSignature parsed, ParseAsServer(received));
  EXPECT_FALSE(VerifySignature(parsed, TestSigningKey()));
}

TEST_P(TamperingTest, LeavesAnInvalidPresignedUrl) {
  ReceivedByServer received = PresignAsClient();
  GetParam().spoil(&received);
  ASSERT_OK_AND_ASSIGN(const ReceivedSignature parsed, ParseAsServer(received));
  EXPECT_FALSE(VerifySignature(parsed, TestSigningKey()));
}

INSTANTIATE_TEST_SUITE_P(
    Parts, TamperingTest,
    ::testing::Values(
        Tampering{"Method", [](ReceivedByServer* received) { received->method = "HEAD"; }},
        Tampering{"Path",
                  [](ReceivedByServer* received) { received->Replace("/test.txt", "/test.tx"); }},
        Tampering{"PathCase",
                  [](ReceivedByServer* received) { received->Replace("/test.txt", "/Test.txt"); }},
        Tampering{"QueryValue",
                  [](ReceivedByServer* received) { received->Replace("a=b", "a=c"); }},
        Tampering{"QueryParameterGone",
                  [](ReceivedByServer* received) { received->Replace("a=b", ""); }},
        // aws-cli issue 10663: a parameter appended after signing.
        Tampering{"QueryParameterAdded",
                  [](ReceivedByServer* received) { received->url += "&versionId=1"; }},
        Tampering{
            "HeaderValue",
            [](ReceivedByServer* received) { received->Find("x-amz-meta-color").value = "red"; }}),
    [](const ::testing::TestParamInfo<Tampering>& tampering) { return tampering.param.name; });

// Streaming bodies and unsigned ones are no way around the signature (MinIO
// CVE-2025-31489, SeaweedFS issue 7912).
class EveryModeTest : public ::testing::TestWithParam<PayloadMode> {};

INSTANTIATE_TEST_SUITE_P(Modes, EveryModeTest,
                         ::testing::Values(PayloadMode::kSha256, PayloadMode::kUnsigned,
                                           PayloadMode::kStreamingSigned,
                                           PayloadMode::kStreamingSignedTrailer,
                                           PayloadMode::kStreamingUnsignedTrailer,
                                           PayloadMode::kStreamingEvents));

ReceivedByServer SignMode(PayloadMode mode) {
  ReceivedByServer received;
  received.headers.push_back({"x-amz-decoded-content-length", "12"});
  return SignAsClient(received, {.mode = mode});
}

TEST_P(EveryModeTest, GenuineIsValid) {
  ASSERT_OK_AND_ASSIGN(const ReceivedSignature parsed, ParseAsServer(SignMode(GetParam())));
  EXPECT_EQ(parsed.payload.mode, GetParam());
  EXPECT_TRUE(VerifySignature(parsed, TestSigningKey()));
}

TEST_P(EveryModeTest, WrongSignatureIsInvalid) {
  ASSERT_OK_AND_ASSIGN(ReceivedSignature parsed, ParseAsServer(SignMode(GetParam())));
  EXPECT_FALSE(VerifySignature(parsed, TestSigningKey("another secret")));
}

TEST_P(EveryModeTest, ChangedModeIsInvalid) {
  ReceivedByServer received = SignMode(GetParam());
  std::string& hash = received.Find("x-amz-content-sha256").value;
  hash = hash == "UNSIGNED-PAYLOAD" ? std::string(kEmptySha256Hex) : "UNSIGNED-PAYLOAD";
  EXPECT_FALSE(IsGenuine(received));
}

VerifyExpectations At(absl::Duration after_signing) {
  VerifyExpectations expectations = TestExpectations();
  expectations.now += after_signing;
  return expectations;
}

// Keystone CVE-2020-12692: a signed time that nobody looks at.
TEST(FreshnessTest, HeaderSignatureHoldsWithinTheSkew) {
  const ReceivedByServer received = SignAsClient({});
  EXPECT_TRUE(IsGenuine(received, At(absl::Minutes(15))));
  EXPECT_TRUE(IsGenuine(received, At(-absl::Minutes(15))));
}

TEST(FreshnessTest, HeaderSignatureIsRefusedBeyondTheSkew) {
  const ReceivedByServer received = SignAsClient({});
  for (const absl::Duration age : {absl::Seconds(901), -absl::Seconds(901), absl::Hours(24)}) {
    EXPECT_THAT(ParseAsServer(received, At(age)),
                StatusIs(absl::StatusCode::kOutOfRange, HasSubstr("20130524T000000Z")))
        << age;
  }
}

TEST(FreshnessTest, PresignedUrlHoldsUntilItExpires) {
  EXPECT_TRUE(IsGenuine(PresignAsClient(), At(absl::Seconds(3600))));
  EXPECT_TRUE(IsGenuine(PresignAsClient(), At(-absl::Minutes(15))));
}

TEST(FreshnessTest, PresignedUrlIsRefusedOutsideItsLife) {
  for (const absl::Duration age : {absl::Seconds(3601), -absl::Seconds(901)}) {
    EXPECT_THAT(ParseAsServer(PresignAsClient(), At(age)),
                StatusIs(absl::StatusCode::kOutOfRange, HasSubstr("")))
        << age;
    EXPECT_THAT(ParseAsServer(PresignAsClient(), At(age)),
                FailsWith(Reason::kInvalidSigningTime, "url"));
  }
}

// chimera issue 491: x-amz-content-sha256 never compared with the body.
TEST(BodyTest, MatchingBodyIsVerified) {
  VerifyExpectations expectations = TestExpectations();
  expectations.body_sha256 = Sha256Of("body");
  ASSERT_OK_AND_ASSIGN(const ReceivedSignature parsed,
                       ParseAsServer(SignAsClient({}, {.body = "body"}), expectations));
  EXPECT_TRUE(parsed.payload_verified);
}

TEST(BodyTest, OtherBodyIsRefused) {
  VerifyExpectations expectations = TestExpectations();
  expectations.body_sha256 = Sha256Of("other");
  EXPECT_THAT(ParseAsServer(SignAsClient({}, {.body = "body"}), expectations),
              FailsWith(Reason::kInvalidPayloadHash, "body"));
}

TEST(BodyTest, WithoutBodyNothingIsVerified) {
  ASSERT_OK_AND_ASSIGN(const ReceivedSignature parsed,
                       ParseAsServer(SignAsClient({}, {.body = "body"})));
  EXPECT_FALSE(parsed.payload_verified);
}

TEST(BodyTest, UnsignedBodyIsNeverVerified) {
  VerifyExpectations expectations = TestExpectations();
  expectations.body_sha256 = Sha256Of("");
  ASSERT_OK_AND_ASSIGN(
      const ReceivedSignature parsed,
      ParseAsServer(SignAsClient({}, {.mode = PayloadMode::kUnsigned}), expectations));
  EXPECT_FALSE(parsed.payload_verified);
}

// S3 takes the header unsigned: its value is in the canonical request anyway.
TEST(BodyTest, PayloadHashNeedNotBeAmongTheSignedHeaders) {
  ReceivedByServer received = SignAsClient({}, {.body = "body"});
  received.ReplaceAuthorization("x-amz-content-sha256;", "");
  EXPECT_OK(ParseAsServer(received));
}

TEST(BodyTest, S3WithoutPayloadHashIsRefused) {
  ReceivedByServer received = SignAsClient({});
  received.Erase("x-amz-content-sha256");
  received.ReplaceAuthorization("x-amz-content-sha256;", "");
  EXPECT_THAT(ParseAsServer(received), FailsWith(Reason::kInvalidPayloadHash, "headers"));
}

TEST(BodyTest, OtherServicesSignTheBodyItself) {
  VerifyExpectations expectations = TestExpectations();
  expectations.profile = *FindTargetProfile("default", "");
  const ReceivedByServer received = SignAsClient({}, {.body = "body", .profile = "default"});
  EXPECT_FALSE(IsGenuine(received, expectations));
  expectations.body_sha256 = Sha256Of("body");
  EXPECT_TRUE(IsGenuine(received, expectations));
}

TEST(BodyTest, RgwAdminWithoutPayloadHashIsUnsigned) {
  VerifyExpectations expectations = TestExpectations();
  expectations.profile = *FindTargetProfile("rgw-admin", "");
  const ReceivedByServer received =
      SignAsClient({}, {.mode = PayloadMode::kUnsigned, .profile = "rgw-admin"});
  EXPECT_TRUE(IsGenuine(received, expectations));
}

TEST(BodyTest, VpcLatticeTakesUnsignedAlone) {
  VerifyExpectations expectations = TestExpectations();
  expectations.profile = *FindTargetProfile("vpc-lattice", "");
  EXPECT_TRUE(IsGenuine(
      SignAsClient({}, {.mode = PayloadMode::kUnsigned, .profile = "vpc-lattice"}), expectations));
  EXPECT_THAT(ParseAsServer(SignAsClient({}, {.profile = "s3"}), expectations),
              FailsWith(Reason::kInvalidPayloadHash, "headers"));
}

TEST(VerifierTest, PresignedUrlWithStreamingBodyIsRefused) {
  ReceivedByServer received = PresignAsClient();
  received.headers.push_back({"x-amz-content-sha256", "STREAMING-UNSIGNED-PAYLOAD-TRAILER"});
  EXPECT_THAT(ParseAsServer(received), FailsWith(Reason::kInvalidPayloadHash, "url"));
}

TEST(VerifierTest, AnyRegionAndServiceWithoutExpectation) {
  VerifyExpectations expectations = TestExpectations();
  expectations.region = "";
  expectations.service = "";
  EXPECT_TRUE(IsGenuine(SignAsClient({}), expectations));
}

// The expected signature is an oracle for whoever may ask.
TEST(VerifierTest, MessagesNeverHoldTheSignature) {
  const ReceivedByServer genuine = SignAsClient({});
  const std::string authorization = genuine.headers.back().value;
  const std::string signature = authorization.substr(authorization.size() - 64);
  ReceivedByServer received = genuine;
  received.Find("x-amz-content-sha256").value = std::string(64, '0');
  VerifyExpectations expectations = TestExpectations();
  expectations.body_sha256 = Sha256Of("");
  EXPECT_THAT(ParseAsServer(received, expectations).status().ToString(),
              ::testing::Not(HasSubstr(signature)));
}

}  // namespace
}  // namespace signet
