// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/verify.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/service/sign_request.h"
#include "tests/support/service_fixture.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

using ::testing::HasSubstr;

class VerifyTest : public ::testing::Test {
 protected:
  // What a target receives of a request that SignRequest signed.
  v1::VerifyRequestRequest Received(const v1::SignRequestRequest& request) {
    v1::SignRequestResponse signed_request;
    EXPECT_OK(SignRequest(fixture_.context, fixture_.alice, request, &signed_request));
    v1::VerifyRequestRequest received;
    received.set_service(request.service());
    received.mutable_http_request()->set_method(request.http_request().method());
    received.mutable_http_request()->set_url(signed_request.url());
    v1::Header& host = *received.mutable_http_request()->add_headers();
    host.set_name("Host");
    host.set_value("examplebucket.s3.amazonaws.com");
    received.mutable_http_request()->mutable_headers()->MergeFrom(signed_request.headers());
    return received;
  }

  v1::SignRequestRequest Presigned(int64_t seconds) {
    v1::SignRequestRequest request = GetObjectRequest();
    request.mutable_payload()->set_unsigned_(true);
    request.mutable_query()->mutable_expires_in()->set_seconds(seconds);
    return request;
  }

  absl::Status Verify(const v1::VerifyRequestRequest& request) {
    response_.Clear();
    return VerifyRequest(fixture_.context, fixture_.alice, request, &response_);
  }

  v1::Verdict VerdictOn(const v1::VerifyRequestRequest& request) {
    EXPECT_OK(Verify(request));
    return response_.verdict();
  }

  ServiceFixture fixture_;
  v1::VerifyRequestResponse response_;
};

TEST_F(VerifyTest, TellsWhoSigned) {
  EXPECT_EQ(VerdictOn(Received(GetObjectRequest())), v1::VERDICT_VALID);
  EXPECT_EQ(response_.credential(), "example");
  EXPECT_EQ(response_.access_key_id(), "AKIAIOSFODNN7EXAMPLE");
  EXPECT_EQ(response_.credential_scope(), "20130524/us-east-1/s3/aws4_request");
  EXPECT_EQ(response_.signing_time().seconds(), 1369353600);
  EXPECT_FALSE(response_.payload_verified());
}

TEST_F(VerifyTest, VerifiesPresignedUrlsAndSigv4a) {
  EXPECT_EQ(VerdictOn(Received(Presigned(60))), v1::VERDICT_VALID);
  v1::SignRequestRequest request = GetObjectRequest();
  request.set_algorithm(v1::ALGORITHM_SIGV4A);
  request.clear_region();
  request.add_region_set("us-east-1");
  EXPECT_EQ(VerdictOn(Received(request)), v1::VERDICT_VALID);
}

TEST_F(VerifyTest, ComparesTheBody) {
  v1::SignRequestRequest request = GetObjectRequest();
  request.mutable_payload()->set_body("abc");
  v1::VerifyRequestRequest received = Received(request);
  received.mutable_payload()->set_body("abc");
  EXPECT_EQ(VerdictOn(received), v1::VERDICT_VALID);
  EXPECT_TRUE(response_.payload_verified());
}

TEST_F(VerifyTest, AnotherBodyIsInvalid) {
  v1::SignRequestRequest request = GetObjectRequest();
  request.mutable_payload()->set_body("abc");
  v1::VerifyRequestRequest received = Received(request);
  received.mutable_payload()->set_body("abd");
  EXPECT_EQ(VerdictOn(received), v1::VERDICT_INVALID);
  EXPECT_FALSE(response_.payload_verified());
}

TEST_F(VerifyTest, SignedForAnotherServiceOrRegionIsInvalid) {
  v1::VerifyRequestRequest received = Received(GetObjectRequest());
  received.set_region("eu-west-1");
  EXPECT_EQ(VerdictOn(received), v1::VERDICT_INVALID);
  received.set_region("us-east-1");
  EXPECT_EQ(VerdictOn(received), v1::VERDICT_VALID);
  received.set_service("sqs");
  EXPECT_EQ(VerdictOn(received), v1::VERDICT_INVALID);
}

TEST_F(VerifyTest, AChangedRequestIsInvalidAndTellsNothing) {
  v1::VerifyRequestRequest received = Received(GetObjectRequest());
  received.mutable_http_request()->set_method("DELETE");
  EXPECT_EQ(VerdictOn(received), v1::VERDICT_INVALID);
  EXPECT_EQ(response_.credential(), "");
  EXPECT_EQ(response_.access_key_id(), "");
  EXPECT_EQ(response_.credential_scope(), "");
  EXPECT_FALSE(response_.has_signing_time());
}

TEST_F(VerifyTest, AnUnknownKeyLooksLikeAWrongSignature) {
  const v1::VerifyRequestRequest received = Received(GetObjectRequest());
  fixture_.SetCredentials({});
  CredentialValue other = ExampleCredential("other");
  other.access_key_id = "AKIAOTHER";
  fixture_.SetCredentials({other});
  EXPECT_EQ(VerdictOn(received), v1::VERDICT_INVALID);
  const std::string unknown = response_.SerializeAsString();

  CredentialValue same_key = ExampleCredential("example");
  same_key.secret_access_key = Secret("anothersecret");
  fixture_.SetCredentials({same_key});
  EXPECT_EQ(VerdictOn(received), v1::VERDICT_INVALID);
  EXPECT_EQ(response_.SerializeAsString(), unknown);
}

TEST_F(VerifyTest, ACredentialThatMayNotBeUsedLooksUnknown) {
  const v1::VerifyRequestRequest received = Received(GetObjectRequest());
  Rule rule = AllowEverything("alice");
  rule.credentials = {"nothing-of-this"};
  fixture_.SetRules({rule});
  EXPECT_EQ(VerdictOn(received), v1::VERDICT_INVALID);
}

TEST_F(VerifyTest, NeedsARule) {
  const v1::VerifyRequestRequest received = Received(GetObjectRequest());
  Rule rule = AllowEverything("alice");
  rule.operations = {"SignRequest"};
  fixture_.SetRules({rule});
  EXPECT_THAT(Verify(received), FailsWith(Reason::kNotGranted, ""));
  EXPECT_THAT(Verify(received), StatusIs(absl::StatusCode::kPermissionDenied,
                                         ::testing::HasSubstr("the caller is \"alice\"")));
}

TEST_F(VerifyTest, TheSessionTokenIsPartOfTheCredential) {
  v1::SignRequestRequest request = GetObjectRequest();
  request.set_credential("session");
  v1::VerifyRequestRequest received = Received(request);
  EXPECT_EQ(VerdictOn(received), v1::VERDICT_VALID);
  EXPECT_EQ(response_.credential(), "session");
}

TEST_F(VerifyTest, GenuineButLateIsExpired) {
  const v1::VerifyRequestRequest by_header = Received(GetObjectRequest());
  const v1::VerifyRequestRequest presigned = Received(Presigned(60));
  fixture_.clock.Advance(absl::Seconds(61));
  EXPECT_EQ(VerdictOn(presigned), v1::VERDICT_EXPIRED);
  EXPECT_EQ(VerdictOn(by_header), v1::VERDICT_VALID);
  fixture_.clock.Advance(absl::Minutes(15));
  EXPECT_EQ(VerdictOn(by_header), v1::VERDICT_EXPIRED);

  v1::VerifyRequestRequest changed = by_header;
  changed.mutable_http_request()->set_method("DELETE");
  EXPECT_EQ(VerdictOn(changed), v1::VERDICT_INVALID);
}

// What SignRequest took at its limits, it must be able to verify: signing adds
// headers, bytes, and in a presigned URL percent-encoding.
class VerifyLimitsTest : public VerifyTest {
 protected:
  VerifyLimitsTest() {
    CredentialValue session = ExampleCredential("session");
    // The most that a credential may have; '+' takes three bytes in a URL.
    session.session_token = Secret(std::string(16384, '+'));
    session.expires = ExampleTime() + absl::Hours(1);
    fixture_.SetCredentials({session});
  }

  // 128 headers of 32 KiB, nearly all of it names, beside a URL of 16 KiB.
  static v1::SignRequestRequest Largest() {
    v1::SignRequestRequest request = GetObjectRequest();
    request.set_credential("session");
    v1::HttpRequest& http = *request.mutable_http_request();
    http.set_url("https://examplebucket.s3.amazonaws.com/");
    http.mutable_url()->append(16384 - http.url().size(), 'a');
    for (int i = 0; i < 128; ++i) {
      v1::Header& header = *http.add_headers();
      std::string name = "x-amz-meta-" + std::to_string(1000 + i);
      name.append(250 - name.size(), 'n');
      header.set_name(name);
      header.set_value("valuev");
    }
    return request;
  }
};

TEST_F(VerifyLimitsTest, TheLargestHeaderSignatureIsValid) {
  v1::VerifyRequestRequest received = Received(Largest());
  received.mutable_http_request()->mutable_headers()->MergeFrom(Largest().http_request().headers());
  EXPECT_EQ(received.http_request().headers_size(), 133);
  EXPECT_EQ(VerdictOn(received), v1::VERDICT_VALID);
}

TEST_F(VerifyLimitsTest, TheLargestPresignedUrlIsValid) {
  v1::SignRequestRequest request = Largest();
  request.mutable_query()->mutable_expires_in()->set_seconds(60);
  v1::VerifyRequestRequest received = Received(request);
  EXPECT_EQ(VerdictOn(received), v1::VERDICT_VALID);
}

TEST_F(VerifyLimitsTest, MoreThanSigningAddsIsRefused) {
  v1::VerifyRequestRequest received = Received(Largest());
  while (received.http_request().headers_size() < 137) {
    received.mutable_http_request()->add_headers()->set_name("a");
  }
  EXPECT_THAT(Verify(received), FailsWith(Reason::kLimitExceeded, "http_request.headers"));
}

// Otherwise the answer's time would tell which of a caller's rules it met.
TEST_F(VerifyTest, OneSecretUnderSeveralCredentialsIsToldApartByItsToken) {
  v1::VerifyRequestRequest received = Received(GetObjectRequest());
  Rule rule = AllowEverything("alice");
  rule.credentials = {"session"};
  fixture_.SetRules({rule});
  EXPECT_EQ(VerdictOn(received), v1::VERDICT_INVALID);
  rule.credentials = {"example"};
  fixture_.SetRules({rule});
  EXPECT_EQ(VerdictOn(received), v1::VERDICT_VALID);
  EXPECT_EQ(response_.credential(), "example");
}

TEST_F(VerifyTest, ASecretThatChangedUnderItsKeyVerifiesBothForADay) {
  const v1::VerifyRequestRequest before = Received(GetObjectRequest());
  CredentialValue changed = ExampleCredential("example");
  changed.secret_access_key = Secret("anothersecret");
  fixture_.SetCredentials({changed});
  EXPECT_EQ(VerdictOn(Received(GetObjectRequest())), v1::VERDICT_VALID);
  EXPECT_EQ(VerdictOn(before), v1::VERDICT_VALID);
}

TEST_F(VerifyTest, RefusesMalformedRequests) {
  v1::VerifyRequestRequest request = Received(GetObjectRequest());
  request.clear_service();
  EXPECT_THAT(Verify(request), FailsWith(Reason::kInvalidService, "service"));
  request = Received(GetObjectRequest());
  request.mutable_payload()->set_unsigned_(true);
  EXPECT_THAT(Verify(request), FailsWith(Reason::kInvalidPayload, "payload.unsigned"));
  request = Received(GetObjectRequest());
  request.clear_http_request();
  EXPECT_THAT(Verify(request), FailsWith(Reason::kMissingField, "http_request"));
  request = Received(GetObjectRequest());
  request.mutable_http_request()->clear_headers();
  EXPECT_THAT(Verify(request), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("")));
}

}  // namespace
}  // namespace signet
