// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// One caller with narrow rules, and what it might try to have signed all the same.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_split.h"
#include "gtest/gtest.h"
#include "server/base/error.h"
#include "server/service/explain.h"
#include "server/service/key_lease.h"
#include "server/service/post_policy.h"
#include "server/service/sign_request.h"
#include "tests/support/service_fixture.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

Rule NarrowRule(std::string name, std::string service) {
  Rule rule;
  rule.name = std::move(name);
  rule.callers = {"alice"};
  rule.operations = {"*"};
  rule.credentials = {"example"};
  rule.services = {std::move(service)};
  rule.regions = {"us-east-1"};
  return rule;
}

std::vector<Rule> NarrowRules() {
  Rule read = NarrowRule("read", "s3");
  read.endpoints = {"*.amazonaws.com"};
  read.actions = {"s3:GetObject", "s3:ListBucket"};
  read.resources = {"bucket/a/*"};
  read.grants.max_expires_in = absl::Minutes(15);
  Rule write = NarrowRule("write", "s3");
  write.actions = {"s3:PutObject", "s3:DeleteObject"};
  write.resources = {"bucket/in/*"};
  write.payloads = {"signed", "streaming_signed"};
  write.forbidden_headers = {"x-amz-acl", "x-amz-grant-*"};
  Rule secret = NarrowRule("secret", "s3");
  secret.effect = Effect::kDeny;
  secret.resources = {"bucket/a/secret/*"};
  Rule login = NarrowRule("login", "sts");
  login.actions = {"sts:GetCallerIdentity"};
  login.bearer_tokens = BearerTokenGrant{{"prod"}};
  Rule table = NarrowRule("table", "dynamodb");
  table.actions = {"dynamodb:GetItem"};
  Rule users = NarrowRule("users", "iam");
  users.actions = {"iam:ListUsers"};
  return {read, write, secret, login, table, users};
}

struct Attempt {
  const char* what;
  const char* service;
  const char* request;  // "METHOD URL"
  const char* headers;  // "name: value|name: value"
  // Of the body: its text; "#": a hash alone; "-": unsigned.
  const char* body;
  // "" where it is signed.
  const char* reason;
};

constexpr char kForm[] = "content-type: application/x-www-form-urlencoded";

const Attempt kAttempts[] = {
    // What the rules are for.
    {"read", "s3", "GET https://bucket.s3.amazonaws.com/a/k", "", "", ""},
    {"read by path", "s3", "GET https://s3.amazonaws.com/bucket/a/k", "", "", ""},
    {"read by region", "s3", "GET https://bucket.s3.us-east-1.amazonaws.com/a/k", "", "", ""},
    {"read dual stack", "s3", "GET https://bucket.s3.dualstack.us-east-1.amazonaws.com/a/k", "", "",
     ""},
    {"list", "s3", "GET https://bucket.s3.amazonaws.com/?list-type=2&prefix=a/b", "", "", ""},
    {"write", "s3", "PUT https://bucket.s3.amazonaws.com/in/k", "", "data", ""},
    {"copy within", "s3", "PUT https://bucket.s3.amazonaws.com/in/k",
     "x-amz-copy-source: /bucket/a/k", "", ""},
    {"login", "sts", "POST https://sts.us-east-1.amazonaws.com/",
     "content-type: application/x-www-form-urlencoded|x-k8s-aws-id: prod",
     "Action=GetCallerIdentity&Version=2011-06-15", ""},
    {"get item", "dynamodb", "POST https://dynamodb.us-east-1.amazonaws.com/",
     "x-amz-target: DynamoDB_20120810.GetItem|content-type: application/x-amz-json-1.0", "{}", ""},
    {"list users", "iam", "POST https://iam.amazonaws.com/", kForm,
     "Action=ListUsers&Version=2010-05-08", ""},

    // Prefix boundaries.
    {"sibling", "s3", "GET https://bucket.s3.amazonaws.com/ab", "", "", "NOT_GRANTED"},
    {"no slash", "s3", "GET https://bucket.s3.amazonaws.com/a", "", "", "NOT_GRANTED"},
    {"other key", "s3", "GET https://bucket.s3.amazonaws.com/b/k", "", "", "NOT_GRANTED"},
    {"case", "s3", "GET https://bucket.s3.amazonaws.com/A/k", "", "", "NOT_GRANTED"},
    {"double slash", "s3", "GET https://bucket.s3.amazonaws.com//a/k", "", "", "NOT_GRANTED"},
    {"other bucket", "s3", "GET https://bucket2.s3.amazonaws.com/a/k", "", "", "NOT_GRANTED"},
    {"bucket in bucket", "s3", "GET https://other.s3.amazonaws.com/bucket/a/k", "", "",
     "NOT_GRANTED"},
    {"path in path style", "s3", "GET https://s3.amazonaws.com/other/bucket/a/k", "", "",
     "NOT_GRANTED"},
    {"bucket alone", "s3", "GET https://bucket.s3.amazonaws.com/", "", "", "NOT_GRANTED"},
    {"buckets", "s3", "GET https://s3.amazonaws.com/", "", "", "NOT_GRANTED"},
    {"list wider", "s3", "GET https://bucket.s3.amazonaws.com/?list-type=2&prefix=a", "", "",
     "NOT_GRANTED"},
    {"list all", "s3", "GET https://bucket.s3.amazonaws.com/?list-type=2", "", "", "NOT_GRANTED"},
    {"list empty prefix", "s3", "GET https://bucket.s3.amazonaws.com/?list-type=2&prefix=", "", "",
     "NOT_GRANTED"},
    {"list over a denied prefix", "s3",
     "GET https://bucket.s3.amazonaws.com/?list-type=2&prefix=a/", "", "", "NOT_GRANTED"},
    {"list the denied prefix", "s3",
     "GET https://bucket.s3.amazonaws.com/?list-type=2&prefix=a/secret/", "", "", "NOT_GRANTED"},

    // Encoding.
    {"denied", "s3", "GET https://bucket.s3.amazonaws.com/a/secret/k", "", "", "NOT_GRANTED"},
    {"encoded slash", "s3", "GET https://bucket.s3.amazonaws.com/a/secret%2Fk", "", "",
     "NOT_GRANTED"},
    {"encoded letter", "s3", "GET https://bucket.s3.amazonaws.com/a/%73ecret/k", "", "",
     "NOT_GRANTED"},
    {"encoded first slash", "s3", "GET https://bucket.s3.amazonaws.com/a%2Fsecret/k", "", "",
     "NOT_GRANTED"},
    {"dots", "s3", "GET https://bucket.s3.amazonaws.com/a/../b/k", "", "", "NOT_GRANTED"},
    {"encoded dots", "s3", "GET https://bucket.s3.amazonaws.com/a/%2e%2e/b/k", "", "",
     "NOT_GRANTED"},
    {"one dot", "s3", "GET https://bucket.s3.amazonaws.com/a/./k", "", "", "NOT_GRANTED"},
    {"dots by path", "s3", "GET https://s3.amazonaws.com/bucket/a/../../other/k", "", "",
     "NOT_GRANTED"},
    {"encoded twice", "s3", "GET https://bucket.s3.amazonaws.com/a/%252e%252e/k", "", "", ""},
    {"nul", "s3", "GET https://bucket.s3.amazonaws.com/a/%00", "", "", "INVALID_URL"},
    {"overlong", "s3", "GET https://bucket.s3.amazonaws.com/a/%c0%ae", "", "", "INVALID_URL"},
    {"plus", "s3", "GET https://bucket.s3.amazonaws.com/a/k+k", "", "", "INVALID_URL"},

    // Hosts.
    {"evil host", "s3", "GET https://bucket.s3.amazonaws.com.evil.org/a/k", "", "", "NOT_GRANTED"},
    {"evil prefix", "s3", "GET https://evilamazonaws.com/bucket/a/k", "", "", "NOT_GRANTED"},
    {"host as bucket", "s3", "GET https://bucket/a/k", "", "", "NOT_GRANTED"},
    {"unlisted store", "s3", "PUT https://minio.internal:9000/bucket/in/k", "", "data",
     "NOT_GRANTED"},
    {"other port", "s3", "GET https://bucket.s3.amazonaws.com:8443/a/k", "", "", "NOT_GRANTED"},
    {"trailing dot", "s3", "GET https://bucket.s3.amazonaws.com./a/k", "", "", ""},
    {"capitals", "s3", "GET https://BUCKET.S3.AMAZONAWS.COM/a/k", "", "", ""},
    {"access point", "s3", "GET https://ap-123456789012.s3-accesspoint.us-east-1.amazonaws.com/a/k",
     "", "", "NOT_GRANTED"},
    {"control api", "s3", "GET https://123456789012.s3-control.us-east-1.amazonaws.com/a/k", "", "",
     "NOT_GRANTED"},
    {"host header", "s3", "GET https://bucket.s3.amazonaws.com/a/k", "host: other.s3.amazonaws.com",
     "", "INVALID_HEADER"},
    {"alias bucket", "s3", "GET https://x-1234567890abcdef-s3alias.s3.amazonaws.com/a/k", "", "",
     "NOT_GRANTED"},

    // Actions.
    {"acl", "s3", "GET https://bucket.s3.amazonaws.com/a/k?acl", "", "", "NOT_GRANTED"},
    {"tagging", "s3", "GET https://bucket.s3.amazonaws.com/a/k?tagging", "", "", "NOT_GRANTED"},
    {"bucket policy", "s3", "PUT https://bucket.s3.amazonaws.com/?policy", "", "{}", "NOT_GRANTED"},
    {"delete bucket", "s3", "DELETE https://bucket.s3.amazonaws.com/", "", "", "NOT_GRANTED"},
    {"delete a read key", "s3", "DELETE https://bucket.s3.amazonaws.com/a/k", "", "",
     "NOT_GRANTED"},
    {"put a read key", "s3", "PUT https://bucket.s3.amazonaws.com/a/k", "", "data", "NOT_GRANTED"},
    {"get a written key", "s3", "GET https://bucket.s3.amazonaws.com/in/k", "", "", "NOT_GRANTED"},
    {"unknown sub-resource", "s3", "GET https://bucket.s3.amazonaws.com/a/k?novelty", "", "",
     "NOT_GRANTED"},
    {"odd method", "s3", "PATCH https://bucket.s3.amazonaws.com/in/k", "", "data", "NOT_GRANTED"},
    {"lower-case method", "s3", "put https://bucket.s3.amazonaws.com/a/k", "", "data",
     "NOT_GRANTED"},
    {"version", "s3", "GET https://bucket.s3.amazonaws.com/a/k?versionId=1", "", "", "NOT_GRANTED"},

    // Copy sources and what headers set besides.
    {"copy from elsewhere", "s3", "PUT https://bucket.s3.amazonaws.com/in/k",
     "x-amz-copy-source: /other/a/k", "", "NOT_GRANTED"},
    {"copy what is denied", "s3", "PUT https://bucket.s3.amazonaws.com/in/k",
     "x-amz-copy-source: bucket/a/secret/k", "", "NOT_GRANTED"},
    {"copy encoded", "s3", "PUT https://bucket.s3.amazonaws.com/in/k",
     "x-amz-copy-source: bucket%2Fa%2Fsecret%2Fk", "", "NOT_GRANTED"},
    {"copy a version", "s3", "PUT https://bucket.s3.amazonaws.com/in/k",
     "x-amz-copy-source: bucket/a/k?versionId=2", "", "NOT_GRANTED"},
    {"copy by parameter", "s3",
     "PUT https://bucket.s3.amazonaws.com/in/k?x-amz-copy-source=other/k", "", "", "NOT_GRANTED"},
    {"copy by a parameter in capitals", "s3",
     "PUT https://bucket.s3.amazonaws.com/in/k?X-Amz-Copy-Source=other/k", "", "", "NOT_GRANTED"},
    {"acl by header", "s3", "PUT https://bucket.s3.amazonaws.com/in/k", "x-amz-acl: public-read",
     "data", "NOT_GRANTED"},
    {"acl by a header in capitals", "s3", "PUT https://bucket.s3.amazonaws.com/in/k",
     "X-AMZ-ACL: private", "data", "NOT_GRANTED"},
    {"acl by parameter", "s3", "PUT https://bucket.s3.amazonaws.com/in/k?x-amz-acl=public-read", "",
     "data", "NOT_GRANTED"},
    {"grant", "s3", "PUT https://bucket.s3.amazonaws.com/in/k", "x-amz-grant-read: id=1", "data",
     "NOT_GRANTED"},
    {"tags", "s3", "PUT https://bucket.s3.amazonaws.com/in/k", "x-amz-tagging: a=b", "data",
     "NOT_GRANTED"},

    // Payloads.
    {"unsigned", "s3", "PUT https://bucket.s3.amazonaws.com/in/k", "", "-", "NOT_GRANTED"},
    {"multi-delete by hash", "s3", "POST https://bucket.s3.amazonaws.com/?delete", "", "#",
     "AMBIGUOUS_TARGET"},
    {"multi-delete elsewhere", "s3", "POST https://bucket.s3.amazonaws.com/?delete", "",
     "<Delete><Object><Key>in/a</Key></Object><Object><Key>a/b</Key></Object></Delete>",
     "NOT_GRANTED"},
    {"multi-delete", "s3", "POST https://bucket.s3.amazonaws.com/?delete", "",
     "<Delete><Object><Key>in/a</Key></Object></Delete>", ""},

    // Tokens.
    {"login without an id", "sts", "POST https://sts.us-east-1.amazonaws.com/", kForm,
     "Action=GetCallerIdentity&Version=2011-06-15", "NOT_GRANTED"},
    {"login elsewhere", "sts", "POST https://sts.us-east-1.amazonaws.com/",
     "content-type: application/x-www-form-urlencoded|x-k8s-aws-id: staging",
     "Action=GetCallerIdentity&Version=2011-06-15", "NOT_GRANTED"},
    {"login to two", "sts", "POST https://sts.us-east-1.amazonaws.com/",
     "content-type: application/x-www-form-urlencoded|x-k8s-aws-id: prod|"
     "x-vault-aws-iam-server-id: vault",
     "Action=GetCallerIdentity&Version=2011-06-15", "NOT_GRANTED"},
    {"login by hash", "sts", "POST https://sts.us-east-1.amazonaws.com/",
     "content-type: application/x-www-form-urlencoded|x-k8s-aws-id: prod", "#", "AMBIGUOUS_TARGET"},
    {"assume role", "sts", "POST https://sts.us-east-1.amazonaws.com/",
     "content-type: application/x-www-form-urlencoded|x-k8s-aws-id: prod",
     "Action=AssumeRole&Version=2011-06-15", "NOT_GRANTED"},
    {"database login", "rds-db", "GET https://db.example.org:3306/?Action=connect&DBUser=root", "",
     "", "NOT_GRANTED"},

    // Actions in bodies and targets.
    {"two actions", "iam", "POST https://iam.amazonaws.com/", kForm,
     "Action=ListUsers&Action=CreateUser", "AMBIGUOUS_TARGET"},
    {"action in two places", "iam", "POST https://iam.amazonaws.com/?Action=CreateUser", kForm,
     "Action=ListUsers", "AMBIGUOUS_TARGET"},
    {"action in another case", "iam", "POST https://iam.amazonaws.com/", kForm,
     "Action=ListUsers&action=CreateUser", "AMBIGUOUS_TARGET"},
    {"another action", "iam", "POST https://iam.amazonaws.com/", kForm,
     "Action=CreateUser&UserName=x", "NOT_GRANTED"},
    {"action by hash", "iam", "POST https://iam.amazonaws.com/", kForm, "#", "AMBIGUOUS_TARGET"},
    {"another target", "dynamodb", "POST https://dynamodb.us-east-1.amazonaws.com/",
     "x-amz-target: DynamoDB_20120810.DeleteTable|content-type: application/x-amz-json-1.0", "{}",
     "NOT_GRANTED"},
    {"no target", "dynamodb", "POST https://dynamodb.us-east-1.amazonaws.com/", "", "{}",
     "NOT_GRANTED"},
    {"another service", "sqs", "POST https://sqs.us-east-1.amazonaws.com/", kForm,
     "Action=ListQueues", "NOT_GRANTED"},
    {"s3 as another service", "s3express", "GET https://bucket.s3.amazonaws.com/a/k", "", "",
     "NOT_GRANTED"},
};

v1::SignRequestRequest Message(const Attempt& attempt) {
  v1::SignRequestRequest message;
  message.set_credential("example");
  message.set_region("us-east-1");
  message.set_service(attempt.service);
  const std::vector<std::string> request = absl::StrSplit(attempt.request, ' ');
  message.mutable_http_request()->set_method(request[0]);
  message.mutable_http_request()->set_url(request[1]);
  for (const absl::string_view line : absl::StrSplit(attempt.headers, '|', absl::SkipEmpty())) {
    const std::pair<absl::string_view, absl::string_view> parts =
        absl::StrSplit(line, absl::MaxSplits(": ", 1));
    v1::Header& header = *message.mutable_http_request()->add_headers();
    header.set_name(std::string(parts.first));
    header.set_value(std::string(parts.second));
  }
  const std::string body = attempt.body;
  if (body == "#") {
    message.mutable_payload()->set_sha256(std::string(32, 'h'));
  } else if (body == "-") {
    message.mutable_payload()->set_unsigned_(true);
  } else {
    message.mutable_payload()->set_body(body);
  }
  return message;
}

class OracleAbuseTest : public ::testing::Test {
 protected:
  OracleAbuseTest() { fixture_.SetRules(NarrowRules()); }

  // The reason that it is refused for; "" when it is signed.
  std::string ReasonFor(const v1::SignRequestRequest& message) {
    v1::SignRequestResponse response;
    const absl::Status status = SignRequest(fixture_.context, fixture_.alice, message, &response);
    return status.ok() ? "" : std::string(ReasonName(GetErrorDetail(status).reason));
  }

  ServiceFixture fixture_;
};

TEST_F(OracleAbuseTest, SignsWhatTheRulesSayAndNothingElse) {
  for (const Attempt& attempt : kAttempts) {
    EXPECT_EQ(ReasonFor(Message(attempt)), attempt.reason) << attempt.what;
  }
}

// Explanations show the string to sign, so they are no way round.
TEST_F(OracleAbuseTest, ExplainsNoMoreThanItSigns) {
  for (const Attempt& attempt : kAttempts) {
    v1::ExplainSignatureRequest request;
    *request.mutable_request() = Message(attempt);
    v1::ExplainSignatureResponse response;
    const absl::Status status =
        ExplainSignature(fixture_.context, fixture_.alice, request, &response);
    EXPECT_EQ(status.ok(), attempt.reason[0] == '\0') << attempt.what;
  }
}

TEST_F(OracleAbuseTest, AnotherScopeIsNotGranted) {
  v1::SignRequestRequest message = Message(kAttempts[0]);
  message.set_region("us-east-2");
  EXPECT_EQ(ReasonFor(message), "NOT_GRANTED");
  message = Message(kAttempts[0]);
  message.set_credential("session");
  EXPECT_EQ(ReasonFor(message), "NOT_GRANTED");
  message.set_credential("no-such");
  EXPECT_EQ(ReasonFor(message), "NOT_GRANTED");
  message = Message(kAttempts[0]);
  message.clear_region();
  message.set_algorithm(v1::ALGORITHM_SIGV4A);
  message.add_region_set("us-east-1");
  message.add_region_set("eu-west-1");
  EXPECT_EQ(ReasonFor(message), "NOT_GRANTED");
  message.clear_region_set();
  message.add_region_set("us-*");
  EXPECT_EQ(ReasonFor(message), "NOT_GRANTED");
}

// Signed as another profile encodes it, the same URL is another key to S3.
TEST_F(OracleAbuseTest, AnotherProfileHidesNoKey) {
  v1::SignRequestRequest message = Message(kAttempts[0]);
  message.mutable_http_request()->set_url("https://bucket.s3.amazonaws.com/a/x/../secret/k");
  message.set_profile("default");
  EXPECT_EQ(ReasonFor(message), "NOT_GRANTED");
  message.mutable_http_request()->set_url("https://bucket.s3.amazonaws.com/b/../a/k");
  message.set_profile("default-unnormalized");
  EXPECT_EQ(ReasonFor(message), "NOT_GRANTED");
}

TEST_F(OracleAbuseTest, APresignedUrlComesOutShorter) {
  v1::SignRequestRequest message = Message(kAttempts[0]);
  message.clear_payload();
  message.mutable_query()->mutable_expires_in()->set_seconds(604800);
  v1::SignRequestResponse response;
  ASSERT_OK(SignRequest(fixture_.context, fixture_.alice, message, &response));
  EXPECT_EQ(response.expires_at().seconds() - response.signing_time().seconds(), 900);
  ASSERT_EQ(response.warnings_size(), 1);
  EXPECT_EQ(response.warnings(0),
            "expires_in was shortened from 604800 s to 900 s: the rules allow no more");
  message.mutable_query()->mutable_expires_in()->set_seconds(900);
  response.Clear();
  ASSERT_OK(SignRequest(fixture_.context, fixture_.alice, message, &response));
  EXPECT_EQ(response.warnings_size(), 0);
}

TEST_F(OracleAbuseTest, AFormReachesNoFurtherThanARequest) {
  const auto reason_for = [this](const char* bucket, const char* key, bool is_start) {
    v1::SignPostPolicyRequest request;
    request.set_credential("example");
    request.set_region("us-east-1");
    request.set_bucket(bucket);
    request.mutable_expires_in()->set_seconds(60);
    v1::PostCondition& condition = *request.add_conditions();
    condition.set_field("key");
    is_start ? condition.set_starts_with(key) : condition.set_equals(key);
    v1::SignPostPolicyResponse response;
    const absl::Status status =
        SignPostPolicy(fixture_.context, fixture_.alice, request, &response);
    return status.ok() ? "" : std::string(ReasonName(GetErrorDetail(status).reason));
  };
  std::vector<Rule> rules = NarrowRules();
  // As they are, an upload has to be signed, which that of a form is not.
  EXPECT_EQ(reason_for("bucket", "in/k", false), "NOT_GRANTED");
  rules[1].payloads = {"unsigned"};
  fixture_.SetRules(rules);
  EXPECT_EQ(reason_for("bucket", "in/k", false), "");
  EXPECT_EQ(reason_for("bucket", "in/", true), "");
  EXPECT_EQ(reason_for("bucket", "in", true), "NOT_GRANTED");
  EXPECT_EQ(reason_for("bucket", "", true), "NOT_GRANTED");
  EXPECT_EQ(reason_for("bucket", "inside/k", false), "NOT_GRANTED");
  EXPECT_EQ(reason_for("other", "in/k", false), "NOT_GRANTED");
  EXPECT_EQ(reason_for("bucket", "in/../a/k", false), "NOT_GRANTED");
  rules[1].endpoints = {"*.amazonaws.com"};
  fixture_.SetRules(rules);
  EXPECT_EQ(reason_for("bucket", "in/k", false), "NOT_GRANTED");
}

TEST_F(OracleAbuseTest, ALeaseIsNoWayRound) {
  v1::GetOrLoadKeyRequest request;
  request.set_credential("example");
  request.set_region("us-east-1");
  request.set_service("s3");
  v1::GetOrLoadKeyResponse response;
  EXPECT_THAT(GetOrLoadKey(fixture_.context, fixture_.alice, request, &response),
              FailsWith(Reason::kNotGranted, ""));
  Rule lease = NarrowRule("lease", "s3");
  std::vector<Rule> rules = NarrowRules();
  rules.push_back(lease);
  fixture_.SetRules(rules);
  EXPECT_THAT(GetOrLoadKey(fixture_.context, fixture_.alice, request, &response),
              FailsWith(Reason::kNotGranted, ""));
  fixture_.SetRules({lease});
  EXPECT_OK(GetOrLoadKey(fixture_.context, fixture_.alice, request, &response));
}

TEST_F(OracleAbuseTest, TheRateIsToldWithTheTimeToWait) {
  std::vector<Rule> rules = NarrowRules();
  rules[0].rate = RateLimit{1, 2};
  fixture_.SetRules(rules);
  const v1::SignRequestRequest message = Message(kAttempts[0]);
  EXPECT_EQ(ReasonFor(message), "");
  EXPECT_EQ(ReasonFor(message), "");
  v1::SignRequestResponse response;
  const absl::Status status = SignRequest(fixture_.context, fixture_.alice, message, &response);
  EXPECT_THAT(status, FailsWith(Reason::kRateLimited, ""));
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_GT(GetRetryDelay(status), absl::ZeroDuration());
  // The same policy, read again, gives nothing back.
  fixture_.SetRules(rules);
  EXPECT_EQ(ReasonFor(message), "RATE_LIMITED");
}

// Seen before it is denied, but not what a rule denies, nor tokens, nor names that
// do not exist.
TEST_F(OracleAbuseTest, RecordModeLetsThroughWhatNoRuleSpeaksOf) {
  fixture_.policy.Set(
      Policy::Create(NarrowRules(), {.endpoints = {}, .is_recording = true}).value());
  v1::SignRequestRequest message = Message(kAttempts[0]);
  message.mutable_http_request()->set_url("https://other.s3.amazonaws.com/b/k");
  EXPECT_EQ(ReasonFor(message), "");
  message.set_credential("no-such");
  EXPECT_EQ(ReasonFor(message), "NOT_GRANTED");
  message = Message(kAttempts[0]);
  message.mutable_http_request()->set_url("https://bucket.s3.amazonaws.com/a/secret/k");
  EXPECT_EQ(ReasonFor(message), "NOT_GRANTED");
  v1::GetOrLoadKeyRequest lease;
  lease.set_credential("session");
  lease.set_region("us-east-1");
  lease.set_service("s3");
  v1::GetOrLoadKeyResponse response;
  EXPECT_THAT(GetOrLoadKey(fixture_.context, fixture_.alice, lease, &response),
              FailsWith(Reason::kNotGranted, ""));
}

}  // namespace
}  // namespace signet
