// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_POLICY_RULE_MATCHER_H_
#define SIGNET_SERVER_POLICY_RULE_MATCHER_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "server/policy/endpoint_pattern.h"
#include "server/policy/operation.h"
#include "server/policy/pattern.h"
#include "server/policy/policy_request.h"
#include "server/policy/resource_pattern.h"
#include "server/policy/rule.h"

namespace signet {

// The first dimension in which a rule does not match, in the order they are
// looked at.
enum class Mismatch {
  kOperation,
  kCaller,
  kCredential,
  kService,
  kRegion,
  kValidUntil,
  kEndpoint,
  kPayload,
  kHeaders,
  kBearerTokens,
  kAction,
  kResource,
  kDotSegments,
  // It matches.
  kNone,
};

// "action", "bearer-tokens" ...: for logs.
absl::string_view MismatchName(Mismatch mismatch);

// A call seen from one region, with the names that are signed.
struct CallScope {
  absl::string_view caller;
  Operation operation;
  absl::string_view credential;
  // SigningName() of the request's.
  absl::string_view service;
  // SigningRegion() of the request's.
  Pattern::OfRequest region;
};

// A rule, ready to be matched. An allow rule matches where it covers all that a
// request may mean, a deny rule where it touches some of it. Nothing here
// allocates, but for keys with dot segments.
class RuleMatcher {
 public:
  // All that is wrong with the rule but for its name; field paths as "callers[0]".
  // InvalidArgument, kInvalidConfig.
  static std::vector<absl::Status> Check(const Rule& rule);
  // The first of those.
  static absl::StatusOr<RuleMatcher> Compile(const Rule& rule);

  // kNone where caller, operation, credential, service and region match.
  Mismatch MatchScope(const CallScope& scope) const;
  // The rule's caller, credential, service and region have something in common
  // with the scope's, whatever its operation and effect.
  bool TouchesUse(const CallScope& scope) const;
  // What is not in the scope, for one access; null: there is no target.
  Mismatch MatchRequest(const PolicyRequest& request, const Access* access) const;

  bool MatchesCaller(absl::string_view caller) const;
  bool MatchesCredential(absl::string_view credential) const;
  bool Has(Operation operation) const;
  bool HasAnyUseOfCredentials() const;
  bool HasAllUseOfCredentials() const;
  bool HasAllCredentials() const;
  bool HasAllCredentialsServicesAndRegions() const;
  bool HasAllServicesAndRegions() const;

  // Says anything of a request beyond the scope: what the holder of a leased key
  // could ignore.
  bool LimitsRequests() const { return limits_requests_; }
  bool LooksAtHeaders() const { return !required_headers_.empty() || !forbidden_headers_.empty(); }

  // Every call that `other` matches, this matches.
  bool Covers(const RuleMatcher& other) const;
  // There is a caller, credential, service and region that both match.
  bool SharesScopeWith(const RuleMatcher& other) const;

  const std::vector<Pattern>& callers() const { return callers_; }
  const std::vector<Pattern>& credentials() const { return credentials_; }
  const std::vector<Pattern>& services() const { return services_; }
  unsigned operations() const { return operations_; }

 private:
  struct HeaderValues {
    std::string name;
    std::vector<Pattern> values;
  };

  bool MatchesRegion(const Pattern::OfRequest& region) const;
  bool HeadersMatch(absl::Span<const RequestHeader> headers) const;
  bool GrantsToken(const RequestTarget& target, absl::string_view service) const;
  Mismatch MatchTarget(const PolicyRequest& request) const;
  Mismatch MatchAccess(const Access& access) const;
  absl::Status CompileScope(const Rule& rule);
  absl::Status CompileTarget(const Rule& rule);
  absl::Status CompileHeaders(const Rule& rule);

  Effect effect_ = Effect::kAllow;
  std::vector<Pattern> callers_;
  unsigned operations_ = 0;  // bit per Operation
  std::vector<Pattern> credentials_;
  std::vector<Pattern> services_;
  std::vector<Pattern> regions_;
  // Empty: any.
  std::vector<EndpointPattern> endpoints_;
  std::vector<Pattern> actions_;
  std::vector<ResourcePattern> resources_;
  unsigned payloads_ = 0;  // bit per PayloadMode; 0: any
  std::vector<HeaderValues> required_headers_;
  std::vector<Pattern> forbidden_headers_;
  bool limits_requests_ = false;
  bool allows_dot_segments_ = false;
  bool grants_tokens_ = false;
  // Sorted; has "*" where any will do.
  std::vector<std::string> audiences_;
  absl::Time valid_until_;
};

}  // namespace signet

#endif  // SIGNET_SERVER_POLICY_RULE_MATCHER_H_
