// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_TESTS_SERVER_POLICY_ASKED_H_
#define SIGNET_TESTS_SERVER_POLICY_ASKED_H_

#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "server/policy/policy.h"
#include "tests/server/policy/policy_case.h"
#include "tests/support/status_matchers.h"

namespace signet {

// One access to one endpoint, as a test changes it.
struct Asked {
  std::string endpoint = "bucket.s3.us-east-1.amazonaws.com";
  std::vector<Access> accesses = {{.action = "s3:GetObject", .resource = "bucket/a/key"}};
  PayloadMode payload = PayloadMode::kSha256;
  std::vector<RequestHeader> headers = {};
  bool is_bearer_token = false;
  std::string audience = {};
  absl::string_view service = "s3";
  absl::Time now = absl::UnixEpoch();
};

inline Decision DecideAsked(const Policy& policy, const Asked& asked) {
  const RequestTarget target = {asked.endpoint, asked.accesses, asked.is_bearer_token,
                                asked.audience};
  const absl::string_view region = "us-east-1";
  Decision decision = policy.Decide({.caller = kApp,
                                     .credential = "demo",
                                     .service = asked.service,
                                     .regions = absl::MakeConstSpan(&region, 1),
                                     .target = &target,
                                     .payload = asked.payload,
                                     .headers = asked.headers,
                                     .now = asked.now});
  decision.access = nullptr;
  return decision;
}

inline bool Allows(const Rule& rule, const Asked& asked) {
  return DecideAsked(*Make({rule}), asked).allowed;
}

// The rule's effect is deny, beside one that allows everything.
inline bool Denies(Rule rule, const Asked& asked) {
  rule.effect = Effect::kDeny;
  Rule all = AllowRule("all");
  all.services = {"*"};
  all.allow_dot_segments = true;
  all.bearer_tokens = BearerTokenGrant{{"*"}};
  const Decision decision = DecideAsked(*Make({all, rule}), asked);
  EXPECT_EQ(decision.allowed, decision.why != Decision::Why::kDenyRule);
  return !decision.allowed;
}

inline Asked Of(std::string action, std::string resource, bool is_prefix = false) {
  Asked asked;
  asked.accesses = {{std::move(action), std::move(resource), is_prefix}};
  return asked;
}

}  // namespace signet

#endif  // SIGNET_TESTS_SERVER_POLICY_ASKED_H_
