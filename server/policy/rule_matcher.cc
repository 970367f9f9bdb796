// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/policy/rule_matcher.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace signet {
namespace {

bool AnyMatches(const std::vector<Pattern>& patterns, absl::string_view text) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [text](const Pattern& pattern) { return pattern.Matches(text); });
}

bool AnyMatchesIgnoringCase(const std::vector<Pattern>& patterns, absl::string_view text) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [text](const Pattern& pattern) { return pattern.MatchesIgnoringCase(text); });
}

// Each of `others` is covered by one of `patterns`.
template <typename P>
bool AllCovered(const std::vector<P>& patterns, const std::vector<P>& others) {
  return std::all_of(others.begin(), others.end(), [&patterns](const P& other) {
    return std::any_of(patterns.begin(), patterns.end(),
                       [&other](const P& pattern) { return pattern.Covers(other); });
  });
}

// The same of lists where none stands for any.
template <typename P>
bool AllCoveredOrAny(const std::vector<P>& patterns, const std::vector<P>& others) {
  return patterns.empty() || (!others.empty() && AllCovered(patterns, others));
}

bool SomeIntersect(const std::vector<Pattern>& patterns, const std::vector<Pattern>& others) {
  return std::any_of(others.begin(), others.end(), [&patterns](const Pattern& other) {
    return std::any_of(patterns.begin(), patterns.end(),
                       [&other](const Pattern& pattern) { return pattern.Intersects(other); });
  });
}

template <typename P>
bool HasWildcardAlone(const std::vector<P>& patterns) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [](const P& pattern) { return pattern.MatchesEverything(); });
}

// All values that the header may have are among the patterns.
bool CoversValue(const std::vector<Pattern>& patterns, const RequestHeader& header) {
  const absl::string_view value = absl::StripAsciiWhitespace(header.value);
  return std::any_of(patterns.begin(), patterns.end(), [&](const Pattern& pattern) {
    return pattern.Matches(value) && (!header.is_prefix || !pattern.is_exact());
  });
}

// One of the values that the header may have is, as a lenient server reads it: in
// any case, and each member of a list by itself.
bool TouchesValue(const std::vector<Pattern>& patterns, const RequestHeader& header) {
  const auto touches = [&](absl::string_view value) {
    value = absl::StripAsciiWhitespace(value);
    return std::any_of(patterns.begin(), patterns.end(), [&](const Pattern& pattern) {
      return pattern.MatchesIgnoringCase(value) ||
             (header.is_prefix && absl::StartsWithIgnoreCase(pattern.literal(), value));
    });
  };
  if (touches(header.value)) {
    return true;
  }
  for (const absl::string_view member : absl::StrSplit(header.value, ',')) {
    if (touches(member)) {
      return true;
    }
  }
  return false;
}

}  // namespace

absl::string_view MismatchName(Mismatch mismatch) {
  switch (mismatch) {
    case Mismatch::kOperation:
      return "operation";
    case Mismatch::kCaller:
      return "caller";
    case Mismatch::kCredential:
      return "credential";
    case Mismatch::kService:
      return "service";
    case Mismatch::kRegion:
      return "region";
    case Mismatch::kValidUntil:
      return "valid-until";
    case Mismatch::kEndpoint:
      return "endpoint";
    case Mismatch::kPayload:
      return "payload";
    case Mismatch::kHeaders:
      return "headers";
    case Mismatch::kBearerTokens:
      return "bearer-tokens";
    case Mismatch::kAction:
      return "action";
    case Mismatch::kResource:
      return "resource";
    case Mismatch::kDotSegments:
      return "dot-segments";
    case Mismatch::kNone:
      break;
  }
  return "none";
}

bool RuleMatcher::MatchesCaller(absl::string_view caller) const {
  return AnyMatches(callers_, caller);
}

bool RuleMatcher::MatchesCredential(absl::string_view credential) const {
  return AnyMatches(credentials_, credential);
}

bool RuleMatcher::Has(Operation operation) const {
  return (operations_ & OperationBit(operation)) != 0;
}

bool RuleMatcher::HasAnyUseOfCredentials() const { return (operations_ & kUsesOfCredentials) != 0; }

bool RuleMatcher::HasAllUseOfCredentials() const {
  return (operations_ & kUsesOfCredentials) == kUsesOfCredentials;
}

bool RuleMatcher::HasAllServicesAndRegions() const {
  return HasWildcardAlone(services_) && HasWildcardAlone(regions_);
}

bool RuleMatcher::HasAllCredentials() const { return HasWildcardAlone(credentials_); }

bool RuleMatcher::HasAllCredentialsServicesAndRegions() const {
  return HasAllCredentials() && HasAllServicesAndRegions();
}

bool RuleMatcher::Covers(const RuleMatcher& other) const {
  // Headers are left out: that one rule's cover another's is hardly ever so.
  return (operations_ & other.operations_) == other.operations_ &&
         AllCovered(callers_, other.callers_) && AllCovered(credentials_, other.credentials_) &&
         AllCovered(services_, other.services_) && AllCovered(regions_, other.regions_) &&
         AllCoveredOrAny(endpoints_, other.endpoints_) &&
         AllCoveredOrAny(actions_, other.actions_) &&
         AllCoveredOrAny(resources_, other.resources_) &&
         (payloads_ == 0 ||
          (other.payloads_ != 0 && (payloads_ & other.payloads_) == other.payloads_)) &&
         !LooksAtHeaders() && valid_until_ >= other.valid_until_;
}

bool RuleMatcher::SharesScopeWith(const RuleMatcher& other) const {
  return SomeIntersect(callers_, other.callers_) &&
         SomeIntersect(credentials_, other.credentials_) &&
         SomeIntersect(services_, other.services_) && SomeIntersect(regions_, other.regions_);
}

bool RuleMatcher::TouchesUse(const CallScope& scope) const {
  return MatchesCaller(scope.caller) && MatchesCredential(scope.credential) &&
         AnyMatches(services_, scope.service) &&
         std::any_of(regions_.begin(), regions_.end(),
                     [&](const Pattern& pattern) { return pattern.Intersects(scope.region); });
}

bool RuleMatcher::MatchesRegion(const Pattern::OfRequest& region) const {
  return std::any_of(regions_.begin(), regions_.end(), [&](const Pattern& pattern) {
    return effect_ == Effect::kDeny ? pattern.Intersects(region) : pattern.Covers(region);
  });
}

Mismatch RuleMatcher::MatchScope(const CallScope& scope) const {
  if (!Has(scope.operation)) {
    return Mismatch::kOperation;
  }
  if (!MatchesCaller(scope.caller)) {
    return Mismatch::kCaller;
  }
  if (!MatchesCredential(scope.credential)) {
    return Mismatch::kCredential;
  }
  if (!AnyMatches(services_, scope.service)) {
    return Mismatch::kService;
  }
  return MatchesRegion(scope.region) ? Mismatch::kNone : Mismatch::kRegion;
}

bool RuleMatcher::HeadersMatch(absl::Span<const RequestHeader> headers) const {
  for (const RequestHeader& header : headers) {
    if (AnyMatches(forbidden_headers_, header.name)) {
      return false;
    }
  }
  for (const HeaderValues& required : required_headers_) {
    bool is_there = false;
    for (const RequestHeader& header : headers) {
      if (header.name != required.name) {
        continue;
      }
      if (effect_ == Effect::kDeny) {
        is_there = is_there || TouchesValue(required.values, header);
      } else if (CoversValue(required.values, header)) {
        is_there = true;
      } else {
        return false;
      }
    }
    if (!is_there) {
      return false;
    }
  }
  return true;
}

bool RuleMatcher::GrantsToken(const RequestTarget& target, absl::string_view service) const {
  if (!grants_tokens_ || service != "sts") {
    return grants_tokens_;
  }
  return std::any_of(audiences_.begin(), audiences_.end(), [&](const std::string& audience) {
    return audience == "*" || audience == target.bearer_audience;
  });
}

Mismatch RuleMatcher::MatchTarget(const PolicyRequest& request) const {
  const RequestTarget& target = *request.target;
  const bool is_deny = effect_ == Effect::kDeny;
  if (!endpoints_.empty() &&
      std::none_of(endpoints_.begin(), endpoints_.end(), [&](const EndpointPattern& pattern) {
        return is_deny ? pattern.Intersects(target.endpoint) : pattern.Covers(target.endpoint);
      })) {
    return Mismatch::kEndpoint;
  }
  if (payloads_ != 0 && (payloads_ & (1u << static_cast<unsigned>(request.payload))) == 0) {
    return Mismatch::kPayload;
  }
  if (LooksAtHeaders() && !HeadersMatch(request.headers)) {
    return Mismatch::kHeaders;
  }
  if (!is_deny && target.is_bearer_token && !GrantsToken(target, request.service)) {
    return Mismatch::kBearerTokens;
  }
  return Mismatch::kNone;
}

Mismatch RuleMatcher::MatchAccess(const Access& access) const {
  const bool is_deny = effect_ == Effect::kDeny;
  if (!actions_.empty()) {
    // An action that is not known may be any.
    const bool matches =
        is_deny ? access.action.empty() || AnyMatchesIgnoringCase(actions_, access.action)
                : !access.action.empty() && AnyMatches(actions_, access.action);
    if (!matches) {
      return Mismatch::kAction;
    }
  }
  if (!resources_.empty() &&
      std::none_of(resources_.begin(), resources_.end(), [&](const ResourcePattern& pattern) {
        return is_deny ? pattern.Intersects(access) : pattern.Covers(access);
      })) {
    return Mismatch::kResource;
  }
  return !is_deny && access.has_dot_segments && !allows_dot_segments_ ? Mismatch::kDotSegments
                                                                      : Mismatch::kNone;
}

Mismatch RuleMatcher::MatchRequest(const PolicyRequest& request, const Access* access) const {
  if (request.now >= valid_until_) {
    return Mismatch::kValidUntil;
  }
  if (request.target == nullptr) {
    return effect_ == Effect::kDeny && limits_requests_ ? Mismatch::kEndpoint : Mismatch::kNone;
  }
  const Mismatch mismatch = MatchTarget(request);
  return mismatch != Mismatch::kNone || access == nullptr ? mismatch : MatchAccess(*access);
}

}  // namespace signet
