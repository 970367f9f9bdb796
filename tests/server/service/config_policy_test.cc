// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/config_policy.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/base/error.h"
#include "server/service/config_loader.h"
#include "tests/server/service/config_case.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(ConfigPolicyTest, RefusesMalformedRules) {
  const ConfigCase cases[] = {
      {R"("name": "app",
        "effect")",
       R"("effect")",
       "27:7: policy.rules[0].name: is missing or empty, allowed are 1 to 128 of A-Z a-z 0-9 . _ "
       "-"},
      {R"("name": "app",
        "effect")",
       R"("name": "a b",
        "effect")",
       R"(28:17: policy.rules[0].name: "a b" given, allowed are 1 to 128 of A-Z a-z 0-9 . _ -)"},
      {R"("name": "app",
        "effect")",
       R"("name": "",
        "effect")",
       "28:17: policy.rules[0].name: is missing or empty, allowed are 1 to 128 of A-Z a-z 0-9 . _ "
       "-"},
      {R"("callers": ["app"],
)",
       "",
       R"(27:7: policy.rules[0].callers: is missing or empty, at least one entry is needed ("*" for any))"},
      {R"("callers": ["app"])", R"("callers": [])",
       R"(30:20: policy.rules[0].callers: is missing or empty, at least one entry is needed ("*" for any))"},
      {R"("callers": ["app"])", R"("callers": [""])",
       "30:21: policy.rules[0].callers[0]: is missing or empty, allowed are 1 to 2048 bytes"},
      {R"("callers": ["app"])", R"("callers": ["app", "*.example.org"])",
       R"(30:28: policy.rules[0].callers[1]: pattern "*.example.org" has a '*' before its end, allowed is one at the end)"},
      {R"("callers": ["app"])", R"("callers": ["a\u007fb"])",
       "30:21: policy.rules[0].callers[0]: a control character given (a line break?), allowed is "
       "none"},
      {R"("callers": ["app"])", R"("callers": [")" + std::string(2049, 'c') + R"("])",
       "30:21: policy.rules[0].callers[0]: 2049 bytes given, allowed are 1 to 2048"},
      {R"("operations": ["SignRequest"],
)",
       "",
       R"(27:7: policy.rules[0].operations: is missing or empty, at least one entry is needed ("*" for any))"},
      {R"("operations": ["SignRequest"])", R"("operations": ["signrequest"])",
       R"(31:24: policy.rules[0].operations[0]: "signrequest" is no operation, allowed are SignRequest, BatchSignRequests, SignPayload, SignPostPolicy, GetOrLoadKey, VerifyRequest, ExplainSignature, HashPayload, RevokeCredentialVersion, PurgeKeys, ListCredentials, GetCacheStats, ReloadConfig, "*" and "admin:*")"},
      {R"("operations": ["SignRequest"])", R"("operations": ["SignRequest", "Sign*"])",
       R"(31:39: policy.rules[0].operations[1]: "Sign*" is no operation, allowed are SignRequest, BatchSignRequests, SignPayload, SignPostPolicy, GetOrLoadKey, VerifyRequest, ExplainSignature, HashPayload, RevokeCredentialVersion, PurgeKeys, ListCredentials, GetCacheStats, ReloadConfig, "*" and "admin:*")"},
      {R"("operations": ["SignRequest"])", R"("operations": ["GetServerInfo"])",
       R"(31:24: policy.rules[0].operations[0]: "GetServerInfo" is no operation, allowed are SignRequest, BatchSignRequests, SignPayload, SignPostPolicy, GetOrLoadKey, VerifyRequest, ExplainSignature, HashPayload, RevokeCredentialVersion, PurgeKeys, ListCredentials, GetCacheStats, ReloadConfig, "*" and "admin:*")"},
      {R"("credentials": ["demo"],
)",
       "",
       R"(27:7: policy.rules[0].credentials: is missing or empty, at least one entry is needed ("*" for any))"},
      {R"("credentials": ["demo"])", R"("credentials": ["de*mo"])",
       R"(32:25: policy.rules[0].credentials[0]: pattern "de*mo" has a '*' before its end, allowed is one at the end)"},
      {R"("services": ["s3"],
)",
       "",
       R"(27:7: policy.rules[0].services: is missing or empty, at least one entry is needed ("*" for any))"},
      {R"("services": ["s3"])", R"("services": ["**"])",
       R"(33:22: policy.rules[0].services[0]: pattern "**" has a '*' before its end, allowed is one at the end)"},
      {R"("regions": ["us-east-1"],
)",
       "",
       R"(27:7: policy.rules[0].regions: is missing or empty, at least one entry is needed ("*" for any))"},
      {R"("regions": ["us-east-1"])", R"("regions": ["us-*-1"])",
       R"(34:21: policy.rules[0].regions[0]: pattern "us-*-1" has a '*' before its end, allowed is one at the end)"},
      {R"("regions": ["us-east-1"])", R"("regions": ["us-east-1 "])",
       R"(34:21: policy.rules[0].regions[0]: "us-east-1 " given, no region can have that name, allowed are 1 to 64 of A-Z a-z 0-9 - _, and a '*' at the end)"},
      {R"("regions": ["us-east-1"])", R"("regions": ["us.east*"])",
       R"(34:21: policy.rules[0].regions[0]: "us.east*" given, no region can have that name, allowed are 1 to 64 of A-Z a-z 0-9 - _, and a '*' at the end)"},
      {R"("services": ["s3"])", R"("services": ["sqs", "s3/"])",
       R"(33:29: policy.rules[0].services[1]: "s3/" given, no service can have that name, allowed are 1 to 64 of A-Z a-z 0-9 - _ ., and a '*' at the end)"},
      {R"("services": ["s3"])", R"("services": [")" + std::string(65, 's') + R"(*"])",
       R"(33:22: policy.rules[0].services[0]: ")" + std::string(60, 's') +
           R"("... given, no service can have that name, allowed are 1 to 64 of A-Z a-z 0-9 - _ ., and a '*' at the end)"},
      {R"("credentials": ["demo"])", R"("credentials": ["\u0430*"])",
       R"(32:25: policy.rules[0].credentials[0]: "\xd0\xb0*" given, no credential can have that name, allowed are 1 to 128 of A-Z a-z 0-9 . _ -, and a '*' at the end)"},
      {R"("callers": ["app"])", R"("callers": ["app "])",
       R"(30:21: policy.rules[0].callers[0]: "app " given, no caller can have that name, allowed are A-Z a-z 0-9 and -._~:/?#[]@!$&'()+,;=%, and a '*' at the end)"},
      {R"("callers": ["app"])", R"("callers": ["\u0430pp"])",
       R"(30:21: policy.rules[0].callers[0]: "\xd0\xb0pp" given, no caller can have that name, allowed are A-Z a-z 0-9 and -._~:/?#[]@!$&'()+,;=%, and a '*' at the end)"},
      {R"("callers": ["app"])", R"("callers": ["App"])",
       R"(30:21: policy.rules[0].callers[0]: "App" given, allowed is a name of listen.unix.users (a-z 0-9 _ -, beginning with a letter), a DNS name with a '.', a SPIFFE ID (spiffe://...), or a service account (k8s://CLUSTER/NAMESPACE/NAME))"},
      {R"({"max_skew": "15m"})", "{}",
       "35:29: policy.rules[0].own_signing_time.max_skew: is missing or empty, own_signing_time "
       "needs a bound"},
      {R"({"max_skew": "15m"})", R"({"max_skew": "0s"})",
       "35:42: policy.rules[0].own_signing_time.max_skew: 0s given, allowed is 1s to 876000h"},
      {R"({"max_skew": "15m"})", R"({"max_skew": "999ms"})",
       "35:42: policy.rules[0].own_signing_time.max_skew: 999ms given, allowed is 1s to 876000h"},
      {R"({"max_skew": "15m"})", R"({"max_skew": "876001h"})",
       "35:42: policy.rules[0].own_signing_time.max_skew: 876001h given, allowed is 1s to 876000h"},
      {R"("effect": "allow")", R"("effect": "deny")",
       "29:19: policy.rules[0].effect: a deny rule cannot grant anything"},
  };
  ExpectConfigErrors("a.json", SoundJsonConfig(), cases);
}

// The warnings of the sound configuration with `from` replaced.
std::vector<std::string> WarningsWith(absl::string_view from, absl::string_view to) {
  const std::string text = absl::StrReplaceAll(SoundJsonConfig(), {{from, to}});
  const absl::StatusOr<ServerConfig> config =
      ParseServerConfig("a.json", text, [](const char*) { return Secret(); });
  EXPECT_OK(config) << to;
  return config.ok() ? config->warnings : std::vector<std::string>();
}

TEST(ConfigPolicyTest, TakesEveryNameThatARequestCanHave) {
  for (const absl::string_view callers :
       {R"("callers": ["*"])", R"("callers": ["app"])", R"("callers": ["App-*"])",
        R"("callers": ["Web.example.org"])", R"("callers": ["spiffe://example.org/ns/a/sa/B_b"])",
        R"("callers": ["spiffe://example/%7Ea?b=c*"])"}) {
    EXPECT_THAT(WarningsWith(R"("callers": ["app"])", callers), IsEmpty());
  }
  EXPECT_THAT(WarningsWith(R"("credentials": ["demo"])", R"("credentials": ["A.b_c-*"])"),
              IsEmpty());
  EXPECT_THAT(WarningsWith(R"("services": ["s3"])", R"("services": ["api.ecr", "rds-*"])"),
              IsEmpty());
  EXPECT_THAT(WarningsWith(R"("regions": ["us-east-1"])", R"("regions": ["auto", "my_zone*"])"),
              IsEmpty());
}

TEST(ConfigPolicyTest, WarnsOfServicesAndRegionsInCapitals) {
  EXPECT_THAT(WarningsWith(R"("services": ["s3"])", R"("services": ["S3"])"),
              ElementsAre("rule \"app\" names service \"S3\", and capitals count: requests for "
                          "\"s3\" do not match"));
  EXPECT_THAT(WarningsWith(R"("regions": ["us-east-1"])", R"("regions": ["US-*"])"),
              ElementsAre("rule \"app\" names region \"US-*\", and capitals count: requests for "
                          "\"us-*\" do not match"));
  // OpenStack's usual region, and the one signing name of AWS with capitals.
  EXPECT_THAT(WarningsWith(R"("regions": ["us-east-1"])", R"("regions": ["RegionOne"])"),
              IsEmpty());
  EXPECT_THAT(WarningsWith(R"("services": ["s3"])", R"("services": ["IoTSecuredTunneling"])"),
              IsEmpty());
}

// The sound configuration with `more` in its rule, or in its policy.
absl::Status WithRuleField(absl::string_view more) {
  const std::string text = absl::StrReplaceAll(
      SoundJsonConfig(), {{R"("effect": "allow")", absl::StrCat(R"("effect": "allow", )", more)}});
  return ParseServerConfig("a.json", text, [](const char*) { return Secret(); }).status();
}
absl::Status WithPolicyField(absl::string_view more) {
  const std::string text = absl::StrReplaceAll(
      SoundJsonConfig(), {{R"("rules":)", absl::StrCat(more, R"(, "rules":)")}});
  return ParseServerConfig("a.json", text, [](const char*) { return Secret(); }).status();
}

TEST(ConfigPolicyTest, TakesEveryDimension) {
  EXPECT_OK(WithRuleField(
      R"("endpoints": ["*.amazonaws.com"], "actions": ["s3:Get*"], "resources": ["b/*"],
         "payloads": ["signed"], "required_headers": [{"name": "x-amz-acl", "values": ["a"]}],
         "forbidden_headers": ["x-amz-grant-*"], "max_expires_in": "15m",
         "rate": {"requests_per_second": 5}, "bearer_tokens": {"audiences": ["k"]},
         "allow_dot_segments": true, "valid_until": "2999-01-01T00:00:00Z")"));
}

TEST(ConfigPolicyTest, RefusesMalformedDimensionsByField) {
  const std::pair<const char*, const char*> cases[] = {
      {R"("actions": [])", "policy.rules[0].actions"},
      {R"("resources": [])", "policy.rules[0].resources"},
      {R"("actions": ["GetObject"])", "policy.rules[0].actions[0]"},
      {R"("resources": ["b/*", "b*"])", "policy.rules[0].resources[1]"},
      {R"("endpoints": ["s3.*"])", "policy.rules[0].endpoints[0]"},
      {R"("payloads": ["none"])", "policy.rules[0].payloads[0]"},
      {R"("required_headers": [{"name": "x-amz-acl"}])",
       "policy.rules[0].required_headers[0].values"},
      {R"("max_expires_in": "169h")", "policy.rules[0].max_expires_in"},
      {R"("rate": {})", "policy.rules[0].rate.requests_per_second"},
      {R"("rate": {"requests_per_second": 1, "burst": 1000001})", "policy.rules[0].rate.burst"},
      {R"("valid_until": "tomorrow")", "policy.rules[0].valid_until"},
  };
  for (const auto& [more, field] : cases) {
    EXPECT_THAT(WithRuleField(more), FailsWith(Reason::kInvalidConfig, field)) << more;
  }
  EXPECT_THAT(WithPolicyField(R"("endpoints": [{"host": "s3.amazonaws.com"}])"),
              FailsWith(Reason::kInvalidConfig, "policy.endpoints[0].host"));
  EXPECT_OK(WithPolicyField(R"("endpoints": [{"host": "rgw.internal:8080"}])"));
}

std::string TestOf(absl::string_view request, absl::string_view expect) {
  return absl::StrCat(R"("tests": [{"caller": "app", "credential": "demo", "service": "s3",)",
                      R"("region": "us-east-1", "request": ")", request, R"(", )", expect, "}]");
}

// A policy that does not do what it says it does is none.
TEST(ConfigPolicyTest, RefusesAPolicyThatFailsItsOwnTests) {
  const char kGet[] = "GET https://b.s3.amazonaws.com/k";
  EXPECT_OK(WithPolicyField(TestOf(kGet, R"("expect": "allow")")));
  EXPECT_OK(WithPolicyField(TestOf(kGet, R"("expect": "allow", "rule": "app")")));
  EXPECT_THAT(WithPolicyField(TestOf(kGet, R"("expect": "deny")")),
              FailsWith(Reason::kInvalidConfig, "policy.tests[0]"));
  EXPECT_THAT(WithPolicyField(TestOf(kGet, R"("expect": "allow", "rule": "other")")),
              FailsWith(Reason::kInvalidConfig, "policy.tests[0]"));
  EXPECT_THAT(WithPolicyField(TestOf("GET", R"("expect": "allow")")),
              FailsWith(Reason::kInvalidConfig, "policy.tests[0].request"));
  EXPECT_THAT(WithPolicyField(TestOf(kGet, R"("rule": "app")")),
              FailsWith(Reason::kInvalidConfig, "policy.tests[0].expect"));
  EXPECT_THAT(WithPolicyField(TestOf(kGet, R"("expect": "allow", "headers": ["a b"])")),
              FailsWith(Reason::kInvalidConfig, "policy.tests[0].headers[0]"));
}

// For the operator's log: which rule of which file.
TEST(ConfigPolicyTest, RulesKnowWhereTheyStand) {
  const std::string text(SoundJsonConfig());
  const auto config = ParseServerConfig("a.json", text, [](const char*) { return Secret(); });
  ASSERT_OK(config);
  const size_t brace = text.find('{', text.find(R"("rules")"));
  ASSERT_NE(brace, std::string::npos);
  const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<int>(brace), '\n');
  EXPECT_EQ(config->policy->rules()[0].place, absl::StrCat("a.json:", line));
}

TEST(ConfigPolicyTest, WarnsOfRecordMode) {
  EXPECT_THAT(WarningsWith(R"("rules":)", R"("mode": "record", "rules":)"),
              ElementsAre("policy.mode is record: what no rule speaks of is let through, which is "
                          "not for production"));
}

}  // namespace
}  // namespace signet
