// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/policy/policy.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/container/inlined_vector.h"
#include "absl/strings/str_cat.h"
#include "server/base/error.h"
#include "server/policy/rule_fingerprint.h"
#include "server/sigv4/target.h"

namespace signet {
namespace {

Grants Widest(const Grants& a, const Grants& b) {
  return {std::max(a.own_signing_time_max_skew, b.own_signing_time_max_skew),
          a.unsigned_payload_over_http || b.unsigned_payload_over_http,
          a.lease_any_date || b.lease_any_date, std::max(a.max_expires_in, b.max_expires_in),
          std::max(a.valid_until, b.valid_until)};
}

Grants Narrowest(const Grants& a, const Grants& b) {
  return {std::min(a.own_signing_time_max_skew, b.own_signing_time_max_skew),
          a.unsigned_payload_over_http && b.unsigned_payload_over_http,
          a.lease_any_date && b.lease_any_date, std::min(a.max_expires_in, b.max_expires_in),
          std::min(a.valid_until, b.valid_until)};
}

// One for each access, or one for none.
template <typename Visit>
void ForEachAccess(const PolicyRequest& request, Visit visit) {
  if (request.target == nullptr) {
    visit(nullptr);
    return;
  }
  for (const Access& access : request.target->accesses) {
    if (!visit(&access)) {
      return;
    }
  }
}

}  // namespace

absl::string_view WhyName(Decision::Why why) {
  switch (why) {
    case Decision::Why::kNoRule:
      return "no-rule";
    case Decision::Why::kDenyRule:
      return "deny-rule";
    case Decision::Why::kLeaseWouldBypassRule:
      return "lease-would-bypass-rule";
    case Decision::Why::kLeaseOfBearerTokens:
      return "lease-of-bearer-tokens";
    case Decision::Why::kAllowRule:
      break;
  }
  return "allow-rule";
}

Policy::Policy(std::vector<Rule> rules, std::vector<RuleMatcher> matchers, PolicyOptions options)
    : rules_(std::move(rules)),
      matchers_(std::move(matchers)),
      index_(matchers_),
      options_(std::move(options)),
      fingerprint_(FingerprintOf(rules_)) {
  for (size_t i = 0; i < rules_.size(); ++i) {
    looks_at_headers_ = looks_at_headers_ || matchers_[i].LooksAtHeaders();
    has_rates_ = has_rates_ || rules_[i].rate.has_value();
  }
}

absl::StatusOr<std::shared_ptr<const Policy>> Policy::Create(std::vector<Rule> rules,
                                                             PolicyOptions options) {
  std::vector<RuleMatcher> matchers;
  std::set<std::string> names;
  for (size_t i = 0; i < rules.size(); ++i) {
    const std::string field = absl::StrCat("rules[", i, "]");
    if (rules[i].name.empty()) {
      return InvalidField(Reason::kInvalidConfig, absl::StrCat(field, ".name"),
                          "the rule has no name");
    }
    if (!names.insert(rules[i].name).second) {
      return InvalidField(Reason::kInvalidConfig, absl::StrCat(field, ".name"),
                          absl::StrCat("\"", rules[i].name, "\" is the name of an earlier rule"));
    }
    absl::StatusOr<RuleMatcher> matcher = RuleMatcher::Compile(rules[i]);
    if (!matcher.ok()) {
      return WithFieldPrefix(matcher.status(), field);
    }
    matchers.push_back(*std::move(matcher));
  }
  return std::shared_ptr<const Policy>(
      new Policy(std::move(rules), std::move(matchers), std::move(options)));
}

CallScope Policy::ScopeOf(const PolicyRequest& request, absl::string_view region) {
  const absl::string_view service = SigningName(request.service);
  return {request.caller, request.operation, request.credential, service,
          Pattern::OfRequest(SigningRegion(service, region))};
}

Decision Policy::DeniedBy(Decision::Why why, size_t rule) const {
  Decision decision;
  decision.why = why;
  decision.rule = rules_[rule].name;
  decision.place = rules_[rule].place;
  return decision;
}

Decision Policy::Decide(const PolicyRequest& request) const {
  Decision combined;
  for (const absl::string_view region : request.regions) {
    const CallScope scope = ScopeOf(request, region);
    bool is_denied = false;
    ForEachAccess(request, [&](const Access* access) {
      Decision decision = DecideAccess(request, scope, access);
      if (!decision.allowed) {
        combined = decision;
        combined.access = access;
        is_denied = true;
      } else if (!combined.allowed) {
        combined = decision;
      } else {
        combined.grants = Narrowest(combined.grants, decision.grants);
      }
      return !is_denied;
    });
    if (is_denied) {
      return combined;
    }
    if (request.operation == Operation::kGetOrLoadKey) {
      if (const std::optional<Decision> refused = RefuseLease(scope)) {
        return *refused;
      }
    }
  }
  return combined;
}

Decision Policy::DecideAccess(const PolicyRequest& request, const CallScope& scope,
                              const Access* access) const {
  Decision decision;
  size_t first = rules_.size();
  index_.ForEach(
      scope.caller, OperationBit(scope.operation), scope.credential, scope.service, [&](size_t i) {
        Mismatch mismatch = matchers_[i].MatchScope(scope);
        if (mismatch == Mismatch::kNone) {
          mismatch = matchers_[i].MatchRequest(request, access);
        }
        if (rules_[i].effect == Effect::kDeny) {
          if (mismatch == Mismatch::kNone) {
            decision = DeniedBy(Decision::Why::kDenyRule, i);
            return false;
          }
          return true;
        }
        if (mismatch != Mismatch::kNone) {
          if (mismatch > decision.nearest_mismatch) {
            decision.nearest_mismatch = mismatch;
            decision.nearest_rule = rules_[i].name;
          }
          return true;
        }
        decision.grants =
            decision.allowed ? Widest(decision.grants, rules_[i].grants) : rules_[i].grants;
        decision.allowed = true;
        decision.why = Decision::Why::kAllowRule;
        if (i < first) {
          first = i;
          decision.rule = rules_[i].name;
          decision.place = rules_[i].place;
        }
        return true;
      });
  if (decision.allowed) {
    decision.nearest_mismatch = Mismatch::kNone;
    decision.nearest_rule = "";
  }
  return decision;
}

std::optional<Decision> Policy::RefuseLease(const CallScope& scope) const {
  if (IssuesBearerTokens(scope.service)) {
    Decision decision;
    decision.why = Decision::Why::kLeaseOfBearerTokens;
    return decision;
  }
  const std::optional<size_t> bypassed = FindBypassed(scope);
  return bypassed.has_value()
             ? std::optional<Decision>(DeniedBy(Decision::Why::kLeaseWouldBypassRule, *bypassed))
             : std::nullopt;
}

std::optional<size_t> Policy::FindBypassed(const CallScope& scope) const {
  std::optional<size_t> found;
  index_.ForEachOfCaller(scope.caller, [&](size_t i) {
    const RuleMatcher& matcher = matchers_[i];
    const bool is_limit = rules_[i].effect == Effect::kDeny || matcher.LimitsRequests();
    if (is_limit && matcher.HasAnyUseOfCredentials() && matcher.TouchesUse(scope)) {
      found = std::min(found.value_or(i), i);
    }
    return true;
  });
  return found;
}

std::optional<absl::string_view> Policy::LeaseWouldBypass(absl::string_view caller,
                                                          absl::string_view credential,
                                                          absl::string_view service,
                                                          absl::string_view region) const {
  const std::optional<size_t> bypassed =
      FindBypassed(ScopeOf({.caller = caller,
                            .operation = Operation::kGetOrLoadKey,
                            .credential = credential,
                            .service = service},
                           region));
  return bypassed.has_value() ? std::optional<absl::string_view>(rules_[*bypassed].name)
                              : std::nullopt;
}

std::optional<absl::Duration> Policy::TakeTokens(const PolicyRequest& request,
                                                 absl::Duration monotonic,
                                                 RateLimiter* limiter) const {
  if (!has_rates_) {
    return std::nullopt;
  }
  // Rules that this call has paid for.
  absl::InlinedVector<size_t, 16> paid;
  std::optional<absl::Duration> wait;
  const auto pays = [&](size_t i) {
    if (std::find(paid.begin(), paid.end(), i) != paid.end()) {
      return true;
    }
    const std::optional<absl::Duration> until =
        limiter->Take(rules_[i].name, *rules_[i].rate, request.caller, monotonic);
    if (until.has_value()) {
      wait = std::min(wait.value_or(*until), *until);
      return false;
    }
    paid.push_back(i);
    return true;
  };
  bool may_go_on = true;
  for (const absl::string_view region : request.regions) {
    const CallScope scope = ScopeOf(request, region);
    ForEachAccess(request, [&](const Access* access) {
      absl::InlinedVector<size_t, 16> rated;
      bool is_free = false;
      index_.ForEach(scope.caller, OperationBit(scope.operation), scope.credential, scope.service,
                     [&](size_t i) {
                       if (rules_[i].effect == Effect::kAllow &&
                           matchers_[i].MatchScope(scope) == Mismatch::kNone &&
                           matchers_[i].MatchRequest(request, access) == Mismatch::kNone) {
                         is_free = !rules_[i].rate.has_value();
                         rated.push_back(i);
                       }
                       return !is_free;
                     });
      may_go_on = is_free || std::any_of(rated.begin(), rated.end(), pays);
      return may_go_on;
    });
    if (!may_go_on) {
      return wait.value_or(absl::Seconds(1));
    }
  }
  return std::nullopt;
}

Decision Policy::DecideWithoutCredential(absl::string_view caller, Operation operation) const {
  Decision decision;
  index_.ForEachOfCaller(caller, [&](size_t i) {
    const RuleMatcher& matcher = matchers_[i];
    if (!matcher.Has(operation)) {
      return true;
    }
    if (rules_[i].effect == Effect::kAllow) {
      decision.allowed = true;
      decision.why = Decision::Why::kAllowRule;
      decision.rule = rules_[i].name;
      decision.place = rules_[i].place;
    } else if (matcher.HasAllCredentialsServicesAndRegions() && !matcher.LimitsRequests()) {
      decision = DeniedBy(Decision::Why::kDenyRule, i);
      return false;
    }
    return true;
  });
  return decision;
}

bool Policy::KnowsCredential(absl::string_view caller, absl::string_view credential) const {
  bool granted = false;
  bool hidden = false;
  index_.ForEachOfCaller(caller, [&](size_t i) {
    const RuleMatcher& matcher = matchers_[i];
    if (matcher.MatchesCredential(credential)) {
      if (rules_[i].effect == Effect::kAllow) {
        granted = granted || matcher.HasAnyUseOfCredentials();
      } else {
        hidden = hidden || (matcher.HasAllUseOfCredentials() &&
                            matcher.HasAllServicesAndRegions() && !matcher.LimitsRequests());
      }
    }
    return !hidden;
  });
  return granted && !hidden;
}

bool Policy::AllowsSomewhere(absl::string_view caller, Operation operation) const {
  bool allows = false;
  index_.ForEachOfCaller(caller, [&](size_t i) {
    allows = rules_[i].effect == Effect::kAllow && matchers_[i].Has(operation);
    return !allows;
  });
  return allows;
}

std::vector<Policy::Finding> Policy::Explain(const PolicyRequest& request) const {
  std::vector<Finding> findings;
  for (size_t i = 0; i < rules_.size(); ++i) {
    Finding finding = {&rules_[i], Mismatch::kOperation};
    for (const absl::string_view region : request.regions) {
      const CallScope scope = ScopeOf(request, region);
      const Mismatch of_scope = matchers_[i].MatchScope(scope);
      ForEachAccess(request, [&](const Access* access) {
        const Mismatch mismatch =
            of_scope == Mismatch::kNone ? matchers_[i].MatchRequest(request, access) : of_scope;
        finding.mismatch = std::max(finding.mismatch, mismatch);
        return true;
      });
    }
    findings.push_back(finding);
  }
  return findings;
}

}  // namespace signet
