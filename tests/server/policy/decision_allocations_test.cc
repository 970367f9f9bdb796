// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// What a decision may allocate: nothing, whether it allows or denies.

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "tests/server/policy/asked.h"
#include "tests/support/allocation_counter.h"

namespace signet {
namespace {

// One that looks at everything it can, and the rules of many others around it.
std::shared_ptr<const Policy> Rules(bool is_denied) {
  std::vector<Rule> rules;
  for (int i = 0; i < 100; ++i) {
    Rule other = AllowRule(absl::StrCat("other-", i));
    other.callers = {absl::StrCat("spiffe://example.org/ns/team-", i, "/*")};
    rules.push_back(other);
  }
  Rule rule = AllowRule("all-dimensions");
  rule.regions = {"us-*"};
  rule.endpoints = {"rgw.internal:8080", "*.amazonaws.com"};
  rule.actions = {"s3:PutObject", "s3:Get*"};
  rule.resources = {"bucket/other", "bucket/a/*"};
  rule.payloads = {"signed"};
  rule.required_headers = {{"x-amz-storage-class", {"STANDARD", "GLACIER*"}}};
  rule.forbidden_headers = {"x-amz-acl", "x-amz-grant-*"};
  rule.grants.max_expires_in = absl::Minutes(15);
  rule.grants.valid_until = absl::FromUnixSeconds(1000);
  rules.push_back(rule);
  if (is_denied) {
    Rule deny = AllowRule("deny");
    deny.effect = Effect::kDeny;
    deny.resources = {"bucket/a/key"};
    rules.push_back(deny);
  }
  return Make(std::move(rules));
}

Asked AskedOf(std::string resource) {
  Asked asked = Of("s3:GetObject", std::move(resource));
  asked.headers = {{"x-amz-storage-class", "GLACIER_IR"}, {"x-amz-meta-a", "b"}};
  return asked;
}

// Of a hundred decisions after one that warms up.
int64_t AllocationsPerHundred(const Policy& policy, const Asked& asked, bool is_allowed) {
  const RequestTarget target = {asked.endpoint, asked.accesses, asked.is_bearer_token,
                                asked.audience};
  const std::vector<absl::string_view> regions = {"us-east-1", "us-west-2"};
  const PolicyRequest request = {.caller = kApp,
                                 .credential = "demo",
                                 .service = asked.service,
                                 .regions = regions,
                                 .target = &target,
                                 .payload = asked.payload,
                                 .headers = asked.headers,
                                 .now = asked.now};
  int allowed = policy.Decide(request).allowed ? 1 : 0;
  const int64_t before = AllocationsOfThisThread();
  for (int i = 0; i < 100; ++i) {
    allowed += policy.Decide(request).allowed ? 1 : 0;
  }
  const int64_t allocations = AllocationsOfThisThread() - before;
  EXPECT_EQ(allowed, is_allowed ? 101 : 0);
  return allocations;
}

TEST(DecisionAllocationsTest, AreNoneWhereItAllows) {
  if (!CanCountAllocations()) {
    GTEST_SKIP() << "a sanitizer counts nothing";
  }
  EXPECT_EQ(AllocationsPerHundred(*Rules(false), AskedOf("bucket/a/key"), true), 0);
  Asked listing = AskedOf("bucket/a/2026/");
  listing.accesses[0].is_prefix = true;
  EXPECT_EQ(AllocationsPerHundred(*Rules(false), listing, true), 0);
}

TEST(DecisionAllocationsTest, AreNoneWhereItDenies) {
  if (!CanCountAllocations()) {
    GTEST_SKIP() << "a sanitizer counts nothing";
  }
  EXPECT_EQ(AllocationsPerHundred(*Rules(true), AskedOf("bucket/a/key"), false), 0);
  EXPECT_EQ(AllocationsPerHundred(*Rules(false), AskedOf("bucket/ab"), false), 0);
  Asked asked = AskedOf("bucket/a/key");
  asked.headers.push_back({"x-amz-grant-read", "id=1"});
  EXPECT_EQ(AllocationsPerHundred(*Rules(false), asked, false), 0);
  asked = AskedOf("bucket/a/key");
  asked.is_bearer_token = true;
  EXPECT_EQ(AllocationsPerHundred(*Rules(false), asked, false), 0);
  asked.service = "dynamodb";
  EXPECT_EQ(AllocationsPerHundred(*Rules(false), asked, false), 0);
}

// The counter counts at all, and a decision that has to allocate is seen to.
TEST(DecisionAllocationsTest, AreSeenWhereTheyAre) {
  if (!CanCountAllocations()) {
    GTEST_SKIP() << "a sanitizer counts nothing";
  }
  const int64_t before = AllocationsOfThisThread();
  const std::string text(100, 'a');
  EXPECT_EQ(AllocationsOfThisThread() - before, 1) << text;
}

}  // namespace
}  // namespace signet
