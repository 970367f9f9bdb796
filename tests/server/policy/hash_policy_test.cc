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

using ::testing::IsEmpty;

bool MayHash(const Policy& policy) {
  return policy.DecideWithoutCredential(kApp, Operation::kHashPayload).allowed;
}

TEST(HashPolicyTest, HashingNeedsARuleButNoCredential) {
  EXPECT_FALSE(MayHash(*Make({})));
  EXPECT_FALSE(MayHash(*Make({AllowRule("signs")})));
  Rule hash = AllowRule("hash");
  hash.operations = {"HashPayload"};
  EXPECT_TRUE(MayHash(*Make({hash})));
  hash.callers = {"another"};
  EXPECT_FALSE(MayHash(*Make({hash})));
}

TEST(HashPolicyTest, HashingIsDeniedOnlyByRulesOfAllCredentials) {
  Rule hash = AllowRule("hash");
  hash.operations = {"HashPayload"};
  EXPECT_FALSE(MayHash(*Make({hash, DenyRule("nothing")})));
  for (std::vector<std::string> Rule::*list :
       {&Rule::credentials, &Rule::services, &Rule::regions}) {
    Rule narrow = DenyRule("narrow");
    narrow.*list = {"a"};
    EXPECT_TRUE(MayHash(*Make({hash, narrow})));
  }
}

TEST(HashPolicyTest, RulesOfHashingSayNothingOfCredentials) {
  Rule hash = AllowRule("hash");
  hash.operations = {"HashPayload"};
  EXPECT_FALSE(Make({hash})->KnowsCredential(kApp, "demo"));

  Rule lease = AllowRule("lease");
  lease.operations = {"GetOrLoadKey"};
  Rule no_hash = DenyRule("no-hash");
  no_hash.operations = {"HashPayload"};
  const auto policy = Make({lease, no_hash});
  EXPECT_TRUE(Decide(*policy, {.operation = Operation::kGetOrLoadKey}).allowed);
  EXPECT_THAT(policy->Lint(), IsEmpty());
}

}  // namespace
}  // namespace signet
