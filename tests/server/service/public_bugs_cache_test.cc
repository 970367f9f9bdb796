// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// Public bugs of signers with caches, of rights and of what is told and logged. Rows are those of
// tests/public_bugs.md.

#include <functional>
#include <string>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/service/batch.h"
#include "server/service/explain.h"
#include "server/service/hash_payload.h"
#include "server/service/key_lease.h"
#include "server/service/post_policy.h"
#include "server/service/sign_request.h"
#include "server/service/verify.h"
#include "server/sigv4/signing_key.h"
#include "tests/support/captured_log.h"
#include "tests/support/service_fixture.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class PublicBugsCacheTest : public ::testing::Test {
 protected:
  v1::SignRequestResponse Sign(const v1::SignRequestRequest& request = GetObjectRequest()) {
    v1::SignRequestResponse response;
    EXPECT_OK(SignRequest(fixture_.context, fixture_.alice, request, &response));
    return response;
  }

  ServiceFixture fixture_;
};

// The signature that `secret` gives at ExampleTime(), without any cache.
std::string Uncached(const v1::SignRequestResponse& response, absl::string_view secret,
                     ServiceFixture* fixture) {
  ServiceFixture fresh;
  CredentialValue value = ExampleCredential("example");
  value.secret_access_key = Secret(secret);
  fresh.SetCredentials({value});
  fresh.clock.SetNow(fixture->clock.Now());
  v1::SignRequestResponse other;
  EXPECT_OK(SignRequest(fresh.context, fresh.alice, GetObjectRequest(), &other));
  EXPECT_EQ(other.credential_scope(), response.credential_scope());
  return other.signature();
}

// aws-sdk-go-v2 issue 3350: the cached key outlived its secret.
TEST_F(PublicBugsCacheTest, Row10ANewSecretUnderTheSameAccessKeySignsAtOnce) {
  const v1::SignRequestResponse before = Sign();
  CredentialValue changed = ExampleCredential("example");
  changed.secret_access_key = Secret("anothersecret");
  fixture_.SetCredentials({changed});
  const v1::SignRequestResponse after = Sign();
  EXPECT_EQ(after.access_key_id(), before.access_key_id());
  EXPECT_NE(after.signature(), before.signature());
  EXPECT_EQ(after.signature(), Uncached(after, "anothersecret", &fixture_));
}

// bun pull request 32830: a cache key that was parts put together.
TEST_F(PublicBugsCacheTest, Row11ScopesWhoseTextsRunTogetherAreTwoKeys) {
  v1::SignRequestRequest first = GetObjectRequest();
  first.set_region("r");
  first.set_service("s3s");
  v1::SignRequestRequest second = GetObjectRequest();
  second.set_region("rs3");
  second.set_service("s");
  const std::string fresh_second = Sign(second).signature();
  Sign(first);
  EXPECT_EQ(Sign(second).signature(), fresh_second);
  EXPECT_EQ(fixture_.keys->stats().entries, 2u);
}

// botocore issue 717, boto3 issue 309: the first expiry was kept for all.
TEST_F(PublicBugsCacheTest, Row12EachUrlHasTheExpiryThatWasAskedFor) {
  v1::SignRequestRequest request = GetObjectRequest();
  request.mutable_payload()->set_unsigned_(true);
  for (const int64_t seconds : {3600, 60, 604800, 60}) {
    request.mutable_query()->mutable_expires_in()->set_seconds(seconds);
    const v1::SignRequestResponse response = Sign(request);
    EXPECT_THAT(response.url(), HasSubstr(absl::StrCat("X-Amz-Expires=", seconds, "&")));
    EXPECT_EQ(response.expires_at().seconds(), 1369353600 + seconds);
  }
}

// requests-aws4auth issue 3, ngx_aws_auth issue 70: the scope's date was that of the
// start.
TEST_F(PublicBugsCacheTest, Row13TheScopeFollowsTheClockOverMidnight) {
  fixture_.clock.SetNow(ExampleTime() - absl::Seconds(2));
  for (int second = -2; second <= 2; ++second) {
    const v1::SignRequestResponse response = Sign();
    const std::string date = ByName(response.headers())["x-amz-date"];
    EXPECT_EQ(date.substr(0, 8), second < 0 ? "20130523" : "20130524");
    EXPECT_EQ(response.credential_scope(), date.substr(0, 8) + "/us-east-1/s3/aws4_request");
    EXPECT_EQ(response.signature(), Uncached(response, kExampleSecret, &fixture_)) << second;
    fixture_.clock.Advance(absl::Seconds(1));
  }
}

// s3mini issue 10: the date of a client's first request.
TEST_F(PublicBugsCacheTest, Row15EachRequestHasItsOwnDate) {
  EXPECT_EQ(ByName(Sign().headers())["x-amz-date"], "20130524T000000Z");
  fixture_.clock.Advance(absl::Minutes(16));
  EXPECT_EQ(ByName(Sign().headers())["x-amz-date"], "20130524T001600Z");
}

// smithy-rs issue 2694: an expired credential was declared good for longer.
TEST_F(PublicBugsCacheTest, Row43AnExpiredCredentialIsNeverExtended) {
  v1::SignRequestRequest request = GetObjectRequest();
  request.set_credential("session");
  fixture_.clock.SetNow(ExampleTime() + absl::Hours(1));
  v1::SignRequestResponse response;
  for (int i = 0; i < 3; ++i) {
    EXPECT_THAT(SignRequest(fixture_.context, fixture_.alice, request, &response),
                FailsWith(Reason::kCredentialExpired, "credential"));
    fixture_.credentials->Reload();
  }
}

// java-v2 issue 5247, net issue 2498, envoy issues 41047 and 34138: a new credential
// was there and not read.
TEST_F(PublicBugsCacheTest, Row44AReplacedCredentialIsUsedFromTheNextReloadOn) {
  CredentialValue next = ExampleCredential("session");
  next.access_key_id = "ASIANEXT";
  next.session_token = Secret("NEXT");
  next.expires = ExampleTime() + absl::Hours(2);
  fixture_.SetCredentials({ExampleCredential("example"), next});
  fixture_.clock.SetNow(ExampleTime() + absl::Minutes(90));
  v1::SignRequestRequest request = GetObjectRequest();
  request.set_credential("session");
  EXPECT_EQ(Sign(request).access_key_id(), "ASIANEXT");
}

// botocore issues 2670 and 2189: a short life made each call a refresh.
TEST_F(PublicBugsCacheTest, Row45AShortLivedCredentialKeepsItsVersionAndItsKey) {
  CredentialValue brief = ExampleCredential("session");
  brief.session_token = Secret("BRIEF");
  brief.expires = ExampleTime() + absl::Minutes(15);
  fixture_.SetCredentials({brief});
  const std::string version = fixture_.VersionOf("session");
  v1::SignRequestRequest request = GetObjectRequest();
  request.set_credential("session");
  for (int minute = 0; minute < 14; ++minute) {
    Sign(request);
    fixture_.credentials->Reload();
    fixture_.clock.Advance(absl::Minutes(1));
  }
  EXPECT_EQ(fixture_.VersionOf("session"), version);
  EXPECT_EQ(fixture_.keys->stats().misses, 1u);
}

// aws-sdk-js-v3 issue 2208, java issue 519, boto3 issue 1252: a clock that is off cannot
// be seen. The answer says the time that was signed, and a caller's own is refused with
// how far it is off.
TEST_F(PublicBugsCacheTest, Row46AClockThatIsOffIsSaid) {
  EXPECT_EQ(Sign().signing_time().seconds(), 1369353600);
  Rule rule = AllowEverything("alice");
  rule.grants.own_signing_time_max_skew = absl::Minutes(5);
  fixture_.SetRules({rule});
  v1::SignRequestRequest request = GetObjectRequest();
  request.mutable_signing_time()->set_seconds(1369353600 + 3600);
  v1::SignRequestResponse response;
  EXPECT_THAT(SignRequest(fixture_.context, fixture_.alice, request, &response),
              StatusIs(absl::StatusCode::kPermissionDenied, HasSubstr("1h")));
}

// --- RustFS GHSA-c667: what was granted for one method served another.

struct Call {
  const char* operation;
  std::function<absl::Status(ServiceFixture&)> call;
};

std::vector<Call> Calls() {
  return {
      {"SignRequest",
       [](ServiceFixture& f) {
         v1::SignRequestResponse response;
         return SignRequest(f.context, f.alice, GetObjectRequest(), &response);
       }},
      {"SignPostPolicy",
       [](ServiceFixture& f) {
         v1::SignPostPolicyRequest request;
         request.set_credential("example");
         request.set_region("us-east-1");
         request.set_bucket("examplebucket");
         request.mutable_expires_in()->set_seconds(600);
         request.add_conditions()->set_field("key");
         request.mutable_conditions(0)->set_starts_with("user/");
         v1::SignPostPolicyResponse response;
         return SignPostPolicy(f.context, f.alice, request, &response);
       }},
      {"GetOrLoadKey",
       [](ServiceFixture& f) {
         v1::GetOrLoadKeyRequest request;
         request.set_credential("example");
         request.set_region("us-east-1");
         request.set_service("s3");
         v1::GetOrLoadKeyResponse response;
         return GetOrLoadKey(f.context, f.alice, request, &response);
       }},
      {"ExplainSignature",
       [](ServiceFixture& f) {
         v1::ExplainSignatureRequest request;
         *request.mutable_request() = GetObjectRequest();
         v1::ExplainSignatureResponse response;
         return ExplainSignature(f.context, f.alice, request, &response);
       }},
      {"VerifyRequest",
       [](ServiceFixture& f) {
         v1::VerifyRequestRequest request;
         request.set_service("s3");
         request.mutable_http_request()->set_method("GET");
         request.mutable_http_request()->set_url("https://h/?X-Amz-Signature=0");
         v1::VerifyRequestResponse response;
         const absl::Status status = VerifyRequest(f.context, f.alice, request, &response);
         return absl::IsInvalidArgument(status) ? absl::OkStatus() : status;
       }},
      {"HashPayload",
       [](ServiceFixture& f) {
         HashSession session(f.context);
         v1::HashPayloadRequest request;
         request.mutable_start()->add_algorithms(v1::DIGEST_ALGORITHM_SHA256);
         return session.Take(f.alice, request);
       }},
  };
}

TEST_F(PublicBugsCacheTest, Row39ARuleForOneMethodServesNoOther) {
  for (const Call& granted : Calls()) {
    Rule rule = AllowEverything("alice");
    rule.operations = {granted.operation};
    fixture_.SetRules({rule});
    for (const Call& called : Calls()) {
      const absl::Status status = called.call(fixture_);
      if (called.operation == granted.operation) {
        EXPECT_OK(status) << called.operation;
      } else {
        EXPECT_EQ(status.code(), absl::StatusCode::kPermissionDenied)
            << called.operation << " by a rule for " << granted.operation << ": " << status;
      }
    }
  }
}

// MinIO CVE-2020-11012: administration by name of the key alone. No rule, no method.
TEST_F(PublicBugsCacheTest, Row38WithoutARuleNoMethodServes) {
  for (const std::vector<Rule>& rules :
       {std::vector<Rule>{}, std::vector<Rule>{AllowEverything("bob")}}) {
    fixture_.SetRules(rules);
    for (const Call& call : Calls()) {
      EXPECT_EQ(call.call(fixture_).code(), absl::StatusCode::kPermissionDenied) << call.operation;
    }
  }
}

// --- aws-sigv4 CVE-2023-30610, mcp-proxy issue 166, opendal issue 184, RustFS
// GHSA-r54g, GHSA-8cm2, GHSA-333v; MinIO CVE-2023-28432.

TEST_F(PublicBugsCacheTest, Row37NoLogLineHoldsASecretAtTheMostVerboseLevel) {
  CapturedLog log(LogFormat::kJson, LogLevel::kDebug);
  v1::SignRequestRequest request = GetObjectRequest();
  request.set_credential("session");
  v1::Header& header = *request.mutable_http_request()->add_headers();
  header.set_name("x-amz-server-side-encryption-customer-key");
  header.set_value("c3NlLWMta2V5");
  const std::string signature = Sign(request).signature();
  request.mutable_http_request()->set_url("https://h/%");
  v1::SignRequestResponse response;
  const absl::Status refused = SignRequest(fixture_.context, fixture_.alice, request, &response);
  std::string text = refused.ToString() + fixture_.registry.PrometheusText();
  for (const std::string& line : log.Lines()) {
    absl::StrAppend(&text, line, "\n");
  }
  for (const std::string& secret :
       {std::string(kExampleSecret), std::string("TOKEN"), signature, std::string("c3NlLWMta2V5"),
        absl::Base64Escape(kExampleSecret), absl::BytesToHexString(kExampleSecret)}) {
    EXPECT_THAT(text, Not(HasSubstr(secret)));
  }
}

TEST_F(PublicBugsCacheTest, Row41MetricsHoldNoValueOfARequest) {
  v1::SignRequestRequest request = GetObjectRequest();
  request.mutable_http_request()->set_url("https://secretbucket.s3.amazonaws.com/secretkey");
  Sign(request);
  const std::string text = fixture_.registry.PrometheusText();
  EXPECT_THAT(text, HasSubstr("signet_signatures_total"));
  EXPECT_THAT(text, Not(HasSubstr("secretbucket")));
  EXPECT_THAT(text, Not(HasSubstr("secretkey")));
  EXPECT_THAT(text, Not(HasSubstr(std::string(kExampleAccessKeyId))));
}

}  // namespace
}  // namespace signet
