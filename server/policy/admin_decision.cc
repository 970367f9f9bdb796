// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/policy/policy.h"

namespace signet {

bool Policy::AllowsAdmin(const RuleMatcher& matcher, Operation operation,
                         absl::string_view credential) {
  if (!credential.empty()) {
    return matcher.MatchesCredential(credential);
  }
  return operation != Operation::kPurgeKeys || matcher.HasAllCredentials();
}

bool Policy::DeniesAdmin(const RuleMatcher& matcher, Operation operation,
                         absl::string_view credential) {
  if (!credential.empty()) {
    return matcher.MatchesCredential(credential);
  }
  return operation == Operation::kPurgeKeys || matcher.HasAllCredentials();
}

Decision Policy::DecideAdmin(absl::string_view caller, Operation operation,
                             absl::string_view credential) const {
  Decision decision;
  if (!IsAdminOperation(operation)) {
    return decision;
  }
  index_.ForEachOfCaller(caller, [&](size_t i) {
    const RuleMatcher& matcher = matchers_[i];
    if (!matcher.Has(operation)) {
      return true;
    }
    if (rules_[i].effect == Effect::kDeny) {
      if (DeniesAdmin(matcher, operation, credential)) {
        decision = DeniedBy(Decision::Why::kDenyRule, i);
        return false;
      }
    } else if (!decision.allowed && AllowsAdmin(matcher, operation, credential)) {
      decision.allowed = true;
      decision.why = Decision::Why::kAllowRule;
      decision.rule = rules_[i].name;
      decision.place = rules_[i].place;
    }
    return true;
  });
  return decision;
}

}  // namespace signet
