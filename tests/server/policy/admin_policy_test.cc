// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/policy/policy.h"
#include "tests/server/policy/policy_case.h"

namespace signet {
namespace {

constexpr Operation kAdmin[] = {Operation::kRevokeCredentialVersion, Operation::kPurgeKeys,
                                Operation::kListCredentials, Operation::kGetCacheStats,
                                Operation::kReloadConfig};

Rule Allow(std::vector<std::string> operations, std::vector<std::string> credentials = {"*"}) {
  Rule rule = AllowRule("admin");
  rule.operations = std::move(operations);
  rule.credentials = std::move(credentials);
  return rule;
}

bool May(const Policy& policy, Operation operation, absl::string_view credential = "demo",
         absl::string_view caller = kApp) {
  return policy.DecideAdmin(caller, operation, credential).allowed;
}

TEST(AdminPolicyTest, AStarGrantsNoAdministration) {
  Rule everything = Allow({"*"});
  everything.services = everything.regions = everything.callers = {"*"};
  const auto policy = Make({everything});
  for (const Operation operation : kAdmin) {
    EXPECT_FALSE(May(*policy, operation)) << OperationName(operation);
    EXPECT_FALSE(May(*policy, operation, "")) << OperationName(operation);
    // Nor by the door of signing.
    EXPECT_FALSE(Decide(*policy, {.operation = operation}).allowed);
    EXPECT_FALSE(policy->DecideWithoutCredential(kApp, operation).allowed);
  }
  EXPECT_TRUE(Decide(*policy, {}).allowed);
}

TEST(AdminPolicyTest, AdministrationGrantsNoSigning) {
  const auto policy = Make({Allow({"admin:*"}, {"demo"})});
  for (int i = 0; i < kOperations; ++i) {
    const auto operation = static_cast<Operation>(i);
    EXPECT_EQ(May(*policy, operation), IsAdminOperation(operation)) << i;
    if (!IsAdminOperation(operation)) {
      EXPECT_FALSE(Decide(*policy, {.operation = operation}).allowed) << i;
    }
  }
  EXPECT_FALSE(policy->KnowsCredential(kApp, "demo"));
}

TEST(AdminPolicyTest, EachOperationIsGrantedByItself) {
  for (const Operation granted : kAdmin) {
    const auto policy = Make({Allow({std::string(OperationName(granted))})});
    for (const Operation operation : kAdmin) {
      EXPECT_EQ(May(*policy, operation), operation == granted)
          << OperationName(granted) << " " << OperationName(operation);
    }
    EXPECT_FALSE(May(*policy, granted, "demo", "another"));
  }
}

TEST(AdminPolicyTest, IsForTheCredentialsOfTheRule) {
  const auto policy = Make({Allow({"admin:*"}, {"team-*"})});
  EXPECT_TRUE(May(*policy, Operation::kRevokeCredentialVersion, "team-a"));
  EXPECT_FALSE(May(*policy, Operation::kRevokeCredentialVersion, "other"));
  EXPECT_TRUE(May(*policy, Operation::kPurgeKeys, "team-a"));
  // All keys, for someone who has some credentials.
  EXPECT_FALSE(May(*policy, Operation::kPurgeKeys, ""));
  EXPECT_TRUE(May(*policy, Operation::kReloadConfig, ""));
  EXPECT_TRUE(May(*policy, Operation::kGetCacheStats, ""));
  EXPECT_TRUE(May(*Make({Allow({"PurgeKeys"})}), Operation::kPurgeKeys, ""));
}

TEST(AdminPolicyTest, ServicesAndRegionsDoNotMatter) {
  Rule rule = Allow({"admin:*"});
  rule.services = {"dynamodb"};
  rule.regions = {"eu-west-1"};
  EXPECT_TRUE(May(*Make({rule}), Operation::kRevokeCredentialVersion));
}

TEST(AdminPolicyTest, ADenyRuleOfEverythingDeniesAdministration) {
  const Rule allow = Allow({"admin:*"});
  for (const Operation operation : kAdmin) {
    EXPECT_FALSE(May(*Make({allow, DenyRule("all")}), operation));
    EXPECT_FALSE(May(*Make({allow, DenyRule("all")}), operation, ""));
  }
  Rule of_one = DenyRule("one");
  of_one.credentials = {"demo"};
  const auto policy = Make({allow, of_one});
  EXPECT_FALSE(May(*policy, Operation::kRevokeCredentialVersion, "demo"));
  EXPECT_TRUE(May(*policy, Operation::kRevokeCredentialVersion, "other"));
  EXPECT_FALSE(May(*policy, Operation::kPurgeKeys, ""));
  EXPECT_TRUE(May(*policy, Operation::kGetCacheStats, ""));
}

TEST(AdminPolicyTest, ADenyRuleOfAServiceDeniesAdministrationOnlyByName) {
  const Rule allow = Allow({"admin:*"});
  for (std::vector<std::string> Rule::*list : {&Rule::services, &Rule::regions}) {
    Rule deny = DenyRule("some");
    deny.*list = {"a"};
    EXPECT_TRUE(May(*Make({allow, deny}), Operation::kPurgeKeys));
    deny.operations = {"*", "PurgeKeys"};
    EXPECT_FALSE(May(*Make({allow, deny}), Operation::kPurgeKeys));
    EXPECT_TRUE(May(*Make({allow, deny}), Operation::kReloadConfig, ""));
  }
}

TEST(AdminPolicyTest, DenyingAdministrationForbidsNoLease) {
  Rule lease = AllowRule("lease");
  lease.operations = {"GetOrLoadKey"};
  Rule deny = DenyRule("no-admin");
  deny.operations = {"admin:*"};
  const auto policy = Make({lease, deny});
  EXPECT_TRUE(Decide(*policy, {.operation = Operation::kGetOrLoadKey}).allowed);
  EXPECT_TRUE(policy->KnowsCredential(kApp, "demo"));
  EXPECT_THAT(policy->Lint(), ::testing::IsEmpty());
}

TEST(AdminPolicyTest, RefusesOtherStars) {
  for (const std::string name : {"admin", "admin:", "admin:Purge*", "Admin:*", "admin:PurgeKeys"}) {
    EXPECT_FALSE(Policy::Check(Allow({name})).empty()) << name;
  }
}

}  // namespace
}  // namespace signet
