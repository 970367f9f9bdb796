// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// What of a policy is hardly meant.

#include "absl/strings/str_cat.h"
#include "server/policy/policy.h"
#include "server/sigv4/target.h"

namespace signet {

// Of an allow rule and another.
std::vector<std::string> Policy::LintPair(size_t allow, size_t other) const {
  std::vector<std::string> findings;
  const std::string& name = rules_[allow].name;
  const bool is_deny = rules_[other].effect == Effect::kDeny;
  if (is_deny && matchers_[other].Covers(matchers_[allow])) {
    findings.push_back(absl::StrCat("rule \"", name, "\" never allows anything: deny rule \"",
                                    rules_[other].name, "\" covers all of it"));
  } else if ((is_deny || matchers_[other].LimitsRequests()) &&
             matchers_[allow].Has(Operation::kGetOrLoadKey) &&
             matchers_[other].HasAnyUseOfCredentials() &&
             matchers_[other].SharesScopeWith(matchers_[allow])) {
    findings.push_back(absl::StrCat(
        "rule \"", name, "\" grants leases (GetOrLoadKey), and a lease would bypass ",
        allow == other ? "what it limits"
                       : absl::StrCat(is_deny ? "deny rule \"" : "the limits of rule \"",
                                      rules_[other].name, "\""),
        allow == other ? ": leases are refused" : ": leases are refused where both match"));
  }
  return findings;
}

std::vector<std::string> Policy::Lint() const {
  std::vector<std::string> findings;
  for (size_t a = 0; a < rules_.size(); ++a) {
    if (rules_[a].effect == Effect::kDeny) {
      continue;
    }
    const bool leases = matchers_[a].Has(Operation::kGetOrLoadKey);
    for (const Pattern& service : matchers_[a].services()) {
      if (leases && service.is_exact() && IssuesBearerTokens(service.literal())) {
        findings.push_back(absl::StrCat(
            "rule \"", rules_[a].name, "\" grants leases (GetOrLoadKey) for service \"",
            service.literal(),
            "\", whose requests are bearer tokens elsewhere: such leases are always refused"));
      }
    }
    for (size_t other = 0; other < rules_.size(); ++other) {
      for (std::string& finding : LintPair(a, other)) {
        findings.push_back(std::move(finding));
      }
    }
  }
  return findings;
}

}  // namespace signet
