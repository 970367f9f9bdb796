// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_POLICY_POLICY_H_
#define SIGNET_SERVER_POLICY_POLICY_H_

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "server/policy/endpoint_table.h"
#include "server/policy/operation.h"
#include "server/policy/policy_request.h"
#include "server/policy/rate_limiter.h"
#include "server/policy/rule.h"
#include "server/policy/rule_index.h"
#include "server/policy/rule_matcher.h"

namespace signet {

struct Decision {
  enum class Why {
    kNoRule,                // denied: no allow rule matches
    kDenyRule,              // denied: `rule` matches
    kLeaseWouldBypassRule,  // denied: a lease would get round what `rule` limits
    kLeaseOfBearerTokens,   // denied: the service's requests are bearer tokens elsewhere
    kAllowRule,             // allowed: by `rule`
  };

  bool allowed = false;
  Why why = Why::kNoRule;
  // The name of the deciding rule, "" where none decided; and its place. Live as
  // long as the policy.
  absl::string_view rule;
  absl::string_view place;
  // The widest of all matching allow rules (in each region, for each access; the
  // narrowest over those). Empty when denied.
  Grants grants;
  // Denied: the access that is. Of the request's target, null without one.
  const Access* access = nullptr;
  // kNoRule: the allow rule that matched the most, and in which dimension it did
  // not. kOperation and "" where none names caller, operation and so on.
  Mismatch nearest_mismatch = Mismatch::kOperation;
  absl::string_view nearest_rule;
};

// "no-rule", "deny-rule" ...: for logs.
absl::string_view WhyName(Decision::Why why);

// What a policy says beside its rules.
struct PolicyOptions {
  // Which hosts lead where.
  EndpointTable endpoints;
  // Calls that no rule allows are let through where a rule could allow them, so
  // that they can be seen before they are denied; see PolicyMode in policy.proto.
  bool is_recording = false;
};

// Who may do what: deny by default, any matching deny rule wins over all allow
// rules, the order of rules does not matter. Immutable: to change it, make
// another and swap it in (PolicyHolder). Safe for concurrent use.
class Policy {
 public:
  // InvalidArgument, kInvalidConfig: a rule without a name or with that of
  // another, an empty list, a malformed pattern, an unknown operation, grants
  // in a deny rule, a negative skew; the field is "rules[2].callers[0]".
  static absl::StatusOr<std::shared_ptr<const Policy>> Create(std::vector<Rule> rules,
                                                              PolicyOptions options = {});

  // All that Create() would find wrong with one rule but for its name; field
  // paths as "callers[0]".
  static std::vector<absl::Status> Check(const Rule& rule) { return RuleMatcher::Check(rule); }

  // Decides a call. Leases (kGetOrLoadKey) are also denied where
  // LeaseWouldBypass() says so and for services that issue bearer tokens.
  Decision Decide(const PolicyRequest& request) const;

  // Takes what an allowed call costs: a token of each rule that it needs and that
  // has a rate, of this caller's; none where rules without one allow it as well.
  // Nothing when it may go on, else how long to wait. `monotonic` is the clock's.
  std::optional<absl::Duration> TakeTokens(const PolicyRequest& request, absl::Duration monotonic,
                                           RateLimiter* limiter) const;

  // Decides a call of an operation that uses no credential (kHashPayload): what
  // an allow rule says of credentials, services and regions does not matter; a
  // deny rule matches where it says "*" to all three.
  Decision DecideWithoutCredential(absl::string_view caller, Operation operation) const;

  // Decides a call of the AdminService. Services and regions do not matter. With a
  // credential, credentials decide as ever. Without one (""), the operation is on all of
  // them: PurgeKeys then needs a rule for credentials "*", and any deny rule denies it; of
  // the others, an allow rule allows them whatever its credentials, a deny rule denies them
  // where it says "*".
  Decision DecideAdmin(absl::string_view caller, Operation operation,
                       absl::string_view credential) const;

  // Whether `caller` may learn if a credential of that name exists: an allow
  // rule grants the caller the name for something, and no deny rule takes all
  // of it away. Where false, unknown and denied must look alike.
  bool KnowsCredential(absl::string_view caller, absl::string_view credential) const;

  // Whether any allow rule lets `caller` do `operation` with anything: for calls
  // that name no credential, as verification. The decision itself is Decide()'s.
  bool AllowsSomewhere(absl::string_view caller, Operation operation) const;

  // The name of a rule that limits what the caller may do with that credential,
  // service and region, and that the holder of a leased key could ignore: any
  // deny rule that matches them, whatever its operations, and any allow rule that
  // limits endpoints, actions, resources, payloads, headers, rate, signing time or
  // expiry. Nothing when there is none.
  std::optional<absl::string_view> LeaseWouldBypass(absl::string_view caller,
                                                    absl::string_view credential,
                                                    absl::string_view service,
                                                    absl::string_view region) const;

  // What each rule says to the call in each region and to each access of it: the
  // farthest that it got.
  struct Finding {
    const Rule* rule = nullptr;
    Mismatch mismatch = Mismatch::kNone;
  };
  std::vector<Finding> Explain(const PolicyRequest& request) const;

  const EndpointTable& endpoints() const { return options_.endpoints; }
  bool is_recording() const { return options_.is_recording; }
  // A rule does: otherwise requests come without their headers.
  bool LooksAtHeaders() const { return looks_at_headers_; }
  // 16 hex digits that change with any rule: the audit's.
  const std::string& fingerprint() const { return fingerprint_; }

  // What is allowed to be written but hardly meant: one sentence each, for
  // check-config. Pairs of rules where one grants leases that the other makes
  // impossible; allow rules that a deny rule covers wholly.
  std::vector<std::string> Lint() const;

  const std::vector<Rule>& rules() const { return rules_; }

 private:
  Policy(std::vector<Rule> rules, std::vector<RuleMatcher> matchers, PolicyOptions options);

  // For DecideAdmin(): what a rule says of the credential "", which stands for all.
  static bool AllowsAdmin(const RuleMatcher& matcher, Operation operation,
                          absl::string_view credential);
  static bool DeniesAdmin(const RuleMatcher& matcher, Operation operation,
                          absl::string_view credential);
  static CallScope ScopeOf(const PolicyRequest& request, absl::string_view region);
  Decision DecideAccess(const PolicyRequest& request, const CallScope& scope,
                        const Access* access) const;
  std::optional<Decision> RefuseLease(const CallScope& scope) const;
  std::optional<size_t> FindBypassed(const CallScope& scope) const;
  Decision DeniedBy(Decision::Why why, size_t rule) const;
  std::vector<std::string> LintPair(size_t allow, size_t other) const;

  const std::vector<Rule> rules_;
  // One for each rule.
  const std::vector<RuleMatcher> matchers_;
  const RuleIndex index_;
  const PolicyOptions options_;
  bool looks_at_headers_ = false;
  bool has_rates_ = false;
  std::string fingerprint_;
};

}  // namespace signet

#endif  // SIGNET_SERVER_POLICY_POLICY_H_
