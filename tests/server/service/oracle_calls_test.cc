// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// The same caller with narrow rules as in oracle_abuse_test.cc, and what it might try by
// the fields and calls beside the HTTP request: scopes, forms, leases, streams, verdicts.

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "server/service/key_lease.h"
#include "server/service/payload.h"
#include "server/service/post_policy.h"
#include "server/service/sign_request.h"
#include "tests/server/service/oracle_forms.h"
#include "tests/server/service/oracle_rules.h"
#include "tests/server/service/oracle_scopes.h"
#include "tests/support/service_fixture.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

class OracleCallsTest : public ::testing::Test {
 protected:
  OracleCallsTest() { fixture_.SetRules(NarrowRules()); }

  std::string ReasonFor(const v1::SignRequestRequest& message) {
    v1::SignRequestResponse response;
    const std::string reason =
        ReasonOf(SignRequest(fixture_.context, fixture_.alice, message, &response));
    EXPECT_EQ(response.signature().empty(), !reason.empty());
    return reason;
  }

  ServiceFixture fixture_;
};

TEST_F(OracleCallsTest, NoScopeButTheRulesOwn) {
  for (const ScopeAttempt& attempt : ScopeAttempts()) {
    v1::SignRequestRequest message = Message(kAttempts[0]);
    attempt.change(message);
    EXPECT_EQ(ReasonFor(message), attempt.reason) << attempt.what;
  }
}

// What a list or a pattern smuggles in is another region.
TEST_F(OracleCallsTest, ARegionOfASetIsOneRegion) {
  std::vector<Rule> rules = NarrowRules();
  rules[0].regions = {"us-east-*"};
  fixture_.SetRules(rules);
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"us-east-1", ""},
      {"us-east-*", ""},
      {"us-east-1,us-east-2", ""},
      {"us-east-1,eu-west-1", "NOT_GRANTED"},
      {"us-east-*,*", "NOT_GRANTED"},
      {"us-*", "NOT_GRANTED"},
      {"us-**", "NOT_GRANTED"},
      {"us-*-1", "NOT_GRANTED"},
      {"us-*east-1", "NOT_GRANTED"},
      {"*us-east-1", "NOT_GRANTED"},
      {"us-east-1, eu-west-1", "INVALID_REGION"},
      {"us-east-1 eu-west-1", "INVALID_REGION"},
      {"us-east-1;eu-west-1", "INVALID_REGION"},
      {"us-east-1\neu-west-1", "INVALID_REGION"},
      {"us-east-1\t*", "INVALID_REGION"},
      {"us-east-1,", "INVALID_REGION"},
      {",us-east-1", "INVALID_REGION"},
  };
  for (const auto& [region, reason] : rows) {
    v1::SignRequestRequest message = Message(kAttempts[0]);
    MakeSigv4a({region}, &message);
    EXPECT_EQ(ReasonFor(message), reason) << region;
  }
}

TEST_F(OracleCallsTest, NoFormWiderThanTheRules) {
  std::vector<Rule> rules = NarrowRules();
  rules[1].payloads = {"unsigned"};
  fixture_.SetRules(rules);
  for (const FormAttempt& attempt : kFormAttempts) {
    v1::SignPostPolicyResponse response;
    EXPECT_EQ(ReasonOf(SignPostPolicy(fixture_.context, fixture_.alice, Form(attempt), &response)),
              attempt.reason)
        << attempt.what;
    EXPECT_EQ(response.signature().empty(), attempt.reason[0] != '\0') << attempt.what;
  }
}

struct LeaseAttempt {
  const char* what;
  const char* credential;
  const char* region;
  const char* service;
  const char* date;
  const char* reason;
};

// By somebody who may lease keys of "example" for anything, unless it is a token.
const LeaseAttempt kLeaseAttempts[] = {
    {"the rule's own", "example", "us-east-1", "sqs", "", ""},
    {"today", "example", "us-east-1", "sqs", "20130524", ""},
    {"another service", "example", "us-east-1", "kms", "", ""},
    {"another credential", "session", "us-east-1", "sqs", "", "NOT_GRANTED"},
    {"another region", "example", "us-east-2", "sqs", "", "NOT_GRANTED"},
    {"any region", "example", "*", "sqs", "", "INVALID_REGION"},
    {"any service", "example", "us-east-1", "*", "", "INVALID_SERVICE"},
    {"no service", "example", "us-east-1", "", "", "INVALID_SERVICE"},
    {"yesterday", "example", "us-east-1", "sqs", "20130523", "INVALID_SIGNING_TIME"},
    {"tomorrow at midnight", "example", "us-east-1", "sqs", "20130525", "INVALID_SIGNING_TIME"},
    {"a date in another spelling", "example", "us-east-1", "sqs", "2013-05-24",
     "INVALID_SIGNING_TIME"},
    {"a scope for a date", "example", "us-east-1", "sqs", "20130524/x", "INVALID_SIGNING_TIME"},
    {"EKS", "example", "us-east-1", "sts", "", "NOT_GRANTED"},
    {"databases", "example", "us-east-1", "rds-db", "", "NOT_GRANTED"},
    {"caches", "example", "us-east-1", "elasticache", "", "NOT_GRANTED"},
    {"memory stores", "example", "us-east-1", "memorydb", "", "NOT_GRANTED"},
    {"kafka", "example", "us-east-1", "kafka-cluster", "", "NOT_GRANTED"},
    {"distributed databases", "example", "us-east-1", "dsql", "", "NOT_GRANTED"},
    {"brokers", "example", "us-east-1", "iotdevicegateway", "", "NOT_GRANTED"},
    {"websockets", "example", "us-east-1", "execute-api", "", "NOT_GRANTED"},
    {"API keys", "example", "us-east-1", "bedrock", "", "NOT_GRANTED"},
    {"API keys by the endpoint's name", "example", "us-east-1", "bedrock-runtime", "",
     "NOT_GRANTED"},
    {"git", "example", "us-east-1", "codecommit", "", "NOT_GRANTED"},
    {"Keyspaces", "example", "us-east-1", "cassandra", "", "NOT_GRANTED"},
    {"what another rule limits", "example", "us-east-1", "s3", "", "NOT_GRANTED"},
    {"what another rule limits, too", "example", "us-east-1", "iam", "", "NOT_GRANTED"},
    {"and the last one", "example", "us-east-1", "dynamodb", "", "NOT_GRANTED"},
};

TEST_F(OracleCallsTest, NoLeaseOfTokensOrPastLimits) {
  std::vector<Rule> rules = NarrowRules();
  Rule lease = NarrowRule("lease", "*");
  lease.operations = {"GetOrLoadKey"};
  lease.bearer_tokens = BearerTokenGrant{{"*"}};
  rules.push_back(lease);
  fixture_.SetRules(rules);
  for (const LeaseAttempt& attempt : kLeaseAttempts) {
    v1::GetOrLoadKeyRequest request;
    request.set_credential(attempt.credential);
    request.set_region(attempt.region);
    request.set_service(attempt.service);
    request.set_date(attempt.date);
    v1::GetOrLoadKeyResponse response;
    EXPECT_EQ(ReasonOf(GetOrLoadKey(fixture_.context, fixture_.alice, request, &response)),
              attempt.reason)
        << attempt.what;
    EXPECT_EQ(response.signing_key().empty(), attempt.reason[0] != '\0') << attempt.what;
  }
}

struct StartAttempt {
  const char* what;
  std::function<void(v1::SignPayloadStart&)> change;
  const char* reason;
};

// Of the upload of "bucket/in/k", signed just before.
std::vector<StartAttempt> StartAttempts() {
  const auto http = [](v1::SignPayloadStart& start) {
    return start.mutable_request()->mutable_http_request();
  };
  return {
      {"nothing", [](auto&) {}, ""},
      {"another spelling",
       [http](auto& s) { http(s)->set_url("https://BUCKET.s3.amazonaws.com/in/%6B"); }, ""},
      {"another key of the rule's",
       [http](auto& s) { http(s)->set_url("https://bucket.s3.amazonaws.com/in/j"); },
       "SEED_SIGNATURE_MISMATCH"},
      {"another key", [http](auto& s) { http(s)->set_url("https://bucket.s3.amazonaws.com/a/k"); },
       "NOT_GRANTED"},
      {"another bucket",
       [http](auto& s) { http(s)->set_url("https://other.s3.amazonaws.com/in/k"); }, "NOT_GRANTED"},
      {"dots", [http](auto& s) { http(s)->set_url("https://bucket.s3.amazonaws.com/in/../in/k"); },
       "NOT_GRANTED"},
      {"another sub-resource",
       [http](auto& s) { http(s)->set_url("https://bucket.s3.amazonaws.com/in/k?acl"); },
       "NOT_GRANTED"},
      {"another host",
       [http](auto& s) { http(s)->set_url("https://bucket.s3.amazonaws.com.evil.org/in/k"); },
       "NOT_GRANTED"},
      {"another method", [http](auto& s) { http(s)->set_method("POST"); }, "NOT_GRANTED"},
      {"an acl",
       [http](auto& s) {
         v1::Header& header = *http(s)->add_headers();
         header.set_name("x-amz-acl");
         header.set_value("public-read");
       },
       "NOT_GRANTED"},
      {"a copy",
       [http](auto& s) {
         v1::Header& header = *http(s)->add_headers();
         header.set_name("x-amz-copy-source");
         header.set_value("other/k");
       },
       "NOT_GRANTED"},
      {"another service", [](auto& s) { s.mutable_request()->set_service("s3express"); },
       "NOT_GRANTED"},
      {"another region", [](auto& s) { s.mutable_request()->set_region("us-east-2"); },
       "NOT_GRANTED"},
      {"another credential", [](auto& s) { s.mutable_request()->set_credential("session"); },
       "NOT_GRANTED"},
      {"pieces that are not signed",
       [](auto& s) {
         s.mutable_request()->mutable_payload()->set_streaming(v1::STREAMING_MODE_UNSIGNED_TRAILER);
       },
       "NOT_GRANTED"},
      {"events",
       [](auto& s) {
         s.mutable_request()->mutable_payload()->set_streaming(v1::STREAMING_MODE_EVENTS);
       },
       "NOT_GRANTED"},
      {"no pieces", [](auto& s) { s.mutable_request()->mutable_payload()->set_body(""); },
       "INVALID_PAYLOAD"},
      {"a time of its own",
       [](auto& s) { s.mutable_request()->mutable_signing_time()->set_seconds(kNow - 60); },
       "SEED_SIGNATURE_MISMATCH"},
      {"no time", [](auto& s) { s.mutable_request()->clear_signing_time(); }, "MISSING_FIELD"},
      {"another version",
       [](auto& s) { s.mutable_request()->set_credential_version("0123456789abcdef"); },
       "CREDENTIAL_VERSION_NOT_HELD"},
      {"no version", [](auto& s) { s.mutable_request()->clear_credential_version(); },
       "MISSING_FIELD"},
      {"a signature made up", [](auto& s) { s.set_seed_signature(std::string(64, '0')); },
       "SEED_SIGNATURE_MISMATCH"},
      {"no signature", [](auto& s) { s.clear_seed_signature(); }, "MISSING_FIELD"},
      {"a signature cut short", [](auto& s) { s.mutable_seed_signature()->pop_back(); },
       "INVALID_SIGNATURE"},
      {"a text to sign", [](auto& s) { s.set_seed_signature("AWS4-HMAC-SHA256\n"); },
       "INVALID_SIGNATURE"},
      {"a text before", [](auto& s) { s.set_previous_signature("AWS4-HMAC-SHA256-PAYLOAD\n"); },
       "INVALID_SIGNATURE"},
  };
}

// A chain is that of one request which was signed, and which is still allowed.
TEST_F(OracleCallsTest, NoChainOfAnotherRequest) {
  v1::SignRequestRequest upload = Message({"", "s3", "PUT https://bucket.s3.amazonaws.com/in/k",
                                           "x-amz-decoded-content-length: 65536", "", ""});
  upload.mutable_payload()->set_streaming(v1::STREAMING_MODE_SIGNED);
  v1::SignRequestResponse signed_request;
  ASSERT_OK(SignRequest(fixture_.context, fixture_.alice, upload, &signed_request));
  *upload.mutable_signing_time() = signed_request.signing_time();
  upload.set_credential_version(signed_request.credential_version());
  for (const StartAttempt& attempt : StartAttempts()) {
    v1::SignPayloadRequest message;
    *message.mutable_start()->mutable_request() = upload;
    message.mutable_start()->set_seed_signature(signed_request.signature());
    attempt.change(*message.mutable_start());
    PayloadSession session(fixture_.context);
    v1::SignPayloadResponse response;
    EXPECT_EQ(ReasonOf(session.Next(fixture_.alice, message, &response)), attempt.reason)
        << attempt.what;
  }
}

size_t CountRefused() {
  size_t refused = 0;
  const auto count = [&refused](const auto& attempts) {
    for (const auto& attempt : attempts) {
      refused += attempt.reason[0] == '\0' ? 0 : 1;
    }
  };
  count(ScopeAttempts());
  count(kFormAttempts);
  count(kLeaseAttempts);
  count(StartAttempts());
  return refused;
}

TEST_F(OracleCallsTest, AreAtLeast100ThatMustBeRefused) { EXPECT_GE(CountRefused(), 100); }

}  // namespace
}  // namespace signet
