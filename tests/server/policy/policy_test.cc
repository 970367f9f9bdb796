// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/policy/policy.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/policy/policy_holder.h"
#include "tests/server/policy/policy_case.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Why = Decision::Why;

TEST(PolicyTest, AllowsWhatARuleMatchesInEveryDimension) {
  const auto policy = Make({AllowRule("app-signs")});

  const Decision decision = Decide(*policy, {});
  EXPECT_TRUE(decision.allowed);
  EXPECT_EQ(decision.why, Why::kAllowRule);
  EXPECT_EQ(decision.rule, "app-signs");

  const std::vector<std::pair<const char*, Call>> others = {
      {"caller", {.caller = "spiffe://example.org/ns/a/sa/app2"}},
      {"no caller", {.caller = ""}},
      {"operation", {.operation = Operation::kGetOrLoadKey}},
      {"credential", {.credential = "demo2"}},
      {"service", {.service = "sqs"}},
      {"region", {.regions = {"us-east-2"}}},
      {"no region", {.regions = {}}},
  };
  for (const auto& [dimension, call] : others) {
    const Decision denied = Decide(*policy, call);
    EXPECT_FALSE(denied.allowed) << dimension;
    EXPECT_EQ(denied.why, Why::kNoRule) << dimension;
    EXPECT_EQ(denied.rule, "") << dimension;
  }
}

TEST(PolicyTest, DeniesEverythingWithoutRules) { EXPECT_FALSE(Decide(*Make({}), {}).allowed); }

TEST(PolicyTest, AnyDenyWinsWhateverTheOrder) {
  Rule deny = DenyRule("no-demo");
  deny.credentials = {"demo"};
  for (const auto& policy : {Make({AllowRule("a"), deny}), Make({deny, AllowRule("a")})}) {
    const Decision decision = Decide(*policy, {});
    EXPECT_FALSE(decision.allowed);
    EXPECT_EQ(decision.why, Why::kDenyRule);
    EXPECT_EQ(decision.rule, "no-demo");
  }
}

TEST(PolicyTest, ADenyThatDoesNotMatchChangesNothing) {
  Rule deny = DenyRule("no-eu");
  deny.regions = {"eu-*"};
  EXPECT_TRUE(Decide(*Make({deny, AllowRule("a")}), {}).allowed);
}

// Services sign "aws-global" as a region of its own partition, so such a rule
// would never match, and a deny would never deny.
TEST(PolicyTest, RefusesARuleOverARegionThatIsNotSigned) {
  for (const char* const region : {"aws-global", "aws-cn-global"}) {
    Rule rule = AllowRule("global");
    rule.effect = Effect::kDeny;
    rule.regions = {"us-east-1", region};
    EXPECT_THAT(Policy::Create({rule}),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("us-east-1")))
        << region;
  }
}

TEST(PolicyTest, WildcardsMatchByTheirStart) {
  Rule rule = AllowRule("team");
  rule.callers = {"spiffe://example.org/ns/a/*"};
  rule.regions = {"us-*", "eu-west-1"};
  const auto policy = Make({rule});
  EXPECT_TRUE(Decide(*policy, {.regions = {"us-west-2"}}).allowed);
  EXPECT_TRUE(Decide(*policy, {.regions = {"eu-west-1"}}).allowed);
  EXPECT_FALSE(Decide(*policy, {.regions = {"eu-west-2"}}).allowed);
  EXPECT_FALSE(Decide(*policy, {.caller = "spiffe://example.org/ns/b/sa/app"}).allowed);
}

TEST(PolicyTest, ARegionSetNeedsEveryRegionAllowed) {
  Rule east = AllowRule("east");
  Rule west = AllowRule("west");
  west.regions = {"us-west-*"};
  const auto policy = Make({east, west});
  EXPECT_TRUE(Decide(*policy, {.regions = {"us-east-1", "us-west-2"}}).allowed);
  EXPECT_TRUE(Decide(*policy, {.regions = {"us-west-*"}}).allowed);
  EXPECT_FALSE(Decide(*policy, {.regions = {"us-east-1", "eu-west-1"}}).allowed);
  // A set wider than the rules, though all that is in them would be allowed.
  EXPECT_FALSE(Decide(*policy, {.regions = {"us-*"}}).allowed);
  EXPECT_FALSE(Decide(*policy, {.regions = {"*"}}).allowed);
}

TEST(PolicyTest, ADenyInOneRegionDeniesEverySetThatTouchesIt) {
  Rule everywhere = AllowRule("everywhere");
  everywhere.regions = {"*"};
  Rule deny = DenyRule("no-gov");
  deny.regions = {"us-gov-west-1"};
  const auto policy = Make({everywhere, deny});
  EXPECT_TRUE(Decide(*policy, {.regions = {"eu-*"}}).allowed);
  EXPECT_FALSE(Decide(*policy, {.regions = {"us-gov-west-1"}}).allowed);
  EXPECT_FALSE(Decide(*policy, {.regions = {"us-*"}}).allowed);
  EXPECT_FALSE(Decide(*policy, {.regions = {"*"}}).allowed);
  EXPECT_FALSE(Decide(*policy, {.regions = {"eu-west-1", "us-gov-west-1"}}).allowed);
}

// AWS signs bedrock-runtime requests as "bedrock": one service by two names.
TEST(PolicyTest, AServiceByItsEndpointNameIsTheSame) {
  Rule allow = AllowRule("models");
  allow.services = {"*"};
  Rule deny = DenyRule("no-models");
  deny.services = {"bedrock-runtime"};
  const auto policy = Make({allow, deny});
  EXPECT_FALSE(Decide(*policy, {.service = "bedrock"}).allowed);
  EXPECT_FALSE(Decide(*policy, {.service = "bedrock-runtime"}).allowed);
  EXPECT_TRUE(Decide(*policy, {.service = "s3"}).allowed);
}

// "aws-global" is signed as us-east-1.
TEST(PolicyTest, ARegionByItsPseudonymIsTheSame) {
  Rule allow = AllowRule("all");
  allow.services = {"*"};
  allow.regions = {"*"};
  Rule deny = DenyRule("not-there");
  deny.regions = {"us-east-1"};
  const auto policy = Make({allow, deny});
  EXPECT_FALSE(Decide(*policy, {.service = "iam", .regions = {"aws-global"}}).allowed);
  EXPECT_TRUE(Decide(*policy, {.service = "iam", .regions = {"eu-west-1"}}).allowed);
}

TEST(PolicyTest, GrantsAreTheWidestOfAllMatchingRules) {
  Rule plain = AllowRule("plain");
  Rule skewed = AllowRule("skewed");
  skewed.grants.own_signing_time_max_skew = absl::Minutes(15);
  Rule http = AllowRule("http");
  http.grants.unsigned_payload_over_http = true;
  Rule elsewhere = AllowRule("elsewhere");
  elsewhere.regions = {"eu-west-1"};
  elsewhere.grants.own_signing_time_max_skew = absl::Hours(9);
  const auto policy = Make({plain, skewed, http, elsewhere});

  const Decision decision = Decide(*policy, {});
  EXPECT_EQ(decision.grants.own_signing_time_max_skew, absl::Minutes(15));
  EXPECT_TRUE(decision.grants.unsigned_payload_over_http);
  EXPECT_FALSE(decision.grants.lease_any_date);

  const Decision bare = Decide(*Make({plain}), {});
  EXPECT_EQ(bare.grants.own_signing_time_max_skew, absl::ZeroDuration());
  EXPECT_FALSE(bare.grants.unsigned_payload_over_http);
}

TEST(PolicyTest, GrantsOfARegionSetAreTheNarrowest) {
  Rule east = AllowRule("east");
  east.grants.own_signing_time_max_skew = absl::Minutes(15);
  east.grants.unsigned_payload_over_http = true;
  Rule west = AllowRule("west");
  west.regions = {"us-west-2"};
  west.grants.own_signing_time_max_skew = absl::Minutes(5);

  const Decision decision = Decide(*Make({east, west}), {.regions = {"us-east-1", "us-west-2"}});
  EXPECT_TRUE(decision.allowed);
  EXPECT_EQ(decision.grants.own_signing_time_max_skew, absl::Minutes(5));
  EXPECT_FALSE(decision.grants.unsigned_payload_over_http);
}

TEST(PolicyTest, DeniedCallsCarryNoGrants) {
  Rule allow = AllowRule("a");
  allow.grants.own_signing_time_max_skew = absl::Hours(1);
  const Decision decision = Decide(*Make({allow, DenyRule("d")}), {});
  EXPECT_EQ(decision.grants.own_signing_time_max_skew, absl::ZeroDuration());
}

TEST(PolicyTest, ABatchIsGrantedAsSignRequest) {
  Rule rule = AllowRule("batch");
  rule.operations = {"BatchSignRequests"};
  EXPECT_TRUE(Decide(*Make({rule}), {}).allowed);
}

TEST(PolicyTest, CallersKnowOnlyTheNamesTheyAreGranted) {
  Rule team = AllowRule("team");
  team.credentials = {"team-*"};
  Rule other = AllowRule("other");
  other.callers = {"backup"};
  other.credentials = {"archive"};
  const auto policy = Make({team, other});
  EXPECT_TRUE(policy->KnowsCredential(kApp, "team-a"));
  EXPECT_FALSE(policy->KnowsCredential(kApp, "archive"));
  EXPECT_TRUE(policy->KnowsCredential("backup", "archive"));
  EXPECT_FALSE(policy->KnowsCredential("stranger", "team-a"));
}

TEST(PolicyTest, ADenialOfEverythingHidesTheName) {
  Rule hide = DenyRule("hide");
  hide.credentials = {"demo"};
  EXPECT_FALSE(Make({AllowRule("a"), hide})->KnowsCredential(kApp, "demo"));
  Rule narrow = hide;
  narrow.regions = {"eu-*"};
  EXPECT_TRUE(Make({AllowRule("a"), narrow})->KnowsCredential(kApp, "demo"));
}

class LeaseTest : public ::testing::Test {
 protected:
  LeaseTest() {
    lease_.operations = {"SignRequest", "GetOrLoadKey"};
    lease_.services = {"*"};
    call_.operation = Operation::kGetOrLoadKey;
  }

  Rule lease_ = AllowRule("lease");
  Call call_;
};

TEST_F(LeaseTest, IsOffUnlessARuleGrantsIt) {
  EXPECT_FALSE(Decide(*Make({AllowRule("a")}), call_).allowed);
  EXPECT_TRUE(Decide(*Make({lease_}), call_).allowed);
}

// The key signs posts as well as requests, so denying either is no use once it
// is out.
TEST_F(LeaseTest, IsRefusedWhereADenyRuleWouldBeBypassed) {
  Rule deny = DenyRule("no-forms");
  deny.operations = {"SignPostPolicy"};
  const auto policy = Make({lease_, deny});

  const Decision decision = Decide(*policy, call_);
  EXPECT_FALSE(decision.allowed);
  EXPECT_EQ(decision.why, Why::kLeaseWouldBypassRule);
  EXPECT_EQ(decision.rule, "no-forms");
  EXPECT_EQ(policy->LeaseWouldBypass(kApp, "demo", "s3", "us-east-1"), "no-forms");
  call_.operation = Operation::kSignRequest;
  EXPECT_TRUE(Decide(*policy, call_).allowed);
}

TEST_F(LeaseTest, IsNotTouchedByDenyRulesOfOtherScopes) {
  Rule region = DenyRule("region");
  region.regions = {"eu-*"};
  Rule caller = DenyRule("caller");
  caller.callers = {"backup"};
  Rule service = DenyRule("service");
  service.services = {"sqs"};
  Rule credential = DenyRule("credential");
  credential.credentials = {"prod"};
  const auto policy = Make({lease_, region, caller, service, credential});
  EXPECT_TRUE(Decide(*policy, call_).allowed);
  EXPECT_EQ(policy->LeaseWouldBypass(kApp, "demo", "s3", "us-east-1"), std::nullopt);
}

// A signed GetCallerIdentity is a login to Kubernetes or Vault.
TEST_F(LeaseTest, IsRefusedForServicesThatIssueBearerTokens) {
  call_.service = "sts";
  const Decision decision = Decide(*Make({lease_}), call_);
  EXPECT_FALSE(decision.allowed);
  EXPECT_EQ(decision.why, Why::kLeaseOfBearerTokens);
  call_.operation = Operation::kSignRequest;
  EXPECT_TRUE(Decide(*Make({lease_}), call_).allowed);
}

TEST_F(LeaseTest, LintNamesPairsThatCannotWorkTogether) {
  Rule deny = DenyRule("no-forms");
  deny.operations = {"SignPostPolicy"};
  Rule elsewhere = DenyRule("elsewhere");
  elsewhere.regions = {"eu-*"};
  EXPECT_THAT(Make({lease_, deny, elsewhere})->Lint(),
              ElementsAre("rule \"lease\" grants leases (GetOrLoadKey), and a lease would bypass "
                          "deny rule \"no-forms\": leases are refused where both match"));

  Rule tokens = lease_;
  tokens.services = {"sts", "s3"};
  EXPECT_THAT(Make({tokens})->Lint(), ElementsAre(HasSubstr("service \"sts\"")));
}

TEST(PolicyTest, LintNamesAllowRulesThatNeverAllow) {
  Rule deny = DenyRule("no-s3");
  deny.services = {"s3"};
  EXPECT_THAT(
      Make({AllowRule("a"), deny})->Lint(),
      ElementsAre("rule \"a\" never allows anything: deny rule \"no-s3\" covers all of it"));
  deny.operations = {"SignPayload"};
  EXPECT_THAT(Make({AllowRule("a"), deny})->Lint(), IsEmpty());
}

struct BadRule {
  const char* field;
  void (*change)(Rule*);
};

TEST(PolicyTest, RefusesMalformedRulesByField) {
  const BadRule bad_rules[] = {
      {"rules[1].name", [](Rule* rule) { rule->name = ""; }},
      {"rules[1].name", [](Rule* rule) { rule->name = "first"; }},
      {"rules[1].callers", [](Rule* rule) { rule->callers = {}; }},
      {"rules[1].callers[0]", [](Rule* rule) { rule->callers = {""}; }},
      {"rules[1].operations", [](Rule* rule) { rule->operations = {}; }},
      {"rules[1].operations[1]",
       [](Rule* rule) {
         rule->operations = {"SignRequest", "Sign*"};
       }},
      {"rules[1].credentials[0]", [](Rule* rule) { rule->credentials = {"a*b"}; }},
      {"rules[1].callers[0]", [](Rule* rule) { rule->callers = {"me *"}; }},
      {"rules[1].credentials[0]", [](Rule* rule) { rule->credentials = {"a/b"}; }},
      {"rules[1].services[0]", [](Rule* rule) { rule->services = {"s3/"}; }},
      {"rules[1].regions[0]", [](Rule* rule) { rule->regions = {"us-east-1 "}; }},
      {"rules[1].services", [](Rule* rule) { rule->services = {}; }},
      {"rules[1].regions[1]",
       [](Rule* rule) {
         rule->regions = {"*", "*-1"};
       }},
      {"rules[1].own_signing_time.max_skew",
       [](Rule* rule) { rule->grants.own_signing_time_max_skew = absl::Seconds(-1); }},
      {"rules[1].effect",
       [](Rule* rule) {
         rule->effect = Effect::kDeny;
         rule->grants.unsigned_payload_over_http = true;
       }},
  };
  for (const BadRule& bad : bad_rules) {
    Rule rule = AllowRule("second");
    bad.change(&rule);
    EXPECT_THAT(Policy::Create({AllowRule("first"), rule}),
                FailsWith(Reason::kInvalidConfig, bad.field));
  }
  EXPECT_OK(Policy::Create({AllowRule("first"), AllowRule("second")}));
}

TEST(PolicyHolderTest, ASnapshotOutlivesTheSwap) {
  PolicyHolder holder(Make({AllowRule("old")}));
  const std::shared_ptr<const Policy> snapshot = holder.Get();
  holder.Set(Make({}));
  EXPECT_TRUE(Decide(*snapshot, {}).allowed);
  EXPECT_FALSE(Decide(*holder.Get(), {}).allowed);
}

}  // namespace
}  // namespace signet
