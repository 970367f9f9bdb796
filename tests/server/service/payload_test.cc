// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/payload.h"

#include <string>

#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/digest/sha256.h"
#include "server/sigv4/payload_signature.h"
#include "server/sigv4/sigv4a.h"
#include "tests/server/service/payload_case.h"

namespace signet {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;

// Source: "Transferring payload in multiple chunks", S3 API Reference.
TEST_F(PayloadTest, SignsTheDocumentedChunks) {
  const v1::SignPayloadRequest start = StartOf(UploadRequest(v1::STREAMING_MODE_SIGNED));
  EXPECT_EQ(start.start().seed_signature(),
            "4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9");
  ASSERT_OK(Send(start));
  EXPECT_EQ(response_.signature(), "");
  EXPECT_EQ(response_.credential_version(), fixture_.VersionOf("example"));

  EXPECT_EQ(SignatureOf(Chunk(std::string(65536, 'a'))),
            "ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648");
  EXPECT_EQ(SignatureOf(Chunk(std::string(1024, 'a'))),
            "0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497");
  EXPECT_EQ(SignatureOf(Chunk("")),
            "b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9");
}

// Source: the same page, "trailing headers".
TEST_F(PayloadTest, SignsTheDocumentedTrailer) {
  const v1::SignPayloadRequest start = StartOf(UploadRequest(v1::STREAMING_MODE_SIGNED_TRAILER));
  EXPECT_EQ(start.start().seed_signature(),
            "106e2a8a18243abcf37539882f36619c00e2dfc72633413f02d3b74544bfeb8e");
  ASSERT_OK(Send(start));
  EXPECT_EQ(SignatureOf(Chunk(std::string(65536, 'a'))),
            "b474d8862b1487a5145d686f57f013e54db672cee1c953b3010fb58501ef5aa2");
  EXPECT_EQ(SignatureOf(Chunk(std::string(1024, 'a'))),
            "1c1344b170168f8e65b41376b44b20fe354e373826ccbbe2c1d40a8cae51e5c7");
  EXPECT_EQ(SignatureOf(Chunk("")),
            "2ca2aba2005185cf7159c6277faf83795951dd77a3a99e6e65d5c9f85863f992");
  EXPECT_EQ(SignatureOf(Trailer("x-amz-checksum-crc32c", "sOO8/Q==")),
            "d81f82fc3505edab99d459891051a732e8730629a2e4a59689829ca17fe2e435");
}

TEST_F(PayloadTest, AnotherReplicaContinuesTheChainPastMidnight) {
  v1::SignPayloadRequest start = StartOf(UploadRequest(v1::STREAMING_MODE_SIGNED));
  ASSERT_OK(Send(start));
  start.mutable_start()->set_previous_signature(SignatureOf(Chunk(std::string(65536, 'a'))));

  fixture_.clock.Advance(absl::Hours(24));
  Restart();
  ASSERT_OK(Send(start));
  EXPECT_EQ(SignatureOf(Chunk(std::string(1024, 'a'))),
            "0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497");
}

TEST_F(PayloadTest, AContinuedChainMayBeginWithTheTrailer) {
  v1::SignPayloadRequest start = StartOf(UploadRequest(v1::STREAMING_MODE_SIGNED_TRAILER));
  start.mutable_start()->set_previous_signature(
      "2ca2aba2005185cf7159c6277faf83795951dd77a3a99e6e65d5c9f85863f992");
  ASSERT_OK(Send(start));
  EXPECT_EQ(SignatureOf(Trailer("x-amz-checksum-crc32c", "sOO8/Q==")),
            "d81f82fc3505edab99d459891051a732e8730629a2e4a59689829ca17fe2e435");
}

TEST_F(PayloadTest, RefusesToContinueAfter24Hours) {
  const v1::SignPayloadRequest start = StartOf(UploadRequest(v1::STREAMING_MODE_SIGNED));
  fixture_.clock.Advance(absl::Hours(24) + absl::Seconds(1));
  EXPECT_THAT(Send(start), FailsWith(Reason::kResumeWindowPassed, "start.request.signing_time"));
}

TEST_F(PayloadTest, RefusesAnotherSeedWithoutTellingTheRightOne) {
  v1::SignPayloadRequest start = StartOf(UploadRequest(v1::STREAMING_MODE_SIGNED));
  const std::string seed = start.start().seed_signature();
  start.mutable_start()->set_seed_signature(std::string(64, '0'));
  const absl::Status status = Send(start);
  EXPECT_THAT(status, FailsWith(Reason::kSeedSignatureMismatch, "start.seed_signature"));
  EXPECT_THAT(status.ToString(), ::testing::Not(HasSubstr(seed)));

  // The seed of another request.
  Restart();
  start.mutable_start()->set_seed_signature(seed);
  start.mutable_start()->mutable_request()->mutable_http_request()->set_url(
      "https://s3.amazonaws.com/examplebucket/other.txt");
  EXPECT_THAT(Send(start), FailsWith(Reason::kSeedSignatureMismatch, "start.seed_signature"));
}

TEST_F(PayloadTest, AuthorizesAgain) {
  const v1::SignPayloadRequest start = StartOf(UploadRequest(v1::STREAMING_MODE_SIGNED));
  Rule rule = AllowEverything("alice");
  rule.operations = {"SignRequest"};
  fixture_.SetRules({rule});
  EXPECT_THAT(Send(start), StatusIs(absl::StatusCode::kPermissionDenied, HasSubstr("SignPayload")));

  // No grant of own signing times is needed: the seed proves that one was given.
  rule.operations = {"SignPayload"};
  rule.grants.own_signing_time_max_skew = absl::ZeroDuration();
  fixture_.SetRules({rule});
  fixture_.clock.Advance(absl::Hours(1));
  Restart();
  EXPECT_OK(Send(start));
}

TEST_F(PayloadTest, StaysWithItsVersionAfterRotation) {
  const v1::SignPayloadRequest start = StartOf(UploadRequest(v1::STREAMING_MODE_SIGNED));
  CredentialValue rotated = ExampleCredential("example");
  rotated.secret_access_key = Secret("anothersecret");
  fixture_.SetCredentials({rotated});
  ASSERT_OK(Send(start));
  EXPECT_EQ(SignatureOf(Chunk(std::string(65536, 'a'))),
            "ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648");
}

TEST_F(PayloadTest, StopsWhenItsVersionIsRevoked) {
  const v1::SignPayloadRequest start = StartOf(UploadRequest(v1::STREAMING_MODE_SIGNED));
  ASSERT_OK(Send(start));
  ASSERT_OK(fixture_.credentials->RevokeVersion("example", fixture_.VersionOf("example")));
  EXPECT_THAT(Send(Chunk(std::string(65536, 'a'))),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("revoked")));
  Restart();
  EXPECT_THAT(Send(start), StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("revoked")));
}

TEST_F(PayloadTest, DatesEachEventByItself) {
  v1::SignRequestRequest request = GetObjectRequest();
  request.set_service("transcribe");
  request.mutable_http_request()->set_method("POST");
  request.mutable_payload()->set_streaming(v1::STREAMING_MODE_EVENTS);
  fixture_.clock.SetNow(ExampleTime() - absl::Seconds(1));
  const v1::SignPayloadRequest start = StartOf(request);
  ASSERT_OK(Send(start));
  ASSERT_OK(Send(Event("one")));
  EXPECT_EQ(response_.event_time().seconds(), 1369353599);
  const std::string first = response_.signature();

  fixture_.clock.SetNow(ExampleTime());
  ASSERT_OK(Send(Event("two")));
  EXPECT_EQ(response_.event_time().seconds(), 1369353600);
  const SigningKey key = DeriveSigningKey({.secret_access_key = kExampleSecret,
                                           .date = "20130524",
                                           .region = "us-east-1",
                                           .service = "transcribe"});
  EXPECT_EQ(response_.signature(),
            signet::SignatureOf(
                MakeHmacSha256Key(key.Reveal()),
                EventStringToSign(ExampleTime(), "20130524/us-east-1/transcribe/aws4_request",
                                  first, Sha256Of("two"))));
  EXPECT_OK(Send(Event("")));
  EXPECT_THAT(Send(Event("three")), FailsWith(Reason::kInvalidChunk, "event"));
}

TEST_F(PayloadTest, RefusesAnEventTimeAfterTheCredentialExpires) {
  v1::SignRequestRequest request = GetObjectRequest();
  request.set_credential("session");
  request.set_service("transcribe");
  request.mutable_payload()->set_streaming(v1::STREAMING_MODE_EVENTS);
  ASSERT_OK(Send(StartOf(request)));
  v1::SignPayloadRequest event = Event("one");
  event.mutable_event()->mutable_event_time()->set_seconds(absl::ToUnixSeconds(ExampleTime()) +
                                                           3600);
  EXPECT_THAT(Send(event), FailsWith(Reason::kCredentialExpired, "event.credential"));
}

TEST_F(PayloadTest, AnOwnEventTimeNeedsAGrant) {
  v1::SignRequestRequest request = GetObjectRequest();
  request.set_service("transcribe");
  request.mutable_payload()->set_streaming(v1::STREAMING_MODE_EVENTS);
  const v1::SignPayloadRequest start = StartOf(request);
  v1::SignPayloadRequest event = Event("one");
  event.mutable_event()->mutable_event_time()->set_seconds(1369353700);
  ASSERT_OK(Send(start));
  ASSERT_OK(Send(event));
  EXPECT_EQ(response_.event_time().seconds(), 1369353700);

  Rule rule = AllowEverything("alice");
  rule.grants.own_signing_time_max_skew = absl::Seconds(99);
  fixture_.SetRules({rule});
  Restart();
  ASSERT_OK(Send(start));
  const absl::Status denied = Send(event);
  EXPECT_THAT(denied, FailsWith(Reason::kInvalidSigningTime, "event.event_time"));
  EXPECT_THAT(denied, StatusIs(absl::StatusCode::kPermissionDenied,
                               AllOf(HasSubstr("own_signing_time.max_skew"),
                                     HasSubstr("the caller is \"alice\""))));
}

TEST_F(PayloadTest, PadsAndVerifiesSigv4aChains) {
  v1::SignRequestRequest request = UploadRequest(v1::STREAMING_MODE_SIGNED);
  request.set_algorithm(v1::ALGORITHM_SIGV4A);
  request.clear_region();
  request.add_region_set("us-east-1");
  const v1::SignPayloadRequest start = StartOf(request);
  ASSERT_OK(Send(start));
  ASSERT_OK(Send(Chunk(std::string(8192, 'a'))));
  EXPECT_EQ(response_.signature().size(), 144u);
  const std::string chunk_signature = response_.signature();
  ASSERT_OK_AND_ASSIGN(const auto key, Sigv4aKey::Derive(kExampleAccessKeyId, kExampleSecret));
  const ChunkChain chain = {Algorithm::kSigV4a, "20130524T000000Z", "20130524/s3/aws4_request"};
  const std::string unpadded = chunk_signature.substr(0, chunk_signature.find('*'));
  EXPECT_TRUE(VerifySigv4a(
      key->public_key(),
      ChunkStringToSign(chain, start.start().seed_signature(), Sha256Of(std::string(8192, 'a'))),
      unpadded));

  v1::SignPayloadRequest resumed = start;
  resumed.mutable_start()->set_previous_signature(chunk_signature);
  Restart();
  EXPECT_OK(Send(resumed));
  EXPECT_OK(Send(Chunk("")));

  // Another request's signature, well-formed but not of this seed.
  resumed.mutable_start()->set_seed_signature(unpadded);
  Restart();
  EXPECT_THAT(Send(resumed), FailsWith(Reason::kSeedSignatureMismatch, "start.seed_signature"));
}

}  // namespace
}  // namespace signet
