// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// Random policies and requests, decided by Policy and by a model that is written
// anew and naively: it loops over all rules and knows no index. The number of pairs
// is SIGNET_POLICY_PAIRS, else 50,000; the seed is printed with a failure.

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "gtest/gtest.h"
#include "server/policy/policy.h"
#include "tests/server/policy/policy_case.h"
#include "tests/support/knob.h"

namespace signet {
namespace {

unsigned Seed() { return static_cast<unsigned>(Knob("SIGNET_SEED", 20261201)); }

using Texts = std::vector<std::string>;

struct RandomCall {
  std::string caller;
  std::string operation;
  std::string credential;
  std::string service;
  std::string region;
  std::string endpoint;
  std::vector<Access> accesses;
  std::string payload;
  std::vector<RequestHeader> headers;
  bool is_token = false;
  std::string audience;
  int now = 0;
};

// ---- The model.

bool Starts(const std::string& text, const std::string& start) {
  return text.compare(0, start.size(), start) == 0;
}
bool ModelMatches(const std::string& pattern, const std::string& text) {
  return pattern.back() == '*' ? Starts(text, pattern.substr(0, pattern.size() - 1))
                               : pattern == text;
}
bool ModelAny(const Texts& patterns, const std::string& text) {
  for (const std::string& pattern : patterns) {
    if (ModelMatches(pattern, text)) {
      return true;
    }
  }
  return false;
}
bool ModelEndpoint(const Rule& rule, const RandomCall& call) {
  if (rule.endpoints.empty()) {
    return true;
  }
  for (const std::string& pattern : rule.endpoints) {
    if (pattern == "*" || pattern == call.endpoint) {
      return true;
    }
    const std::string domain = pattern.substr(1);
    if (pattern[0] == '*' && call.endpoint.size() > domain.size() &&
        call.endpoint.substr(call.endpoint.size() - domain.size()) == domain) {
      return true;
    }
  }
  return call.endpoint.empty() && rule.effect == Effect::kDeny;
}
bool ModelResource(const Rule& rule, const Access& access) {
  const bool denies = rule.effect == Effect::kDeny;
  if (rule.resources.empty()) {
    return true;
  }
  for (const std::string& pattern : rule.resources) {
    if (pattern == "*" || (denies && !access.is_resource_known)) {
      return true;
    }
    if (!access.is_resource_known) {
      continue;
    }
    const bool is_set = pattern.back() == '*';
    const std::string start = is_set ? pattern.substr(0, pattern.size() - 1) : pattern;
    if (is_set && Starts(access.resource, start)) {
      return true;
    }
    if (!is_set && !access.is_prefix && access.resource == start) {
      return true;
    }
    if (denies && access.is_prefix && Starts(start, access.resource)) {
      return true;
    }
  }
  return false;
}
bool ModelAction(const Rule& rule, const std::string& action) {
  if (rule.actions.empty() || ModelAny(rule.actions, "")) {
    return true;
  }
  if (action.empty()) {
    return rule.effect == Effect::kDeny;
  }
  if (rule.effect == Effect::kAllow) {
    return ModelAny(rule.actions, action);
  }
  for (const std::string& pattern : rule.actions) {
    if (ModelMatches(absl::AsciiStrToLower(pattern), absl::AsciiStrToLower(action))) {
      return true;
    }
  }
  return false;
}
bool ModelHeaders(const Rule& rule, const RandomCall& call) {
  for (const RequestHeader& header : call.headers) {
    if (ModelAny(rule.forbidden_headers, header.name)) {
      return false;
    }
  }
  for (const RequiredHeader& required : rule.required_headers) {
    int good = 0;
    int bad = 0;
    for (const RequestHeader& header : call.headers) {
      if (header.name == required.name) {
        (ModelAny(required.values, header.value) ? good : bad) += 1;
      }
    }
    if (good == 0 || (bad > 0 && rule.effect == Effect::kAllow)) {
      return false;
    }
  }
  return true;
}
bool ModelRule(const Rule& rule, const RandomCall& call, const Access& access) {
  const bool denies = rule.effect == Effect::kDeny;
  if (!ModelAny(rule.operations, call.operation) || !ModelAny(rule.callers, call.caller) ||
      !ModelAny(rule.credentials, call.credential) || !ModelAny(rule.services, call.service) ||
      !ModelAny(rule.regions, call.region) ||
      absl::FromUnixSeconds(call.now) >= rule.grants.valid_until || !ModelEndpoint(rule, call) ||
      !ModelHeaders(rule, call)) {
    return false;
  }
  if (!rule.payloads.empty() &&
      std::find(rule.payloads.begin(), rule.payloads.end(), call.payload) == rule.payloads.end()) {
    return false;
  }
  if (!denies && call.is_token) {
    if (!rule.bearer_tokens.has_value()) {
      return false;
    }
    const Texts& audiences = rule.bearer_tokens->audiences;
    if (call.service == "sts" && std::count(audiences.begin(), audiences.end(), "*") == 0 &&
        std::count(audiences.begin(), audiences.end(), call.audience) == 0) {
      return false;
    }
  }
  return ModelAction(rule, access.action) && ModelResource(rule, access) &&
         (denies || !access.has_dot_segments || rule.allow_dot_segments);
}
bool ModelAllows(const std::vector<Rule>& rules, const RandomCall& call) {
  for (const Access& access : call.accesses) {
    bool allowed = false;
    for (const Rule& rule : rules) {
      if (ModelRule(rule, call, access)) {
        if (rule.effect == Effect::kDeny) {
          return false;
        }
        allowed = true;
      }
    }
    if (!allowed) {
      return false;
    }
  }
  return true;
}

// ---- What is random.

class Dice {
 public:
  explicit Dice(unsigned seed) : random_(seed) {}

  size_t Below(size_t end) { return random_() % end; }
  bool OneIn(size_t count) { return Below(count) == 0; }
  const std::string& Of(const Texts& texts) { return texts[Below(texts.size())]; }
  Texts Some(const Texts& texts) {
    Texts chosen = {Of(texts)};
    while (OneIn(3)) {
      chosen.push_back(Of(texts));
    }
    return chosen;
  }
  Texts SomeOrNone(const Texts& texts) { return OneIn(2) ? Texts() : Some(texts); }

 private:
  std::mt19937 random_;
};

const Texts kCallers = {"app", "batch", "spiffe://e.org/ns/a", "spiffe://e.org/ns/a/b"};
const Texts kCallerPatterns = {
    "app", "batch", "spiffe://e.org/ns/*", "spiffe://e.org/ns/a/*", "*", "spiffe://e.org/ns/a"};
const Texts kOperationNames = {"SignRequest", "SignPayload", "SignPostPolicy"};
const Texts kOperationPatterns = {"SignRequest", "SignPayload", "SignPostPolicy", "*"};
const Texts kCredentials = {"dev", "devel", "prod"};
const Texts kCredentialPatterns = {"dev", "dev*", "prod", "*"};
const Texts kServices = {"s3", "sts", "sqs"};
const Texts kServicePatterns = {"s3", "sts", "s*", "*"};
const Texts kRegions = {"us-east-1", "eu-west-1"};
const Texts kRegionPatterns = {"us-east-1", "eu-*", "*"};
const Texts kEndpoints = {"b.s3.amazonaws.com", "s3.amazonaws.com", "evil.org", ""};
const Texts kEndpointPatterns = {"*.amazonaws.com", "s3.amazonaws.com", "*.s3.amazonaws.com", "*"};
const Texts kActions = {"s3:GetObject", "s3:getobject", "s3:PutObject", "sts:GetCallerIdentity",
                        ""};
const Texts kActionPatterns = {"s3:GetObject", "s3:Get*", "s3:*", "sts:GetCallerIdentity", "*"};
const Texts kResources = {"b", "b/", "b/a", "b/a/x", "b/ab", "b/a/x/y", "c/a", ""};
const Texts kResourcePatterns = {"b", "b/*", "b/a", "b/a/*", "b/ab", "c/a", "*"};
const Texts kPayloads = {"signed", "unsigned", "streaming_signed"};
const Texts kHeaderNames = {"x-amz-acl", "x-amz-tagging"};
const Texts kHeaderPatterns = {"x-amz-acl", "x-amz-t*"};
const Texts kValues = {"private", "public-read", "a"};
const Texts kValuePatterns = {"private", "public-*", "*"};
const Texts kAudiences = {"k1", "k2", ""};

Rule RandomRule(Dice* dice, size_t number) {
  Rule rule;
  rule.name = absl::StrCat("rule-", number);
  rule.effect = dice->OneIn(4) ? Effect::kDeny : Effect::kAllow;
  rule.callers = dice->Some(kCallerPatterns);
  rule.operations = dice->Some(kOperationPatterns);
  rule.credentials = dice->Some(kCredentialPatterns);
  rule.services = dice->Some(kServicePatterns);
  rule.regions = dice->Some(kRegionPatterns);
  rule.endpoints = dice->SomeOrNone(kEndpointPatterns);
  rule.actions = dice->SomeOrNone(kActionPatterns);
  rule.resources = dice->SomeOrNone(kResourcePatterns);
  if (dice->OneIn(4)) {
    rule.payloads = dice->Some(kPayloads);
  }
  if (dice->OneIn(4)) {
    rule.required_headers = {{dice->Of(kHeaderNames), dice->Some(kValuePatterns)}};
  }
  if (dice->OneIn(4)) {
    rule.forbidden_headers = dice->Some(kHeaderPatterns);
  }
  if (dice->OneIn(6)) {
    rule.grants.valid_until = absl::FromUnixSeconds(static_cast<int64_t>(dice->Below(10)));
  }
  if (rule.effect == Effect::kAllow) {
    rule.allow_dot_segments = dice->OneIn(2);
    if (dice->OneIn(2)) {
      rule.bearer_tokens = BearerTokenGrant{{dice->OneIn(2) ? "k1" : "*"}};
    }
  }
  return rule;
}

RandomCall MakeCall(Dice* dice) {
  RandomCall call = {dice->Of(kCallers),
                     dice->Of(kOperationNames),
                     dice->Of(kCredentials),
                     dice->Of(kServices),
                     dice->Of(kRegions),
                     dice->Of(kEndpoints),
                     {},
                     dice->Of(kPayloads),
                     {},
                     dice->OneIn(4),
                     dice->Of(kAudiences),
                     static_cast<int>(dice->Below(10))};
  do {
    call.accesses.push_back({dice->Of(kActions), dice->Of(kResources), dice->OneIn(4),
                             !dice->OneIn(8), dice->OneIn(8)});
  } while (dice->OneIn(3));
  while (dice->OneIn(2)) {
    call.headers.push_back({dice->Of(kHeaderNames), dice->Of(kValues)});
  }
  return call;
}

bool PolicyAllows(const Policy& policy, const RandomCall& call) {
  const RequestTarget target = {call.endpoint, call.accesses, call.is_token, call.audience};
  const absl::string_view region = call.region;
  return policy
      .Decide({.caller = call.caller,
               .operation = *OperationFromName(call.operation),
               .credential = call.credential,
               .service = call.service,
               .regions = absl::MakeConstSpan(&region, 1),
               .target = &target,
               .payload = *PayloadModeFromName(call.payload),
               .headers = call.headers,
               .now = absl::FromUnixSeconds(call.now)})
      .allowed;
}

size_t Pairs() { return Knob("SIGNET_POLICY_PAIRS", 50'000); }

constexpr size_t kCallsPerPolicy = 50;

std::vector<Rule> RandomRules(Dice* dice) {
  std::vector<Rule> rules;
  const size_t count = 1 + dice->Below(12);
  for (size_t i = 0; i < count; ++i) {
    rules.push_back(RandomRule(dice, i));
  }
  return rules;
}

TEST(PolicyModelTest, DecidesAsTheModelDoes) {
  Dice dice(Seed());
  size_t allowed = 0;
  size_t pairs = 0;
  while (pairs < Pairs()) {
    const std::vector<Rule> rules = RandomRules(&dice);
    const auto policy = Make(rules);
    for (size_t i = 0; i < kCallsPerPolicy; ++i, ++pairs) {
      const RandomCall call = MakeCall(&dice);
      const bool expected = ModelAllows(rules, call);
      ASSERT_EQ(PolicyAllows(*policy, call), expected) << "seed " << Seed() << " pair " << pairs;
      allowed += expected ? 1 : 0;
    }
  }
  // Neither answer is rare, or the test would show little.
  EXPECT_GT(allowed, pairs / 50);
  EXPECT_LT(allowed, pairs / 2);
  RecordProperty("pairs", static_cast<int>(pairs));
  RecordProperty("allowed", static_cast<int>(allowed));
}

// What is taken away from allow rules denies, from deny rules allows: never the
// other way about.
TEST(PolicyModelTest, FewerAllowRulesNeverAllowMore) {
  Dice dice(Seed() + 1);
  size_t changes = 0;
  for (size_t pairs = 0; pairs < Pairs(); pairs += kCallsPerPolicy) {
    const std::vector<Rule> rules = RandomRules(&dice);
    std::vector<Rule> fewer = rules;
    const size_t gone = dice.Below(rules.size());
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(gone));
    const auto before = Make(rules);
    const auto after = Make(fewer);
    for (size_t i = 0; i < kCallsPerPolicy; ++i) {
      const RandomCall call = MakeCall(&dice);
      const bool was = PolicyAllows(*before, call);
      const bool is = PolicyAllows(*after, call);
      changes += was != is ? 1 : 0;
      if (rules[gone].effect == Effect::kAllow) {
        ASSERT_LE(is, was);
      } else {
        ASSERT_GE(is, was);
      }
    }
  }
  EXPECT_GT(changes, 0u);
  RecordProperty("pairs_with_a_rule_less", absl::StrCat(Pairs()));
}

}  // namespace
}  // namespace signet
