// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// Public bugs of other verifiers, on presigned URLs, on time and on what the answer
// tells. Rows are those of tests/public_bugs.md.

#include <cstdlib>
#include <ctime>
#include <string>

#include "gtest/gtest.h"
#include "server/sigv4/timestamp.h"
#include "tests/server/service/public_bugs_case.h"

namespace signet {
namespace {

const std::string kZeros(64, '0');

class PublicBugsPresignedTest : public VerifyBugTest {};

TEST_P(PublicBugsPresignedTest, Query) {
  Expect(GetParam(), maker_.Received(ReceivedRequestMaker::Presigned()));
}

INSTANTIATE_TEST_SUITE_P(
    Row02Sources, PublicBugsPresignedTest,
    ::testing::Values(
        Refused("Row02BearerBesideIt", AddHeader("Authorization", "Bearer x")),
        Refused("Row02EmptyAuthorizationBesideIt", AddHeader("Authorization", "")),
        Refused("Row02DateHeaderBesideIt", AddHeader("X-Amz-Date", "20130524T000000Z")),
        Refused("Row02TokenHeaderBesideIt", AddHeader("X-Amz-Security-Token", "TOKEN")),
        Refused("Row02SignatureHeaderBesideIt", AddHeader("X-Amz-Signature", kZeros)),
        Refused("Row02NoSignature", ReplaceUrl("X-Amz-Signature=", "X-Other=")),
        Refused("Row02NoCredential", ReplaceUrl("X-Amz-Credential=", "X-Other=")),
        Refused("Row02TwoKindsOfToken", AddQuery("X-Amz-S3session-Token=TOKEN")),
        Refused("Row02LowerCaseName", ReplaceUrl("X-Amz-Signature", "x-amz-signature")),
        Refused("Row02Sigv4aAlgorithm", ReplaceUrl("AWS4-HMAC-SHA256", "AWS4-ECDSA-P256-SHA256"))),
    BugName);

VerifyBug Expires(const std::string& name, const std::string& value) {
  return Refused(name, ReplaceUrl("X-Amz-Expires=3600", "X-Amz-Expires=" + value),
                 value.empty() ? Reason::kInvalidSignature : Reason::kInvalidExpiry);
}

// lakeFS issue 9599, fakecloud issue 1577, gopherstack issue 1654.
INSTANTIATE_TEST_SUITE_P(
    Row19Expires, PublicBugsPresignedTest,
    ::testing::Values(Expires("Row19Zero", "0"), Expires("Row19None", ""),
                      Expires("Row19Blank", "%20"), Expires("Row19Plus", "%2B1"),
                      Expires("Row19Exponent", "1e3"), Expires("Row19Hex", "0x10"),
                      Expires("Row19Fraction", "1.5"), Expires("Row19LeadingZero", "03600"),
                      Expires("Row19BlankAfter", "3600%20"), Expires("Row19BlankBefore", "%203600"),
                      Expires("Row19Unit", "3600s"), Expires("Row19NotAscii", "%EF%BC%91"),
                      Invalid("Row19Lengthened", ReplaceUrl("Expires=3600", "Expires=3601"))),
    BugName);

// s3s issue 645, noobaa issue 8873, pipelock issue 516.
INSTANTIATE_TEST_SUITE_P(
    Row20Expires, PublicBugsPresignedTest,
    ::testing::Values(Expires("Row20OverSevenDays", "604801"), Expires("Row20Negative", "-1"),
                      Expires("Row20VeryLong", "99999999999999999999"),
                      Expires("Row20Wraps", "4294967297"),
                      Refused("Row20Twice", AddQuery("X-Amz-Expires=3600")),
                      Refused("Row20TwiceInAnotherCase", AddQuery("x-amz-expires=3600")),
                      Refused("Row20TwiceEncoded", AddQuery("X-Amz-%45xpires=3600")),
                      Invalid("Row20SevenDaysUnsigned", ReplaceUrl("3600", "604800"))),
    BugName);

INSTANTIATE_TEST_SUITE_P(
    Row21UnsignedHeaders, PublicBugsPresignedTest,
    ::testing::Values(Refused("Row21CopySource", AddHeader("x-amz-copy-source", "/other/secret")),
                      Refused("Row21Tagging", AddHeader("x-amz-tagging", "a=b")),
                      Invalid("Row21SignedHeaderAgain", AddHeader("x-amz-meta-color", "red")),
                      Invalid("Row21SignedHeaderChanged", SetHeader("x-amz-meta-color", "red")),
                      Refused("Row21SignedHeaderLeftOut", RemoveHeader("x-amz-meta-color"))),
    BugName);

INSTANTIATE_TEST_SUITE_P(
    Row22MustBeSigned, PublicBugsPresignedTest,
    ::testing::Values(
        Refused("Row22HostUnsigned", ReplaceUrl("SignedHeaders=host", "SignedHeaders=accept")),
        Refused("Row22NothingSigned", ReplaceUrl("SignedHeaders=host", "SignedHeaders=")),
        Invalid("Row22AnotherHost", ReplaceUrl("examplebucket", "otherbucket"))),
    BugName);

// aws-iam-authenticator CVE-2022-2385: of two parameters one was checked, the other
// one used.
INSTANTIATE_TEST_SUITE_P(
    Row27Twice, PublicBugsPresignedTest,
    ::testing::Values(Refused("Row27Credential", AddQuery("X-Amz-Credential=A")),
                      Refused("Row27CredentialInLowerCase", AddQuery("x-amz-credential=A")),
                      Refused("Row27Date", AddQuery("X-Amz-Date=20130524T000000Z")),
                      Refused("Row27SignedHeaders", AddQuery("X-Amz-SignedHeaders=host")),
                      Refused("Row27Signature", AddQuery("X-Amz-Signature=" + kZeros)),
                      Refused("Row27Token", AddQuery("X-Amz-Security-Token=TOKEN")),
                      Refused("Row27AnyOther",
                              AddQuery("X-Amz-Meta-Color=blue&x-amz-meta-COLOR=blue")),
                      Invalid("Row27ActionAdded", AddQuery("Action=DeleteUser&Action=ListUsers"))),
    BugName);

// aws-cli issue 10663: SigV2 does not cover what is appended.
INSTANTIATE_TEST_SUITE_P(
    Row36Appended, PublicBugsPresignedTest,
    ::testing::Values(
        Invalid("Row36ParameterAppended", AddQuery("acl")),
        Invalid("Row36EmptyParameterAppended", AddQuery("x=")),
        Invalid("Row36ResponseHeaderAppended", AddQuery("response-content-type=text%2Fhtml")),
        Refused("Row36Sigv2",
                [](v1::VerifyRequestRequest* request) {
                  request->mutable_http_request()->set_url(
                      "https://examplebucket.s3.amazonaws.com/test.txt?AWSAccessKeyId="
                      "AKIAIOSFODNN7EXAMPLE&Expires=1369357200&Signature=c2lnbmF0dXJl");
                }),
        Refused("Row36PlusInTheQuery", AddQuery("a=b+c"), Reason::kInvalidUrl)),
    BugName);

// --- Time.

class PublicBugsTimeTest : public VerifyBugTest {
 protected:
  v1::Verdict At(absl::Duration age, const v1::VerifyRequestRequest& request) {
    fixture_.clock.SetNow(ExampleTime() + age);
    EXPECT_OK(Verify(request));
    return response_.verdict();
  }

  v1::SignRequestRequest Of(const char* credential, v1::SignRequestRequest request) {
    request.set_credential(credential);
    return request;
  }
};

// Keystone bug 1872737 (CVE-2020-12692): what was signed once was good for ever.
TEST_F(PublicBugsTimeTest, Row17AHeaderSignatureIsGoodForFifteenMinutesEitherWay) {
  const v1::VerifyRequestRequest request =
      maker_.Received(Of("example", ReceivedRequestMaker::PutObject()));
  EXPECT_EQ(At(absl::Seconds(900), request), v1::VERDICT_VALID);
  EXPECT_EQ(At(absl::Seconds(901), request), v1::VERDICT_EXPIRED);
  EXPECT_EQ(At(absl::Hours(24 * 365), request), v1::VERDICT_EXPIRED);
  EXPECT_EQ(At(absl::Seconds(-900), request), v1::VERDICT_VALID);
  EXPECT_EQ(At(absl::Seconds(-901), request), v1::VERDICT_EXPIRED);
}

TEST_F(PublicBugsTimeTest, Row19APresignedUrlEndsToTheSecond) {
  const v1::VerifyRequestRequest request =
      maker_.Received(Of("example", ReceivedRequestMaker::Presigned(1)));
  EXPECT_EQ(At(absl::Seconds(1), request), v1::VERDICT_VALID);
  EXPECT_EQ(At(absl::Seconds(2), request), v1::VERDICT_EXPIRED);
  EXPECT_EQ(At(absl::Seconds(-901), request), v1::VERDICT_EXPIRED);
}

TEST_F(PublicBugsTimeTest, Row20SevenDaysAreTheMost) {
  const v1::VerifyRequestRequest request =
      maker_.Received(Of("example", ReceivedRequestMaker::Presigned(604800)));
  EXPECT_EQ(At(absl::Seconds(604800), request), v1::VERDICT_VALID);
  EXPECT_EQ(At(absl::Seconds(604801), request), v1::VERDICT_EXPIRED);
}

TEST_F(PublicBugsTimeTest, Row17ANotGenuineOldRequestIsInvalidNotExpired) {
  v1::VerifyRequestRequest request =
      maker_.Received(Of("example", ReceivedRequestMaker::PutObject()));
  request.mutable_http_request()->set_method("DELETE");
  EXPECT_EQ(At(absl::Hours(1), request), v1::VERDICT_INVALID);
}

// The credential's own end ends what it signed.
TEST_F(PublicBugsTimeTest, Row17AnExpiredCredentialVerifiesNothing) {
  const v1::VerifyRequestRequest request = maker_.Received(ReceivedRequestMaker::Presigned(3600));
  EXPECT_EQ(At(absl::Minutes(59), request), v1::VERDICT_VALID);
  EXPECT_EQ(At(absl::Hours(1), request), v1::VERDICT_INVALID);
}

// versitygw issue 239: local time in place of UTC.
TEST_F(PublicBugsTimeTest, Row14TheLocalTimeZoneDoesNotMatter) {
  const v1::SignRequestRequest sample = Of("example", ReceivedRequestMaker::PutObject());
  v1::SignRequestResponse in_utc;
  ASSERT_OK(SignRequest(fixture_.context, fixture_.alice, sample, &in_utc));
  for (const char* const zone : {"Pacific/Kiritimati", "America/Los_Angeles", "UTC-14", "UTC+12"}) {
    ASSERT_EQ(setenv("TZ", zone, 1), 0);
    tzset();
    v1::SignRequestResponse response;
    EXPECT_OK(SignRequest(fixture_.context, fixture_.alice, sample, &response));
    EXPECT_EQ(response.SerializeAsString(), in_utc.SerializeAsString()) << zone;
    EXPECT_EQ(At(absl::ZeroDuration(), maker_.Received(sample)), v1::VERDICT_VALID) << zone;
  }
  unsetenv("TZ");
  tzset();
}

// --- What each mode is worth, and what the answer tells.

struct ModeCase {
  const char* name;
  std::function<void(v1::SignRequestRequest*)> set;
};

class PublicBugsModesTest : public ::testing::TestWithParam<ModeCase> {};

// MinIO CVE-2025-31489: each mode, genuine and with a wrong signature. None but a
// hash that was compared counts as a verified body.
TEST_P(PublicBugsModesTest, Row01IsVerifiedAndAWrongSignatureIsInvalid) {
  ServiceFixture fixture;
  ReceivedRequestMaker maker(&fixture);
  v1::SignRequestRequest request = ReceivedRequestMaker::PutObject();
  request.clear_payload();
  GetParam().set(&request);
  v1::VerifyRequestRequest received = maker.Received(request);
  v1::VerifyRequestResponse response;
  received.clear_region();
  ASSERT_OK(VerifyRequest(fixture.context, fixture.alice, received, &response));
  EXPECT_EQ(response.verdict(), v1::VERDICT_VALID);
  EXPECT_FALSE(response.payload_verified());

  std::string& authorization = *FindHeader(&received, "Authorization")->mutable_value();
  authorization.back() = authorization.back() == '0' ? '1' : '0';
  response.Clear();
  ASSERT_OK(VerifyRequest(fixture.context, fixture.alice, received, &response));
  EXPECT_EQ(response.verdict(), v1::VERDICT_INVALID);
}

ModeCase Streaming(const char* name, v1::StreamingMode mode) {
  return {name, [mode](v1::SignRequestRequest* request) {
            request->mutable_payload()->set_streaming(mode);
            v1::Header& length = *request->mutable_http_request()->add_headers();
            length.set_name("x-amz-decoded-content-length");
            length.set_value("4");
            if (mode == v1::STREAMING_MODE_SIGNED_TRAILER ||
                mode == v1::STREAMING_MODE_UNSIGNED_TRAILER) {
              v1::Header& trailer = *request->mutable_http_request()->add_headers();
              trailer.set_name("x-amz-trailer");
              trailer.set_value("x-amz-checksum-crc32c");
            }
          }};
}

ModeCase Sigv4a(ModeCase mode, const char* name) {
  return {name, [mode](v1::SignRequestRequest* request) {
            mode.set(request);
            request->set_algorithm(v1::ALGORITHM_SIGV4A);
            request->clear_region();
            request->add_region_set("us-east-1");
          }};
}

const ModeCase kBody = {
    "Hash", [](v1::SignRequestRequest* request) { request->mutable_payload()->set_body("body"); }};
const ModeCase kUnsigned = {"Unsigned", [](v1::SignRequestRequest* request) {
                              request->mutable_payload()->set_unsigned_(true);
                            }};
const ModeCase kSigned = Streaming("Streaming", v1::STREAMING_MODE_SIGNED);
const ModeCase kTrailer = Streaming("StreamingTrailer", v1::STREAMING_MODE_SIGNED_TRAILER);
const ModeCase kUnsignedTrailer = Streaming("UnsignedTrailer", v1::STREAMING_MODE_UNSIGNED_TRAILER);

INSTANTIATE_TEST_SUITE_P(Modes, PublicBugsModesTest,
                         ::testing::Values(kBody, kUnsigned, kSigned, kTrailer, kUnsignedTrailer,
                                           Streaming("Events", v1::STREAMING_MODE_EVENTS),
                                           Sigv4a(kBody, "Sigv4aHash"),
                                           Sigv4a(kUnsigned, "Sigv4aUnsigned"),
                                           Sigv4a(kSigned, "Sigv4aStreaming"),
                                           Sigv4a(kTrailer, "Sigv4aStreamingTrailer"),
                                           Sigv4a(kUnsignedTrailer, "Sigv4aUnsignedTrailer")),
                         [](const auto& mode) { return mode.param.name; });

class PublicBugsAnswerTest : public VerifyBugTest {};

TEST_F(PublicBugsAnswerTest, Row24TheAnswerSaysWhetherTheBodyWasCompared) {
  v1::VerifyRequestRequest request = maker_.Received(ReceivedRequestMaker::PutObject());
  ASSERT_OK(Verify(request));
  EXPECT_FALSE(response_.payload_verified());
  request.mutable_payload()->set_body("body");
  ASSERT_OK(Verify(request));
  EXPECT_TRUE(response_.payload_verified());
}

// Keystone CVE-2025-65073: whoever asked got a token for any signed URL.
TEST_F(PublicBugsAnswerTest, Row18VerifyingNeedsARuleAndTheAnswerIsNoCredential) {
  const v1::VerifyRequestRequest request = maker_.Received(ReceivedRequestMaker::Presigned());
  ASSERT_NO_FATAL_FAILURE(ExpectGenuine(request));
  const std::string text = response_.ShortDebugString();
  EXPECT_EQ(text.find("TOKEN"), std::string::npos);
  EXPECT_EQ(text.find(kExampleSecret.data()), std::string::npos);
  Rule rule = AllowEverything("alice");
  rule.operations = {"SignRequest"};
  fixture_.SetRules({rule});
  EXPECT_THAT(Verify(request), FailsWith(Reason::kNotGranted, ""));
  fixture_.SetRules({AllowEverything("bob")});
  EXPECT_THAT(Verify(request), FailsWith(Reason::kNotGranted, ""));
}

// s3-orchestrator issue 661; VerifyPathTest counts the work behind it.
TEST_F(PublicBugsAnswerTest, Row09UnknownDeniedAndWrongKeysGiveTheSameBytes) {
  const v1::VerifyRequestRequest genuine = maker_.Received(ReceivedRequestMaker::PutObject());
  v1::VerifyRequestRequest wrong = genuine;
  wrong.mutable_http_request()->set_method("DELETE");
  ASSERT_OK(Verify(wrong));
  const std::string answer = response_.SerializeAsString();
  v1::VerifyRequestRequest unknown = genuine;
  ReplaceAuthorization("AKIAIOSFODNN7EXAMPLE", "AKIAIOSFODNN7NOTHERE")(&unknown);
  ASSERT_OK(Verify(unknown));
  EXPECT_EQ(response_.SerializeAsString(), answer);
  Rule rule = AllowEverything("alice");
  rule.credentials = {"nothing-of-this"};
  fixture_.SetRules({rule});
  ASSERT_OK(Verify(genuine));
  EXPECT_EQ(response_.SerializeAsString(), answer);
}

// MinIO CVE-2020-11012: an access key alone was taken for its holder.
TEST_F(PublicBugsAnswerTest, Row38AnAccessKeyWithoutItsSignatureIsInvalid) {
  v1::VerifyRequestRequest request = maker_.Received(ReceivedRequestMaker::PutObject());
  std::string& value = *FindHeader(&request, "Authorization")->mutable_value();
  value.replace(value.size() - 64, 64, kZeros);
  ASSERT_OK(Verify(request));
  EXPECT_EQ(response_.verdict(), v1::VERDICT_INVALID);
}

}  // namespace
}  // namespace signet
