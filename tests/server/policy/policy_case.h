// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_TESTS_SERVER_POLICY_POLICY_CASE_H_
#define SIGNET_TESTS_SERVER_POLICY_POLICY_CASE_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "server/policy/policy.h"

namespace signet {

inline constexpr absl::string_view kApp = "spiffe://example.org/ns/a/sa/app";

// Lets kApp sign S3 requests in us-east-1 with "demo".
inline Rule AllowRule(std::string name) {
  Rule rule;
  rule.name = std::move(name);
  rule.callers = {std::string(kApp)};
  rule.operations = {"SignRequest"};
  rule.credentials = {"demo"};
  rule.services = {"s3"};
  rule.regions = {"us-east-1"};
  return rule;
}

// Denies everything; tests narrow it.
inline Rule DenyRule(std::string name) {
  Rule rule;
  rule.name = std::move(name);
  rule.effect = Effect::kDeny;
  rule.callers = rule.operations = rule.credentials = rule.services = rule.regions = {"*"};
  return rule;
}

inline std::shared_ptr<const Policy> Make(std::vector<Rule> rules) {
  return Policy::Create(std::move(rules)).value();
}

// A call that AllowRule allows; tests change one dimension.
struct Call {
  absl::string_view caller = kApp;
  Operation operation = Operation::kSignRequest;
  absl::string_view credential = "demo";
  absl::string_view service = "s3";
  std::vector<absl::string_view> regions = {"us-east-1"};
};

inline Decision Decide(const Policy& policy, const Call& call) {
  return policy.Decide({.caller = call.caller,
                        .operation = call.operation,
                        .credential = call.credential,
                        .service = call.service,
                        .regions = call.regions});
}

}  // namespace signet

#endif  // SIGNET_TESTS_SERVER_POLICY_POLICY_CASE_H_
