// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// What rules say beyond caller, operation, credential, service and region.

#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/policy/policy.h"
#include "tests/server/policy/asked.h"
#include "tests/server/policy/policy_case.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

using ::testing::HasSubstr;

TEST(ActionTest, AllowsWhatIsCoveredAndDeniesWhatMayBe) {
  Rule rule = AllowRule("r");
  rule.actions = {"s3:Get*", "s3:PutObject"};
  EXPECT_TRUE(Allows(rule, Of("s3:GetObjectAcl", "b/k")));
  EXPECT_TRUE(Allows(rule, Of("s3:PutObject", "b/k")));
  EXPECT_FALSE(Allows(rule, Of("s3:PutObjectAcl", "b/k")));
  EXPECT_FALSE(Allows(rule, Of("s3:getobject", "b/k")));
  EXPECT_FALSE(Allows(rule, Of("", "b/k")));
  EXPECT_TRUE(Denies(rule, Of("s3:GetObject", "b/k")));
  // Some services do not mind the case.
  EXPECT_TRUE(Denies(rule, Of("s3:getobject", "b/k")));
  EXPECT_TRUE(Denies(rule, Of("", "b/k")));
  EXPECT_FALSE(Denies(rule, Of("s3:DeleteObject", "b/k")));
}

TEST(ResourceTest, ComparesWholeSegments) {
  Rule rule = AllowRule("r");
  rule.resources = {"bucket/a/*", "bucket/exact"};
  EXPECT_TRUE(Allows(rule, Of("s3:GetObject", "bucket/a/b")));
  EXPECT_TRUE(Allows(rule, Of("s3:GetObject", "bucket/exact")));
  for (const char* const other :
       {"bucket/a", "bucket/ab", "bucket/exact/", "bucket/exac", "bucket", "bucket2/a/b", "",
        "Bucket/a/b", "bucket//a/b", "bucket/A/b", "/bucket/a/b", "bucket/a%2Fb"}) {
    EXPECT_FALSE(Allows(rule, Of("s3:GetObject", other))) << other;
    EXPECT_FALSE(Denies(rule, Of("s3:GetObject", other))) << other;
  }
  EXPECT_TRUE(Denies(rule, Of("s3:GetObject", "bucket/a/b")));
}

TEST(ResourceTest, AllowsSetsThatAreCoveredAndDeniesThoseItTouches) {
  Rule rule = AllowRule("r");
  rule.resources = {"bucket/a/*", "bucket/exact"};
  EXPECT_TRUE(Allows(rule, Of("s3:ListBucket", "bucket/a/", true)));
  EXPECT_TRUE(Allows(rule, Of("s3:ListBucket", "bucket/a/b", true)));
  for (const char* const wider : {"bucket/a", "bucket/", "bucket/exact", ""}) {
    EXPECT_FALSE(Allows(rule, Of("s3:ListBucket", wider, true))) << wider;
    EXPECT_TRUE(Denies(rule, Of("s3:ListBucket", wider, true))) << wider;
  }
  EXPECT_FALSE(Denies(rule, Of("s3:ListBucket", "bucket/b", true)));
}

TEST(ResourceTest, WhatIsNotKnownIsNotAllowedAndMayBeDenied) {
  Rule rule = AllowRule("r");
  rule.resources = {"bucket/*"};
  Asked asked = Of("s3:GetObject", "bucket/a");
  asked.accesses[0].is_resource_known = false;
  EXPECT_FALSE(Allows(rule, asked));
  EXPECT_TRUE(Denies(rule, asked));
  EXPECT_TRUE(Allows(AllowRule("r"), asked));
  rule.resources = {"*"};
  EXPECT_TRUE(Allows(rule, asked));
}

TEST(ResourceTest, DotSegmentsNeedAGrant) {
  Asked asked = Of("s3:GetObject", "bucket/a/../secret/k");
  asked.accesses[0].has_dot_segments = true;
  Rule rule = AllowRule("r");
  EXPECT_FALSE(Allows(rule, asked));
  rule.allow_dot_segments = true;
  EXPECT_TRUE(Allows(rule, asked));
  // A server that resolves them comes to what is denied.
  Rule secret = AllowRule("secret");
  secret.resources = {"bucket/secret/*"};
  EXPECT_TRUE(Denies(secret, asked));
  secret.resources = {"bucket/other/*"};
  EXPECT_FALSE(Denies(secret, asked));
}

// Stores that drop empty segments or take a backslash for a slash come to it, too.
TEST(ResourceTest, WhatSomeStoreTakesForTheDeniedKeyIsDenied) {
  Rule secret = AllowRule("secret");
  secret.resources = {"bucket/public/secret/*"};
  for (const char* const key :
       {"public//secret/k", "/public/secret/k", "public/secret\\k", "public\\secret\\k",
        "public/x\\..\\secret\\k", "public/x/..//secret/k", "public//x/../secret/k"}) {
    Asked asked = Of("s3:GetObject", std::string("bucket/") + key);
    EXPECT_FALSE(Denies(secret, asked)) << key;
    asked.accesses[0].has_dot_segments = true;
    EXPECT_TRUE(Denies(secret, asked)) << key;
  }
  // Of a listing, what begins so.
  Asked listing = Of("s3:ListBucket", "bucket/public//sec", true);
  listing.accesses[0].has_dot_segments = true;
  EXPECT_TRUE(Denies(secret, listing));
}

TEST(AccessTest, EachHasToBeAllowed) {
  Rule rule = AllowRule("r");
  rule.resources = {"bucket/*"};
  Asked asked = Of("s3:PutObject", "bucket/copy");
  asked.accesses.push_back({.action = "s3:GetObject", .resource = "secret/source"});
  EXPECT_FALSE(Allows(rule, asked));
  rule.resources = {"bucket/*", "secret/source"};
  EXPECT_TRUE(Allows(rule, asked));
  rule.resources = {"secret/*"};
  EXPECT_TRUE(Denies(rule, asked));
}

TEST(EndpointTest, IsAHostOrADomain) {
  Rule rule = AllowRule("r");
  rule.endpoints = {"*.amazonaws.com", "rgw.internal:8080"};
  Asked asked;
  EXPECT_TRUE(Allows(rule, asked));
  asked.endpoint = "rgw.internal:8080";
  EXPECT_TRUE(Allows(rule, asked));
  for (const char* const other :
       {"rgw.internal", "rgw.internal:80", "amazonaws.com", ".amazonaws.com", "evilamazonaws.com",
        "s3.amazonaws.com.example.org", "s3.amazonaws.com:8443"}) {
    asked.endpoint = other;
    EXPECT_FALSE(Allows(rule, asked)) << other;
    EXPECT_FALSE(Denies(rule, asked)) << other;
  }
  // A form is bound to no host.
  asked.endpoint = "";
  EXPECT_FALSE(Allows(rule, asked));
  EXPECT_TRUE(Denies(rule, asked));
}

TEST(PayloadTest, IsOneOfTheModes) {
  Rule rule = AllowRule("r");
  rule.payloads = {"signed", "streaming_signed"};
  Asked asked;
  EXPECT_TRUE(Allows(rule, asked));
  asked.payload = PayloadMode::kUnsigned;
  EXPECT_FALSE(Allows(rule, asked));
  EXPECT_FALSE(Denies(rule, asked));
  asked.payload = PayloadMode::kStreamingSigned;
  EXPECT_TRUE(Allows(rule, asked));
  EXPECT_TRUE(Denies(rule, asked));
  asked.payload = PayloadMode::kStreamingUnsignedTrailer;
  EXPECT_FALSE(Allows(rule, asked));
}

TEST(HeaderTest, RequiredOnesHaveNoOtherValue) {
  Rule rule = AllowRule("r");
  rule.required_headers = {{"x-amz-server-side-encryption", {"aws:kms", "aws:kms:*"}}};
  Asked asked;
  EXPECT_FALSE(Allows(rule, asked));
  asked.headers = {{"x-amz-server-side-encryption", "aws:kms"}};
  EXPECT_TRUE(Allows(rule, asked));
  asked.headers = {{"x-amz-server-side-encryption", " aws:kms:dsse "}};
  EXPECT_TRUE(Allows(rule, asked));
  // A second value might be the one that counts.
  asked.headers.push_back({"x-amz-server-side-encryption", "AES256"});
  EXPECT_FALSE(Allows(rule, asked));
  // A form that allows more than one value.
  asked.headers = {{"x-amz-server-side-encryption", "aws:kms", true}};
  EXPECT_TRUE(Denies(rule, asked));
  asked.headers = {{"x-amz-server-side-encryption", "aws:", true}};
  EXPECT_FALSE(Allows(rule, asked));
  EXPECT_TRUE(Denies(rule, asked));
}

TEST(HeaderTest, ADenyRuleFindsAValueInAnyDress) {
  Rule rule = AllowRule("r");
  rule.required_headers = {{"x-amz-acl", {"public-*"}}};
  Asked asked;
  for (const char* const value :
       {"public-read", "Public-Read", "private, public-read", " public-"}) {
    asked.headers = {{"x-amz-acl", value}};
    EXPECT_TRUE(Denies(rule, asked)) << value;
  }
  asked.headers = {{"x-amz-acl", "private"}};
  EXPECT_FALSE(Denies(rule, asked));
}

TEST(HeaderTest, ForbiddenOnesAreNotMatched) {
  Rule rule = AllowRule("r");
  rule.forbidden_headers = {"x-amz-grant-*", "x-amz-acl"};
  Asked asked;
  EXPECT_TRUE(Allows(rule, asked));
  asked.headers = {{"x-amz-acl", "private"}};
  EXPECT_FALSE(Allows(rule, asked));
  asked.headers = {{"x-amz-grant-read", ""}};
  EXPECT_FALSE(Allows(rule, asked));
}

TEST(BearerTokenTest, NeedsAGrantAndForStsTheAudience) {
  Rule rule = AllowRule("r");
  rule.services = {"sts"};
  Asked asked = Of("sts:GetCallerIdentity", "/");
  asked.service = "sts";
  asked.is_bearer_token = true;
  asked.audience = "prod";
  EXPECT_FALSE(Allows(rule, asked));
  rule.bearer_tokens = BearerTokenGrant{{"staging"}};
  EXPECT_FALSE(Allows(rule, asked));
  rule.bearer_tokens = BearerTokenGrant{{"staging", "prod"}};
  EXPECT_TRUE(Allows(rule, asked));
  asked.audience = "";
  EXPECT_FALSE(Allows(rule, asked));
  asked.audience = "prod2";
  EXPECT_FALSE(Allows(rule, asked));
  rule.bearer_tokens = BearerTokenGrant{{"*"}};
  EXPECT_TRUE(Allows(rule, asked));

  rule.services = {"rds-db"};
  rule.bearer_tokens = BearerTokenGrant{};
  asked = Of("rds-db:connect", "dbuser/app");
  asked.service = "rds-db";
  asked.is_bearer_token = true;
  EXPECT_TRUE(Allows(rule, asked));
  rule.bearer_tokens.reset();
  EXPECT_FALSE(Allows(rule, asked));
}

TEST(ValidUntilTest, ARuleEnds) {
  Rule rule = AllowRule("r");
  rule.grants.valid_until = absl::FromUnixSeconds(100);
  Asked asked;
  asked.now = absl::FromUnixSeconds(99);
  EXPECT_TRUE(Allows(rule, asked));
  EXPECT_TRUE(Denies(rule, asked));
  asked.now = absl::FromUnixSeconds(100);
  EXPECT_FALSE(Allows(rule, asked));
  EXPECT_FALSE(Denies(rule, asked));
}

TEST(ExpiryTest, TheLongestOfTheMatchingRulesCounts) {
  Rule narrow = AllowRule("narrow");
  narrow.grants.max_expires_in = absl::Minutes(5);
  EXPECT_EQ(DecideAsked(*Make({narrow}), {}).grants.max_expires_in, absl::Minutes(5));
  Rule wide = AllowRule("wide");
  wide.grants.max_expires_in = absl::Hours(1);
  EXPECT_EQ(DecideAsked(*Make({narrow, wide}), {}).grants.max_expires_in, absl::Hours(1));
}

TEST(NearestRuleTest, SaysWhatTheOperatorWouldHaveToChange) {
  Rule rule = AllowRule("near");
  rule.actions = {"s3:PutObject"};
  const Decision decision = DecideAsked(*Make({rule}), {});
  EXPECT_EQ(decision.why, Decision::Why::kNoRule);
  const auto policy = Make({rule});
  const Decision again = DecideAsked(*policy, {});
  EXPECT_EQ(again.nearest_rule, "near");
  EXPECT_EQ(again.nearest_mismatch, Mismatch::kAction);
}

// The holder of the key would not keep to any of these.
TEST(LeaseBypassTest, EveryLimitRefusesTheLease) {
  const std::pair<const char*, void (*)(Rule*)> limits[] = {
      {"endpoints", [](Rule* rule) { rule->endpoints = {"rgw.internal"}; }},
      {"actions", [](Rule* rule) { rule->actions = {"s3:GetObject"}; }},
      {"resources", [](Rule* rule) { rule->resources = {"bucket/*"}; }},
      {"payloads", [](Rule* rule) { rule->payloads = {"signed"}; }},
      {"required",
       [](Rule* rule) {
         rule->required_headers = {{"x-amz-acl", {"private"}}};
       }},
      {"forbidden", [](Rule* rule) { rule->forbidden_headers = {"x-amz-acl"}; }},
      {"rate",
       [](Rule* rule) {
         rule->rate = RateLimit{1, 1};
       }},
      {"expiry", [](Rule* rule) { rule->grants.max_expires_in = absl::Minutes(1); }},
      {"time", [](Rule* rule) { rule->grants.own_signing_time_max_skew = absl::Minutes(1); }},
  };
  Rule lease = AllowRule("lease");
  lease.operations = {"GetOrLoadKey"};
  const Call call = {.operation = Operation::kGetOrLoadKey};
  EXPECT_TRUE(Decide(*Make({lease, AllowRule("free")}), call).allowed);
  for (const auto& [name, limit] : limits) {
    Rule limited = AllowRule("limited");
    limit(&limited);
    const auto policy = Make({lease, limited});
    const Decision decision = Decide(*policy, call);
    EXPECT_EQ(decision.why, Decision::Why::kLeaseWouldBypassRule) << name;
    EXPECT_EQ(decision.rule, "limited") << name;
    EXPECT_THAT(policy->Lint(), testing::Contains(HasSubstr("\"limited\""))) << name;
    limited.credentials = {"other"};
    EXPECT_TRUE(Decide(*Make({lease, limited}), call).allowed) << name;
    Rule own = lease;
    limit(&own);
    EXPECT_FALSE(Decide(*Make({own}), call).allowed) << name;
  }
}

TEST(RateTest, HoldsForEachCallerAndRule) {
  Rule rule = AllowRule("rated");
  rule.rate = RateLimit{10, 2};
  const auto policy = Make({rule});
  const RequestTarget target = {"h", {{.action = "s3:GetObject", .resource = "b/k"}}, false, ""};
  const absl::string_view region = "us-east-1";
  const PolicyRequest request = {.caller = kApp,
                                 .credential = "demo",
                                 .service = "s3",
                                 .regions = absl::MakeConstSpan(&region, 1),
                                 .target = &target};
  RateLimiter limiter;
  const absl::Duration start = absl::Hours(1);
  EXPECT_EQ(policy->TakeTokens(request, start, &limiter), std::nullopt);
  EXPECT_EQ(policy->TakeTokens(request, start, &limiter), std::nullopt);
  EXPECT_EQ(policy->TakeTokens(request, start, &limiter), absl::Milliseconds(100));
  // A policy made anew fills no bucket.
  EXPECT_EQ(Make({rule})->TakeTokens(request, start, &limiter), absl::Milliseconds(100));
  EXPECT_EQ(policy->TakeTokens(request, start + absl::Milliseconds(100), &limiter), std::nullopt);
  EXPECT_EQ(policy->TakeTokens(request, start + absl::Milliseconds(100), &limiter),
            absl::Milliseconds(100));
  // Where a rule without a rate allows it as well, that is what it goes by.
  EXPECT_EQ(Make({rule, AllowRule("free")})->TakeTokens(request, start, &limiter), std::nullopt);
}

TEST(RateTest, ACallOfManyAccessesPaysOnce) {
  Rule rule = AllowRule("rated");
  rule.rate = RateLimit{1, 1};
  RequestTarget target = {"h", {}, false, ""};
  target.accesses.resize(100, {.action = "s3:DeleteObject", .resource = "b/k"});
  const absl::string_view region = "us-east-1";
  RateLimiter limiter;
  const PolicyRequest request = {.caller = kApp,
                                 .credential = "demo",
                                 .service = "s3",
                                 .regions = absl::MakeConstSpan(&region, 1),
                                 .target = &target};
  EXPECT_EQ(Make({rule})->TakeTokens(request, absl::Hours(1), &limiter), std::nullopt);
  EXPECT_EQ(Make({rule})->TakeTokens(request, absl::Hours(1), &limiter), absl::Seconds(1));
}

TEST(DimensionTest, RefusesMalformedEntriesByField) {
  const std::pair<const char*, void (*)(Rule*)> bad_rules[] = {
      {"rules[0].endpoints[0]", [](Rule* rule) { rule->endpoints = {"s3.*"}; }},
      {"rules[0].endpoints[0]", [](Rule* rule) { rule->endpoints = {"S3.amazonaws.com"}; }},
      {"rules[0].actions[0]", [](Rule* rule) { rule->actions = {"GetObject"}; }},
      {"rules[0].actions[0]", [](Rule* rule) { rule->actions = {"s3:*Object"}; }},
      {"rules[0].resources[0]", [](Rule* rule) { rule->resources = {"bucket*"}; }},
      {"rules[0].resources[0]", [](Rule* rule) { rule->resources = {"bucket/*/a"}; }},
      {"rules[0].resources[0]", [](Rule* rule) { rule->resources = {"bucket/../a"}; }},
      {"rules[0].payloads[0]", [](Rule* rule) { rule->payloads = {"any"}; }},
      {"rules[0].required_headers[0].name",
       [](Rule* rule) {
         rule->required_headers = {{"User-Agent", {"*"}}};
       }},
      {"rules[0].required_headers[0].name",
       [](Rule* rule) {
         rule->required_headers = {{"x-amz-date", {"*"}}};
       }},
      {"rules[0].required_headers[0].values",
       [](Rule* rule) {
         rule->required_headers = {{"x-amz-acl", {}}};
       }},
      {"rules[0].forbidden_headers[0]",
       [](Rule* rule) { rule->forbidden_headers = {"X-Amz-Acl"}; }},
      {"rules[0].rate",
       [](Rule* rule) {
         rule->rate = RateLimit{0, 1};
       }},
      {"rules[0].bearer_tokens.audiences[0]",
       [](Rule* rule) { rule->bearer_tokens = BearerTokenGrant{{"a*"}}; }},
      {"rules[0].bearer_tokens.audiences",
       [](Rule* rule) {
         rule->services = {"sts"};
         rule->bearer_tokens = BearerTokenGrant{};
       }},
      {"rules[0].effect",
       [](Rule* rule) {
         rule->effect = Effect::kDeny;
         rule->rate = RateLimit{1, 1};
       }},
  };
  for (const auto& [field, change] : bad_rules) {
    Rule rule = AllowRule("bad");
    change(&rule);
    EXPECT_THAT(Policy::Create({rule}), FailsWith(Reason::kInvalidConfig, field));
    EXPECT_EQ(Policy::Check(rule).size(), 1u) << field;
  }
}

}  // namespace
}  // namespace signet
