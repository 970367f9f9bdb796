// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/policy/policy.h"

#include <algorithm>
#include <set>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"
#include "server/policy/pattern_list.h"
#include "server/sigv4/target.h"

namespace signet {
namespace {

constexpr unsigned kAllOperations = (1u << kOperations) - 1;

constexpr unsigned Bit(Operation operation) { return 1u << static_cast<unsigned>(operation); }

constexpr unsigned AdminOperations() {
  unsigned bits = 0;
  for (int i = 0; i < kOperations; ++i) {
    if (IsAdminOperation(static_cast<Operation>(i))) {
      bits |= Bit(static_cast<Operation>(i));
    }
  }
  return bits;
}

constexpr unsigned kAdminOperations = AdminOperations();

constexpr unsigned kUsesOfCredentials =
    kAllOperations & ~kAdminOperations & ~Bit(Operation::kHashPayload);

bool AnyMatches(const std::vector<Pattern>& patterns, absl::string_view text) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [text](const Pattern& pattern) { return pattern.Matches(text); });
}

bool AnyCovers(const std::vector<Pattern>& patterns, const Pattern& other) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [&other](const Pattern& pattern) { return pattern.Covers(other); });
}

bool AnyIntersects(const std::vector<Pattern>& patterns, const Pattern& other) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [&other](const Pattern& pattern) { return pattern.Intersects(other); });
}

bool AllCovered(const std::vector<Pattern>& patterns, const std::vector<Pattern>& others) {
  return std::all_of(others.begin(), others.end(),
                     [&patterns](const Pattern& other) { return AnyCovers(patterns, other); });
}

bool SomeIntersect(const std::vector<Pattern>& patterns, const std::vector<Pattern>& others) {
  return std::any_of(others.begin(), others.end(),
                     [&patterns](const Pattern& other) { return AnyIntersects(patterns, other); });
}

bool HasWildcardOnly(const std::vector<Pattern>& patterns) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [](const Pattern& pattern) { return pattern.MatchesEverything(); });
}

// "aws-global" and its like stand for a region that services sign by; a rule
// that names one would never match.
absl::Status CheckRegionsAreSigned(const std::vector<std::string>& regions) {
  for (size_t i = 0; i < regions.size(); ++i) {
    if (absl::StartsWith(regions[i], "aws-") && absl::EndsWith(regions[i], "-global")) {
      return InvalidField(
          Reason::kInvalidConfig, absl::StrCat("regions[", i, "]"),
          absl::StrCat("\"", regions[i], "\" is no region that is signed for, name the one that ",
                       "global services sign by, as us-east-1"));
    }
  }
  return absl::OkStatus();
}

// What "*" means. An allow rule leaves administration out, so that rules written for
// signing grant nothing else. A deny rule leaves it out only where it is about some
// services or regions, which administration has none of.
unsigned EveryOperation(const Rule& rule) {
  const auto has_all = [](const std::vector<std::string>& patterns) {
    return std::find(patterns.begin(), patterns.end(), "*") != patterns.end();
  };
  const bool denies_all =
      rule.effect == Effect::kDeny && has_all(rule.services) && has_all(rule.regions);
  return denies_all ? kAllOperations : kAllOperations & ~kAdminOperations;
}

absl::StatusOr<unsigned> CompileOperations(const Rule& rule) {
  const std::vector<std::string>& names = rule.operations;
  if (names.empty()) {
    return EmptyList("operations");
  }
  unsigned bits = 0;
  for (size_t i = 0; i < names.size(); ++i) {
    const std::optional<Operation> operation = OperationFromName(names[i]);
    if (names[i] == "*") {
      bits |= EveryOperation(rule);
    } else if (names[i] == "admin:*") {
      bits |= kAdminOperations;
    } else if (operation.has_value()) {
      bits |= Bit(*operation);
    } else {
      return InvalidField(Reason::kInvalidConfig, absl::StrCat("operations[", i, "]"),
                          absl::StrCat("\"", names[i], "\" is no operation, allowed are ",
                                       OperationNames(), ", \"*\" and \"admin:*\""));
    }
  }
  return bits;
}

std::vector<std::string> SigningNames(std::vector<std::string> services) {
  for (std::string& service : services) {
    service = std::string(SigningName(service));
  }
  return services;
}

absl::Status CheckGrants(const Rule& rule) {
  if (rule.grants.own_signing_time_max_skew < absl::ZeroDuration()) {
    return InvalidField(Reason::kInvalidConfig, "own_signing_time.max_skew",
                        "max_skew is negative, allowed is 0s or more");
  }
  const bool has_grants = rule.grants.own_signing_time_max_skew > absl::ZeroDuration() ||
                          rule.grants.unsigned_payload_over_http || rule.grants.lease_any_date;
  if (rule.effect == Effect::kDeny && has_grants) {
    return InvalidField(Reason::kInvalidConfig, "effect", "a deny rule cannot grant anything");
  }
  return absl::OkStatus();
}

Grants Widest(const Grants& a, const Grants& b) {
  return {std::max(a.own_signing_time_max_skew, b.own_signing_time_max_skew),
          a.unsigned_payload_over_http || b.unsigned_payload_over_http,
          a.lease_any_date || b.lease_any_date};
}

Grants Narrowest(const Grants& a, const Grants& b) {
  return {std::min(a.own_signing_time_max_skew, b.own_signing_time_max_skew),
          a.unsigned_payload_over_http && b.unsigned_payload_over_http,
          a.lease_any_date && b.lease_any_date};
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

bool Policy::Matcher::Has(Operation operation) const { return (operations & Bit(operation)) != 0; }

bool Policy::Matcher::HasAnyUseOfCredentials() const {
  return (operations & kUsesOfCredentials) != 0;
}

bool Policy::Matcher::HasAllUseOfCredentials() const {
  return (operations & kUsesOfCredentials) == kUsesOfCredentials;
}

bool Policy::Matcher::Covers(const Matcher& other) const {
  return (operations & other.operations) == other.operations &&
         AllCovered(callers, other.callers) && AllCovered(credentials, other.credentials) &&
         AllCovered(services, other.services) && AllCovered(regions, other.regions);
}

bool Policy::Matcher::SharesScopeWith(const Matcher& other) const {
  return SomeIntersect(callers, other.callers) && SomeIntersect(credentials, other.credentials) &&
         SomeIntersect(services, other.services) && SomeIntersect(regions, other.regions);
}

std::vector<absl::Status> Policy::Check(const Rule& rule) {
  std::vector<absl::Status> errors;
  for (absl::Status status :
       {CheckGrants(rule), CompilePatterns("callers", rule.callers, NameKind::kCaller).status(),
        CompileOperations(rule).status(),
        CompilePatterns("credentials", rule.credentials, NameKind::kCredential).status(),
        CompilePatterns("services", SigningNames(rule.services), NameKind::kService).status(),
        CheckRegionsAreSigned(rule.regions),
        CompilePatterns("regions", rule.regions, NameKind::kRegion).status()}) {
    if (!status.ok()) {
      errors.push_back(std::move(status));
    }
  }
  return errors;
}

absl::StatusOr<Policy::Matcher> Policy::Compile(const Rule& rule) {
  SIGNET_RETURN_IF_ERROR(CheckGrants(rule));
  Matcher matcher;
  SIGNET_ASSIGN_OR_RETURN(matcher.callers,
                          CompilePatterns("callers", rule.callers, NameKind::kCaller));
  SIGNET_ASSIGN_OR_RETURN(matcher.operations, CompileOperations(rule));
  SIGNET_ASSIGN_OR_RETURN(matcher.credentials,
                          CompilePatterns("credentials", rule.credentials, NameKind::kCredential));
  SIGNET_ASSIGN_OR_RETURN(matcher.services, CompilePatterns("services", SigningNames(rule.services),
                                                            NameKind::kService));
  SIGNET_RETURN_IF_ERROR(CheckRegionsAreSigned(rule.regions));
  SIGNET_ASSIGN_OR_RETURN(matcher.regions,
                          CompilePatterns("regions", rule.regions, NameKind::kRegion));
  return matcher;
}

absl::StatusOr<std::shared_ptr<const Policy>> Policy::Create(std::vector<Rule> rules) {
  std::vector<Matcher> matchers;
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
    absl::StatusOr<Matcher> matcher = Compile(rules[i]);
    if (!matcher.ok()) {
      return WithFieldPrefix(matcher.status(), field);
    }
    matchers.push_back(*std::move(matcher));
  }
  return std::shared_ptr<const Policy>(new Policy(std::move(rules), std::move(matchers)));
}

Decision Policy::Decide(const PolicyRequest& request) const {
  Decision combined;
  for (const absl::string_view region : request.regions) {
    const Decision decision = DecideInRegion(request, region);
    if (!decision.allowed) {
      return decision;
    }
    if (!combined.allowed) {
      combined = decision;
    } else {
      combined.grants = Narrowest(combined.grants, decision.grants);
    }
  }
  return combined;
}

Decision Policy::DecideInRegion(const PolicyRequest& request, absl::string_view region) const {
  const absl::string_view service = SigningName(request.service);
  const Pattern region_set = Pattern::OfRequest(SigningRegion(service, region));
  Decision decision;
  for (size_t i = 0; i < rules_.size(); ++i) {
    const Matcher& matcher = matchers_[i];
    if (!matcher.Has(request.operation) || !AnyMatches(matcher.callers, request.caller) ||
        !AnyMatches(matcher.credentials, request.credential) ||
        !AnyMatches(matcher.services, service)) {
      continue;
    }
    if (rules_[i].effect == Effect::kDeny) {
      if (AnyIntersects(matcher.regions, region_set)) {
        return {false, Decision::Why::kDenyRule, rules_[i].name, {}};
      }
    } else if (AnyCovers(matcher.regions, region_set)) {
      if (!decision.allowed) {
        decision = {true, Decision::Why::kAllowRule, rules_[i].name, rules_[i].grants};
      } else {
        decision.grants = Widest(decision.grants, rules_[i].grants);
      }
    }
  }
  if (!decision.allowed || request.operation != Operation::kGetOrLoadKey) {
    return decision;
  }
  if (IssuesBearerTokens(service)) {
    return {false, Decision::Why::kLeaseOfBearerTokens, "", {}};
  }
  if (const auto rule = LeaseWouldBypass(request.caller, request.credential, service, region)) {
    return {false, Decision::Why::kLeaseWouldBypassRule, *rule, {}};
  }
  return decision;
}

Decision Policy::DecideWithoutCredential(absl::string_view caller, Operation operation) const {
  Decision decision;
  for (size_t i = 0; i < rules_.size(); ++i) {
    const Matcher& matcher = matchers_[i];
    if (!matcher.Has(operation) || !AnyMatches(matcher.callers, caller)) {
      continue;
    }
    if (rules_[i].effect == Effect::kAllow) {
      decision = {true, Decision::Why::kAllowRule, rules_[i].name, {}};
    } else if (HasWildcardOnly(matcher.credentials) && HasWildcardOnly(matcher.services) &&
               HasWildcardOnly(matcher.regions)) {
      return {false, Decision::Why::kDenyRule, rules_[i].name, {}};
    }
  }
  return decision;
}

bool Policy::KnowsCredential(absl::string_view caller, absl::string_view credential) const {
  bool granted = false;
  for (size_t i = 0; i < rules_.size(); ++i) {
    const Matcher& matcher = matchers_[i];
    if (!AnyMatches(matcher.callers, caller) || !AnyMatches(matcher.credentials, credential)) {
      continue;
    }
    if (rules_[i].effect == Effect::kAllow) {
      granted = granted || matcher.HasAnyUseOfCredentials();
    } else if (matcher.HasAllUseOfCredentials() && HasWildcardOnly(matcher.services) &&
               HasWildcardOnly(matcher.regions)) {
      return false;
    }
  }
  return granted;
}

bool Policy::AllowsSomewhere(absl::string_view caller, Operation operation) const {
  for (size_t i = 0; i < rules_.size(); ++i) {
    if (rules_[i].effect == Effect::kAllow && matchers_[i].Has(operation) &&
        AnyMatches(matchers_[i].callers, caller)) {
      return true;
    }
  }
  return false;
}

std::optional<absl::string_view> Policy::LeaseWouldBypass(absl::string_view caller,
                                                          absl::string_view credential,
                                                          absl::string_view service,
                                                          absl::string_view region) const {
  const absl::string_view name = SigningName(service);
  const Pattern region_set = Pattern::OfRequest(SigningRegion(name, region));
  for (size_t i = 0; i < rules_.size(); ++i) {
    const Matcher& matcher = matchers_[i];
    if (rules_[i].effect == Effect::kDeny && matcher.HasAnyUseOfCredentials() &&
        AnyMatches(matcher.callers, caller) && AnyMatches(matcher.credentials, credential) &&
        AnyMatches(matcher.services, name) && AnyIntersects(matcher.regions, region_set)) {
      return rules_[i].name;
    }
  }
  return std::nullopt;
}

std::vector<std::string> Policy::Lint() const {
  std::vector<std::string> findings;
  for (size_t a = 0; a < rules_.size(); ++a) {
    if (rules_[a].effect == Effect::kDeny) {
      continue;
    }
    const bool leases = matchers_[a].Has(Operation::kGetOrLoadKey);
    for (const Pattern& service : matchers_[a].services) {
      if (leases && service.is_exact() && IssuesBearerTokens(service.literal())) {
        findings.push_back(absl::StrCat(
            "rule \"", rules_[a].name, "\" grants leases (GetOrLoadKey) for service \"",
            service.literal(),
            "\", whose requests are bearer tokens elsewhere: such leases are always refused"));
      }
    }
    for (size_t d = 0; d < rules_.size(); ++d) {
      if (rules_[d].effect == Effect::kAllow) {
        continue;
      }
      if (matchers_[d].Covers(matchers_[a])) {
        findings.push_back(absl::StrCat("rule \"", rules_[a].name,
                                        "\" never allows anything: deny rule \"", rules_[d].name,
                                        "\" covers all of it"));
      } else if (leases && matchers_[d].HasAnyUseOfCredentials() &&
                 matchers_[d].SharesScopeWith(matchers_[a])) {
        findings.push_back(absl::StrCat(
            "rule \"", rules_[a].name, "\" grants leases (GetOrLoadKey), and a lease would bypass ",
            "deny rule \"", rules_[d].name, "\": leases are refused where both match"));
      }
    }
  }
  return findings;
}

}  // namespace signet
