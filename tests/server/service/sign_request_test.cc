// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/sign_request.h"

#include <map>
#include <string>

#include "absl/strings/match.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/service_fixture.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Key;
using ::testing::Not;
using ::testing::Pair;

class SignRequestTest : public ::testing::Test {
 protected:
  absl::Status Sign(const v1::SignRequestRequest& request) {
    response_.Clear();
    return SignRequest(fixture_.context, fixture_.alice, request, &response_);
  }

  std::map<std::string, std::string> Headers() const { return ByName(response_.headers()); }

  ServiceFixture fixture_;
  v1::SignRequestResponse response_;
};

v1::SignRequestRequest PresignRequest(int64_t seconds) {
  v1::SignRequestRequest request = GetObjectRequest();
  request.mutable_payload()->set_unsigned_(true);
  request.mutable_query()->mutable_expires_in()->set_seconds(seconds);
  return request;
}

// Source: "GET Object", Authenticating Requests, S3 API Reference.
TEST_F(SignRequestTest, SignsTheDocumentedGetObject) {
  v1::SignRequestRequest request = GetObjectRequest();
  v1::Header& range = *request.mutable_http_request()->add_headers();
  range.set_name("Range");
  range.set_value("bytes=0-9");

  ASSERT_OK(Sign(request));

  EXPECT_EQ(response_.signature(),
            "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41");
  EXPECT_EQ(response_.signed_headers(), "host;range;x-amz-content-sha256;x-amz-date");
  EXPECT_EQ(response_.credential_scope(), "20130524/us-east-1/s3/aws4_request");
  EXPECT_EQ(response_.access_key_id(), "AKIAIOSFODNN7EXAMPLE");
  EXPECT_EQ(response_.url(), "https://examplebucket.s3.amazonaws.com/test.txt");
  EXPECT_EQ(response_.signing_time().seconds(), 1369353600);
  EXPECT_EQ(response_.credential_version(), fixture_.VersionOf("example"));
  EXPECT_FALSE(response_.has_expires_at());
  EXPECT_THAT(response_.warnings(), IsEmpty());
  EXPECT_THAT(
      Headers(),
      AllOf(Contains(Pair("x-amz-date", "20130524T000000Z")),
            Contains(Pair("Authorization", HasSubstr("Signature=f0e8bdb87c964420e857bd")))));
}

// Source: "Authenticating Requests: Using Query Parameters", S3 API Reference.
TEST_F(SignRequestTest, MakesTheDocumentedPresignedUrl) {
  ASSERT_OK(Sign(PresignRequest(86400)));

  EXPECT_EQ(response_.signature(),
            "aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404");
  EXPECT_THAT(response_.url(), HasSubstr("X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835"));
  EXPECT_THAT(response_.headers(), IsEmpty());
  EXPECT_EQ(response_.expires_at().seconds(), 1369353600 + 86400);
}

TEST_F(SignRequestTest, HashesTheBodyItself) {
  v1::SignRequestRequest by_body = GetObjectRequest();
  by_body.mutable_payload()->set_body("abc");
  ASSERT_OK(Sign(by_body));
  // SHA-256("abc"): FIPS 180-4, example.
  EXPECT_THAT(Headers(), Contains(Pair("x-amz-content-sha256",
                                       "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f2"
                                       "0015ad")));
}

TEST_F(SignRequestTest, DatesByTheServersClock) {
  fixture_.clock.SetNow(ExampleTime() - absl::Milliseconds(1));
  ASSERT_OK(Sign(GetObjectRequest()));
  EXPECT_THAT(Headers(), Contains(Pair("x-amz-date", "20130523T235959Z")));
  EXPECT_EQ(response_.credential_scope(), "20130523/us-east-1/s3/aws4_request");

  fixture_.clock.SetNow(ExampleTime());
  ASSERT_OK(Sign(GetObjectRequest()));
  EXPECT_THAT(Headers(), Contains(Pair("x-amz-date", "20130524T000000Z")));
  EXPECT_EQ(response_.credential_scope(), "20130524/us-east-1/s3/aws4_request");
}

TEST_F(SignRequestTest, SendsTheSessionToken) {
  v1::SignRequestRequest request = GetObjectRequest();
  request.set_credential("session");
  ASSERT_OK(Sign(request));
  EXPECT_THAT(Headers(), Contains(Pair("x-amz-security-token", "TOKEN")));
  EXPECT_THAT(response_.signed_headers(), HasSubstr("x-amz-security-token"));

  request.set_token_placement(v1::TOKEN_PLACEMENT_AFTER_SIGNING);
  ASSERT_OK(Sign(request));
  EXPECT_THAT(Headers(), Contains(Pair("x-amz-security-token", "TOKEN")));
  EXPECT_THAT(response_.signed_headers(), Not(HasSubstr("x-amz-security-token")));
}

// The token of an S3 Express session has a header of its own; CreateSession is
// signed before there is a session.
TEST_F(SignRequestTest, SendsAnExpressSessionTokenInItsOwnHeader) {
  v1::SignRequestRequest request = GetObjectRequest();
  request.set_credential("session");
  request.set_service("s3express");
  ASSERT_OK(Sign(request));
  EXPECT_THAT(Headers(), AllOf(Contains(Pair("x-amz-s3session-token", "TOKEN")),
                               Not(Contains(Key("x-amz-security-token")))));

  request.mutable_http_request()->set_url(
      "https://b--x.s3express.us-east-1.amazonaws.com/?session");
  ASSERT_OK(Sign(request));
  EXPECT_THAT(Headers(), AllOf(Contains(Pair("x-amz-security-token", "TOKEN")),
                               Not(Contains(Key("x-amz-s3session-token")))));
}

TEST_F(SignRequestTest, ShortensAnExpiryToTheCredentialsOwn) {
  v1::SignRequestRequest request = PresignRequest(7200);
  request.set_credential("session");
  ASSERT_OK(Sign(request));
  EXPECT_EQ(response_.expires_at().seconds(), 1369353600 + 3600);
  EXPECT_THAT(response_.url(), HasSubstr("X-Amz-Expires=3600&"));
  EXPECT_THAT(response_.warnings(), ElementsAre(AllOf(HasSubstr("7200"), HasSubstr("3600"))));

  request = PresignRequest(3600);
  request.set_credential("session");
  ASSERT_OK(Sign(request));
  EXPECT_THAT(response_.warnings(), IsEmpty());
}

TEST_F(SignRequestTest, TellsWhenTheCredentialOfASignedHeaderExpires) {
  v1::SignRequestRequest request = GetObjectRequest();
  request.set_credential("session");
  ASSERT_OK(Sign(request));
  EXPECT_EQ(response_.expires_at().seconds(), 1369353600 + 3600);
}

// Signed now for a time at which the credential is no more.
TEST_F(SignRequestTest, RefusesAnOwnTimeAfterTheCredentialExpires) {
  v1::SignRequestRequest request = GetObjectRequest();
  request.set_credential("session");
  request.mutable_signing_time()->set_seconds(absl::ToUnixSeconds(ExampleTime()) + 3599);
  EXPECT_OK(Sign(request));
  request.mutable_signing_time()->set_seconds(absl::ToUnixSeconds(ExampleTime()) + 3600);
  EXPECT_THAT(Sign(request), FailsWith(Reason::kCredentialExpired, "credential"));
}

TEST_F(SignRequestTest, SignsRegionsThatAreOneToTheServiceOnce) {
  v1::SignRequestRequest request = GetObjectRequest();
  request.set_algorithm(v1::ALGORITHM_SIGV4A);
  request.clear_region();
  request.set_service("iam");
  request.mutable_http_request()->set_url("https://iam.amazonaws.com/");
  request.add_region_set("aws-global");
  request.add_region_set("us-east-1");
  ASSERT_OK(Sign(request));
  EXPECT_EQ(Headers()["x-amz-region-set"], "us-east-1");
}

TEST_F(SignRequestTest, RefusesAnExpiredCredential) {
  v1::SignRequestRequest request = GetObjectRequest();
  request.set_credential("session");
  fixture_.clock.Advance(absl::Hours(1) - absl::Seconds(1));
  EXPECT_OK(Sign(request));
  fixture_.clock.Advance(absl::Seconds(1));
  EXPECT_THAT(Sign(request), StatusIs(absl::StatusCode::kUnavailable, HasSubstr("expired")));
}

TEST_F(SignRequestTest, SignsByAnExactVersionAfterRotation) {
  const std::string old_version = fixture_.VersionOf("example");
  CredentialValue rotated = ExampleCredential("example");
  rotated.secret_access_key = Secret("anothersecret");
  fixture_.SetCredentials({rotated});

  ASSERT_OK(Sign(GetObjectRequest()));
  EXPECT_NE(response_.credential_version(), old_version);
  v1::SignRequestRequest request = GetObjectRequest();
  request.set_credential_version(old_version);
  ASSERT_OK(Sign(request));
  EXPECT_EQ(response_.credential_version(), old_version);

  request.set_credential_version("0123456789abcdef");
  EXPECT_THAT(Sign(request), FailsWith(Reason::kCredentialVersionNotHeld, "credential_version"));
}

TEST_F(SignRequestTest, SignsByTheSigningNameAndRegion) {
  v1::SignRequestRequest request = GetObjectRequest();
  request.set_service("bedrock-runtime");
  request.mutable_http_request()->set_url("https://bedrock-runtime.us-east-1.amazonaws.com/model");
  ASSERT_OK(Sign(request));
  EXPECT_EQ(response_.credential_scope(), "20130524/us-east-1/bedrock/aws4_request");
}

TEST_F(SignRequestTest, SignsSigv4aForARegionSet) {
  v1::SignRequestRequest request = GetObjectRequest();
  request.set_algorithm(v1::ALGORITHM_SIGV4A);
  request.clear_region();
  request.add_region_set("us-east-1");
  request.add_region_set("eu-*");
  ASSERT_OK(Sign(request));
  EXPECT_EQ(response_.credential_scope(), "20130524/s3/aws4_request");
  EXPECT_THAT(Headers(),
              AllOf(Contains(Pair("x-amz-region-set", "us-east-1,eu-*")),
                    Contains(Pair("Authorization", HasSubstr("AWS4-ECDSA-P256-SHA256")))));
}

TEST_F(SignRequestTest, DeniedAndUnknownCredentialsLookAlike) {
  Rule rule = AllowEverything("alice");
  rule.credentials = {"example", "missing"};
  fixture_.SetRules({rule});

  v1::SignRequestRequest request = GetObjectRequest();
  request.set_credential("session");
  const absl::Status denied = Sign(request);
  request.set_credential("nowhere");
  const absl::Status unknown = Sign(request);
  EXPECT_THAT(denied, StatusIs(absl::StatusCode::kPermissionDenied, HasSubstr("no rule")));
  EXPECT_EQ(denied, unknown);

  // Only who is granted the name learns that there is none.
  request.set_credential("missing");
  EXPECT_THAT(Sign(request), StatusIs(absl::StatusCode::kNotFound, HasSubstr("")));
  EXPECT_THAT(Sign(request), FailsWith(Reason::kCredentialNotFound, "credential"));
}

TEST_F(SignRequestTest, ADenialNamesTheCallerAsPolicyKnowsIt) {
  fixture_.SetRules({});
  EXPECT_THAT(Sign(GetObjectRequest()),
              StatusIs(absl::StatusCode::kPermissionDenied,
                       AllOf(HasSubstr("SignRequest"), HasSubstr("the caller is \"alice\""))));
}

TEST_F(SignRequestTest, ADenialNamesTheGrantThatIsMissing) {
  Rule rule = AllowEverything("alice");
  rule.grants = Grants();
  fixture_.SetRules({rule});
  v1::SignRequestRequest request = GetObjectRequest();
  request.mutable_signing_time()->set_seconds(1369353600 - 1);
  EXPECT_THAT(Sign(request), StatusIs(absl::StatusCode::kPermissionDenied,
                                      AllOf(HasSubstr("own_signing_time.max_skew"),
                                            HasSubstr("the caller is \"alice\""))));

  request = GetObjectRequest();
  request.mutable_http_request()->set_method("PUT");
  request.mutable_http_request()->set_url("http://localhost:9000/b/k");
  request.mutable_payload()->set_unsigned_(true);
  EXPECT_THAT(Sign(request), StatusIs(absl::StatusCode::kPermissionDenied,
                                      AllOf(HasSubstr("unsigned_payload_over_http"),
                                            HasSubstr("the caller is \"alice\""))));
}

// 9999-12-31T23:59:59Z is the last instant of Protobuf's and RFC 3339's.
TEST_F(SignRequestTest, APresignedUrlEndsByTheYear9999) {
  v1::SignRequestRequest request = GetObjectRequest();
  request.mutable_signing_time()->set_seconds(253402300799 - 60);
  request.mutable_query()->mutable_expires_in()->set_seconds(60);
  ASSERT_OK(Sign(request));
  EXPECT_EQ(response_.expires_at().seconds(), 253402300799);

  request.mutable_query()->mutable_expires_in()->set_seconds(61);
  EXPECT_THAT(Sign(request), FailsWith(Reason::kInvalidExpiry, "query.expires_in"));
  EXPECT_THAT(Sign(request),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("allowed are 60 s")));
}

TEST_F(SignRequestTest, OneDeniedRegionOfASetDeniesIt) {
  Rule rule = AllowEverything("alice");
  rule.regions = {"us-*"};
  fixture_.SetRules({rule});
  v1::SignRequestRequest request = GetObjectRequest();
  request.set_algorithm(v1::ALGORITHM_SIGV4A);
  request.clear_region();
  request.add_region_set("us-east-1");
  EXPECT_OK(Sign(request));
  request.add_region_set("eu-west-1");
  EXPECT_THAT(Sign(request), FailsWith(Reason::kNotGranted, ""));
}

TEST_F(SignRequestTest, AnOwnSigningTimeNeedsAGrantOfItsSize) {
  v1::SignRequestRequest request = GetObjectRequest();
  request.mutable_signing_time()->set_seconds(1369353600 - 300);
  Rule rule = AllowEverything("alice");
  rule.grants.own_signing_time_max_skew = absl::Minutes(5);
  fixture_.SetRules({rule});
  ASSERT_OK(Sign(request));
  EXPECT_THAT(Headers(), Contains(Pair("x-amz-date", "20130523T235500Z")));

  request.mutable_signing_time()->set_seconds(1369353600 - 301);
  EXPECT_THAT(Sign(request), FailsWith(Reason::kInvalidSigningTime, "signing_time"));
  request.mutable_signing_time()->set_seconds(1369353600 + 301);
  EXPECT_THAT(Sign(request), StatusIs(absl::StatusCode::kPermissionDenied, HasSubstr("5m1s")));

  rule.grants.own_signing_time_max_skew = absl::ZeroDuration();
  fixture_.SetRules({rule});
  request.mutable_signing_time()->set_seconds(1369353600 - 1);
  EXPECT_THAT(Sign(request), FailsWith(Reason::kInvalidSigningTime, "signing_time"));
}

TEST_F(SignRequestTest, AnUnsignedBodyOverHttpNeedsAGrant) {
  Rule rule = AllowEverything("alice");
  rule.grants.unsigned_payload_over_http = false;
  fixture_.SetRules({rule});
  v1::SignRequestRequest request = GetObjectRequest();
  v1::HttpRequest& http = *request.mutable_http_request();
  http.set_method("PUT");
  for (const char* const scheme : {"http", "HTTP"}) {
    http.set_url(std::string(scheme) + "://localhost:9000/b/k");
    request.mutable_payload()->set_unsigned_(true);
    EXPECT_THAT(Sign(request), FailsWith(Reason::kNotGranted, "payload")) << scheme;
    request.mutable_payload()->set_streaming(v1::STREAMING_MODE_UNSIGNED_TRAILER);
    EXPECT_THAT(Sign(request), FailsWith(Reason::kNotGranted, "payload")) << scheme;
    request.mutable_payload()->set_body("signed");
    EXPECT_OK(Sign(request)) << scheme;
  }
  request.mutable_payload()->set_unsigned_(true);
  http.set_url("https://localhost:9000/b/k");
  EXPECT_OK(Sign(request));
}

// A search by GET has a body; a presigned GET of an object has none.
TEST_F(SignRequestTest, AGetOverHttpNeedsTheGrantUnlessItIsPresignedForS3) {
  Rule rule = AllowEverything("alice");
  rule.grants.unsigned_payload_over_http = false;
  fixture_.SetRules({rule});
  v1::SignRequestRequest request = GetObjectRequest();
  request.mutable_http_request()->set_url("http://localhost:9000/b/k");
  request.mutable_payload()->set_unsigned_(true);
  EXPECT_THAT(Sign(request), FailsWith(Reason::kNotGranted, "payload"));

  request.clear_payload();
  request.mutable_query()->mutable_expires_in()->set_seconds(60);
  EXPECT_OK(Sign(request));
  request.mutable_http_request()->set_method("PUT");
  EXPECT_THAT(Sign(request), FailsWith(Reason::kNotGranted, "payload"));
}

// Policy is asked about us-east-1, so that is what is signed.
TEST_F(SignRequestTest, ARegionSetIsSignedAsPolicyIsAskedAboutIt) {
  v1::SignRequestRequest request = GetObjectRequest();
  request.set_algorithm(v1::ALGORITHM_SIGV4A);
  request.clear_region();
  request.set_service("iam");
  request.add_region_set("aws-global");
  ASSERT_OK(Sign(request));
  std::string region_set;
  for (const v1::Header& header : response_.headers()) {
    if (absl::EqualsIgnoreCase(header.name(), "x-amz-region-set")) {
      region_set = header.value();
    }
  }
  EXPECT_EQ(region_set, "us-east-1");
}

TEST_F(SignRequestTest, ServesTheSecondCallFromTheKeyCache) {
  ASSERT_OK(Sign(GetObjectRequest()));
  ASSERT_OK(Sign(GetObjectRequest()));
  EXPECT_EQ(fixture_.keys->stats().misses, 1u);
  EXPECT_EQ(fixture_.keys->stats().hits, 1u);
}

}  // namespace
}  // namespace signet
