// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SERVICE_CONFIG_POLICY_OPTIONS_H_
#define SIGNET_SERVER_SERVICE_CONFIG_POLICY_OPTIONS_H_

#include <optional>
#include <string>
#include <vector>

#include "server/policy/policy.h"
#include "server/service/config_errors.h"
#include "signet/v1/policy.pb.h"

namespace signet {

// Steps of ValidatePolicy(), whose errors they have.

Grants ValidateGrants(const std::string& path, const v1::PolicyRule& config, ConfigErrors* errors);

std::optional<RateLimit> ValidateRate(const std::string& path, const v1::PolicyRule& config,
                                      ConfigErrors* errors);

// Nothing when there are errors.
std::optional<PolicyOptions> ValidatePolicyOptions(const v1::PolicyConfig& config,
                                                   ConfigErrors* errors);

// What a test's outcome was.
struct PolicyTestOutcome {
  // Not OK: the test itself is malformed.
  absl::Status status;
  bool allowed = false;
  // What decided: a rule's name, or "" where none did; and where it is written.
  std::string rule;
  std::string place;
  std::string why;
  bool is_as_expected = false;
};

// Decides one of the policy's tests; `path` is its own, for errors.
PolicyTestOutcome RunPolicyTest(const std::string& path, const v1::PolicyTest& test,
                                const Policy& policy);

// What rules say to a test, whatever it expects.
struct PolicyExplanation {
  struct RuleFinding {
    std::string rule;
    std::string place;
    Effect effect = Effect::kAllow;
    // "caller", "action" ...: the farthest that the rule got; "" where it matches.
    std::string mismatch;
  };

  bool allowed = false;
  // "allow-rule", "no-rule" ...
  std::string why;
  // What decided, "" where none did; and where it is written.
  std::string rule;
  std::string place;
  // Of no rule, the allow rule that came nearest, and what did not match.
  std::string nearest_rule;
  std::string nearest_mismatch;
  // What the request was understood as; nothing where none is signed.
  std::string endpoint;
  std::vector<Access> accesses;
  // One for each rule.
  std::vector<RuleFinding> findings;
};

// InvalidArgument, kInvalidConfig, a field below `path`: the test is malformed.
absl::StatusOr<PolicyExplanation> ExplainPolicyTest(const std::string& path,
                                                    const v1::PolicyTest& test,
                                                    const Policy& policy);

// Runs them all; an error for each that is malformed or fails.
void RunPolicyTests(const v1::PolicyConfig& config, const Policy& policy, ConfigErrors* errors);

}  // namespace signet

#endif  // SIGNET_SERVER_SERVICE_CONFIG_POLICY_OPTIONS_H_
