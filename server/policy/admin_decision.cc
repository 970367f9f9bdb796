// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <vector>

#include "server/policy/policy.h"

namespace signet {
namespace {

bool AnyMatches(const std::vector<Pattern>& patterns, absl::string_view text) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [text](const Pattern& pattern) { return pattern.Matches(text); });
}

bool HasEverything(const std::vector<Pattern>& patterns) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [](const Pattern& pattern) { return pattern.MatchesEverything(); });
}

}  // namespace

bool Policy::AllowsAdmin(const Matcher& matcher, Operation operation,
                         absl::string_view credential) {
  if (!credential.empty()) {
    return AnyMatches(matcher.credentials, credential);
  }
  return operation != Operation::kPurgeKeys || HasEverything(matcher.credentials);
}

bool Policy::DeniesAdmin(const Matcher& matcher, Operation operation,
                         absl::string_view credential) {
  if (!credential.empty()) {
    return AnyMatches(matcher.credentials, credential);
  }
  return operation == Operation::kPurgeKeys || HasEverything(matcher.credentials);
}

Decision Policy::DecideAdmin(absl::string_view caller, Operation operation,
                             absl::string_view credential) const {
  Decision decision;
  for (size_t i = 0; i < rules_.size(); ++i) {
    const Matcher& matcher = matchers_[i];
    if (!IsAdminOperation(operation) || !matcher.Has(operation) ||
        !AnyMatches(matcher.callers, caller)) {
      continue;
    }
    if (rules_[i].effect == Effect::kDeny) {
      if (DeniesAdmin(matcher, operation, credential)) {
        return {false, Decision::Why::kDenyRule, rules_[i].name, {}};
      }
    } else if (!decision.allowed && AllowsAdmin(matcher, operation, credential)) {
      decision = {true, Decision::Why::kAllowRule, rules_[i].name, {}};
    }
  }
  return decision;
}

}  // namespace signet
