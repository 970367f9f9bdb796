// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// One caller with narrow rules, and what it might try to have signed all the same.

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "gtest/gtest.h"
#include "server/base/error.h"
#include "server/service/batch.h"
#include "server/service/explain.h"
#include "server/service/key_lease.h"
#include "server/service/post_policy.h"
#include "server/service/sign_request.h"
#include "tests/server/service/oracle_addresses.h"
#include "tests/server/service/oracle_attempts.h"
#include "tests/server/service/oracle_headers.h"
#include "tests/server/service/oracle_protocols.h"
#include "tests/server/service/oracle_rules.h"
#include "tests/server/service/oracle_sub_resources.h"
#include "tests/server/service/oracle_tokens.h"
#include "tests/support/service_fixture.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

// Everything of every service, and no word of bearer tokens.
Rule RuleWithoutTokens() {
  Rule rule = NarrowRule("everything", "*");
  rule.operations = {"SignRequest", "ExplainSignature"};
  return rule;
}

struct AttemptTable {
  const char* name;
  absl::Span<const Attempt> attempts;
};

// Of those with NarrowRules().
std::vector<AttemptTable> NarrowTables() {
  return {{"attempts", kAttempts},
          {"addresses", kAddressAttempts},
          {"sub-resources", kSubResourceAttempts},
          {"headers", kHeaderAttempts},
          {"protocols", kProtocolAttempts}};
}

size_t CountRefused(absl::Span<const Attempt> attempts) {
  return static_cast<size_t>(
      std::count_if(attempts.begin(), attempts.end(),
                    [](const Attempt& attempt) { return attempt.reason[0] != '\0'; }));
}

class OracleAbuseTest : public ::testing::Test {
 protected:
  OracleAbuseTest() { fixture_.SetRules(NarrowRules()); }

  // The reason that it is refused for; "" when it is signed.
  std::string ReasonFor(const v1::SignRequestRequest& message) {
    v1::SignRequestResponse response;
    const absl::Status status = SignRequest(fixture_.context, fixture_.alice, message, &response);
    return ReasonOf(status);
  }

  ServiceFixture fixture_;
};

TEST_F(OracleAbuseTest, SignsWhatTheRulesSayAndNothingElse) {
  for (const AttemptTable& table : NarrowTables()) {
    for (const Attempt& attempt : table.attempts) {
      EXPECT_EQ(ReasonFor(Message(attempt)), attempt.reason) << table.name << ": " << attempt.what;
    }
  }
}

// Explanations show the string to sign, so they are no way round.
TEST_F(OracleAbuseTest, ExplainsNoMoreThanItSigns) {
  for (const AttemptTable& table : NarrowTables()) {
    for (const Attempt& attempt : table.attempts) {
      v1::ExplainSignatureRequest request;
      *request.mutable_request() = Message(attempt);
      v1::ExplainSignatureResponse response;
      const absl::Status status =
          ExplainSignature(fixture_.context, fixture_.alice, request, &response);
      EXPECT_EQ(ReasonOf(status), attempt.reason) << table.name << ": " << attempt.what;
    }
  }
}

TEST_F(OracleAbuseTest, ARuleThatAllowsEverythingMakesNoToken) {
  fixture_.SetRules({RuleWithoutTokens()});
  for (const Attempt& attempt : kTokenAttempts) {
    EXPECT_EQ(ReasonFor(Message(attempt)), attempt.reason) << attempt.what;
  }
  Rule with_tokens = RuleWithoutTokens();
  with_tokens.bearer_tokens = BearerTokenGrant{{"*"}};
  fixture_.SetRules({with_tokens});
  for (const Attempt& attempt : kTokenAttempts) {
    const std::string reason = ReasonFor(Message(attempt));
    EXPECT_EQ(reason, attempt.reason == absl::string_view("NOT_GRANTED") ? "" : attempt.reason)
        << attempt.what;
  }
}

// Each of a batch is decided for itself.
TEST_F(OracleAbuseTest, ABatchSignsWhatTheRulesSayOfEachAndNothingElse) {
  for (const AttemptTable& table : NarrowTables()) {
    v1::BatchSignRequestsRequest batch;
    for (const Attempt& attempt : table.attempts) {
      *batch.add_requests() = Message(attempt);
    }
    v1::BatchSignRequestsResponse response;
    ASSERT_OK(BatchSignRequests(fixture_.context, fixture_.alice, batch, &response));
    ASSERT_EQ(response.results_size(), static_cast<int>(table.attempts.size()));
    for (int i = 0; i < response.results_size(); ++i) {
      const Attempt& attempt = table.attempts[static_cast<size_t>(i)];
      const v1::BatchSignResult& result = response.results(i);
      EXPECT_EQ(result.has_response(), attempt.reason[0] == '\0')
          << table.name << ": " << attempt.what;
      const std::string reason = v1::ErrorReason_Name(result.error().reason());
      EXPECT_EQ(result.has_error() ? reason.substr(std::string("ERROR_REASON_").size()) : "",
                attempt.reason)
          << table.name << ": " << attempt.what;
    }
  }
}

TEST(OracleAttemptsTest, AreAtLeast300ThatMustBeRefused) {
  size_t refused = CountRefused(kTokenAttempts);
  std::set<std::string> requests;
  for (const AttemptTable& table : NarrowTables()) {
    refused += CountRefused(table.attempts);
    // Each table has some that are honest, so that refusing everything fails.
    EXPECT_GE(table.attempts.size() - CountRefused(table.attempts), 3) << table.name;
    for (const Attempt& attempt : table.attempts) {
      EXPECT_TRUE(requests
                      .insert(absl::StrCat(attempt.service, " ", attempt.request, " ",
                                           attempt.headers, " ", attempt.body))
                      .second)
          << attempt.what << " is there twice";
    }
  }
  EXPECT_GE(refused, 300);
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
    return ReasonOf(status);
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
