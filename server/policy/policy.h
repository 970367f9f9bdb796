// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_POLICY_POLICY_H_
#define SIGNET_SERVER_POLICY_POLICY_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "server/policy/operation.h"
#include "server/policy/pattern.h"

namespace signet {

enum class Effect { kAllow, kDeny };

// What an allow rule gives beyond the operation itself.
struct Grants {
  // How far from signet's clock, either way, a signing time of the caller's own
  // may lie. Zero: none is allowed. Infinite: any.
  absl::Duration own_signing_time_max_skew = absl::ZeroDuration();
  // UNSIGNED-PAYLOAD and STREAMING-UNSIGNED-PAYLOAD-TRAILER over plain http.
  bool unsigned_payload_over_http = false;
  // Leases of any date, not only of signet's today and tomorrow. Only
  // development mode sets it.
  bool lease_any_date = false;
};

// One rule as the configuration says it. Each list needs at least one entry; a
// rule matches a call when one entry of every list does.
struct Rule {
  // Unique; it is what logs and the audit show.
  std::string name;
  Effect effect = Effect::kAllow;
  // Patterns (see Pattern). Callers are SPIFFE IDs, DNS names or local users.
  std::vector<std::string> callers;
  // RPC names (see Operation); "admin:*" for all of the AdminService; "*" for all, without
  // those of the AdminService in an allow rule and in one for some services or regions.
  std::vector<std::string> operations;
  std::vector<std::string> credentials;
  // Signing names; endpoint prefixes that differ from theirs are translated
  // ("bedrock-runtime" is "bedrock").
  std::vector<std::string> services;
  std::vector<std::string> regions;
  // For allow rules only.
  Grants grants;
};

// What policy looks at.
struct PolicyRequest {
  absl::string_view caller;
  Operation operation = Operation::kSignRequest;
  absl::string_view credential;
  absl::string_view service;
  // One region, or for SigV4A the members of the region set. A call is allowed
  // when it is allowed in each; none at all is denied.
  absl::Span<const absl::string_view> regions;
};

struct Decision {
  enum class Why {
    kNoRule,                // denied: no allow rule matches
    kDenyRule,              // denied: `rule` matches
    kLeaseWouldBypassRule,  // denied: a lease would get round the deny rule `rule`
    kLeaseOfBearerTokens,   // denied: the service's requests are bearer tokens elsewhere
    kAllowRule,             // allowed: by `rule`
  };

  bool allowed = false;
  Why why = Why::kNoRule;
  // The name of the deciding rule, "" where none decided. Lives as long as the
  // policy.
  absl::string_view rule;
  // The widest of all matching allow rules (in each region; the narrowest over
  // the regions of a set). Empty when denied.
  Grants grants;
};

// "no-rule", "deny-rule" ...: for logs.
absl::string_view WhyName(Decision::Why why);

// Who may do what: deny by default, any matching deny rule wins over all allow
// rules, the order of rules does not matter. Immutable: to change it, make
// another and swap it in (PolicyHolder). Safe for concurrent use.
class Policy {
 public:
  // InvalidArgument, kInvalidConfig: a rule without a name or with that of
  // another, an empty list, a malformed pattern, an unknown operation, grants
  // in a deny rule, a negative skew; the field is "rules[2].callers[0]".
  static absl::StatusOr<std::shared_ptr<const Policy>> Create(std::vector<Rule> rules);

  // All that Create() would find wrong with one rule but for its name; field
  // paths as "callers[0]".
  static std::vector<absl::Status> Check(const Rule& rule);

  // Decides a call. Leases (kGetOrLoadKey) are also denied where
  // LeaseWouldBypass() says so and for services that issue bearer tokens.
  Decision Decide(const PolicyRequest& request) const;

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
  // deny rule that matches them, whatever its operations. Nothing when there is
  // none.
  std::optional<absl::string_view> LeaseWouldBypass(absl::string_view caller,
                                                    absl::string_view credential,
                                                    absl::string_view service,
                                                    absl::string_view region) const;

  // What is allowed to be written but hardly meant: one sentence each, for
  // check-config. Pairs of rules where one grants leases that the other makes
  // impossible; allow rules that a deny rule covers wholly.
  std::vector<std::string> Lint() const;

  const std::vector<Rule>& rules() const { return rules_; }

 private:
  // A rule, ready to be matched.
  struct Matcher {
    std::vector<Pattern> callers;
    unsigned operations = 0;  // bit per Operation
    std::vector<Pattern> credentials;
    std::vector<Pattern> services;
    std::vector<Pattern> regions;

    bool Has(Operation operation) const;
    bool HasAnyUseOfCredentials() const;
    bool HasAllUseOfCredentials() const;
    // Every call that `other` matches, this matches.
    bool Covers(const Matcher& other) const;
    // There is a caller, credential, service and region that both match.
    bool SharesScopeWith(const Matcher& other) const;
  };

  static absl::StatusOr<Matcher> Compile(const Rule& rule);
  // For DecideAdmin(): what a rule says of the credential "", which stands for all.
  static bool AllowsAdmin(const Matcher& matcher, Operation operation,
                          absl::string_view credential);
  static bool DeniesAdmin(const Matcher& matcher, Operation operation,
                          absl::string_view credential);

  Policy(std::vector<Rule> rules, std::vector<Matcher> matchers)
      : rules_(std::move(rules)), matchers_(std::move(matchers)) {}

  Decision DecideInRegion(const PolicyRequest& request, absl::string_view region) const;

  const std::vector<Rule> rules_;
  // One for each rule.
  const std::vector<Matcher> matchers_;
};

}  // namespace signet

#endif  // SIGNET_SERVER_POLICY_POLICY_H_
