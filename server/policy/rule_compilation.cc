// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// How rules become matchers, and what can be wrong with them.

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"
#include "server/policy/pattern_list.h"
#include "server/policy/rule_matcher.h"
#include "server/sigv4/signing_parameters.h"
#include "server/sigv4/target.h"

namespace signet {
namespace {

absl::Status BadField(absl::string_view field, absl::string_view message) {
  return InvalidField(Reason::kInvalidConfig, field, message);
}

// "aws-global" and its like stand for a region that services sign by; a rule
// that names one would never match.
absl::Status CheckRegionsAreSigned(const std::vector<std::string>& regions) {
  for (size_t i = 0; i < regions.size(); ++i) {
    if (absl::StartsWith(regions[i], "aws-") && absl::EndsWith(regions[i], "-global")) {
      return BadField(
          absl::StrCat("regions[", i, "]"),
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
      bits |= OperationBit(*operation);
    } else {
      return BadField(absl::StrCat("operations[", i, "]"),
                      absl::StrCat("\"", names[i], "\" is no operation, allowed are ",
                                   OperationNames(), ", \"*\" and \"admin:*\""));
    }
  }
  return bits;
}

absl::StatusOr<unsigned> CompilePayloads(const std::vector<std::string>& names) {
  unsigned bits = 0;
  for (size_t i = 0; i < names.size(); ++i) {
    const std::optional<PayloadMode> mode = PayloadModeFromName(names[i]);
    if (!mode.has_value()) {
      return BadField(
          absl::StrCat("payloads[", i, "]"),
          absl::StrCat("\"", names[i], "\" is no payload mode, allowed are ", PayloadModeNames()));
    }
    bits |= 1u << static_cast<unsigned>(*mode);
  }
  return bits;
}

std::vector<std::string> SigningNames(std::vector<std::string> services) {
  for (std::string& service : services) {
    service = std::string(SigningName(service));
  }
  return services;
}

// The patterns of a list, made by `parse`; what is wrong with an entry is told by
// its path. One that matches everything makes the list empty, which means the
// same.
template <typename P>
absl::StatusOr<std::vector<P>> CompileOptionalList(absl::string_view field,
                                                   const std::vector<std::string>& texts,
                                                   absl::StatusOr<P> (*parse)(absl::string_view)) {
  std::vector<P> patterns;
  bool has_any = false;
  for (size_t i = 0; i < texts.size(); ++i) {
    absl::StatusOr<P> pattern = parse(texts[i]);
    if (!pattern.ok()) {
      return BadField(absl::StrCat(field, "[", i, "]"), pattern.status().message());
    }
    has_any = has_any || pattern->MatchesEverything();
    patterns.push_back(*std::move(pattern));
  }
  return has_any ? std::vector<P>() : patterns;
}

// "s3:GetObject", "s3:Get*", "*".
absl::StatusOr<Pattern> ParseAction(absl::string_view text) {
  SIGNET_ASSIGN_OR_RETURN(Pattern pattern, Pattern::Parse(text));
  const bool is_visible = std::all_of(text.begin(), text.end(), [](char c) {
    return absl::ascii_isgraph(static_cast<unsigned char>(c)) && c != '"' && c != ',';
  });
  const size_t colon = text.find(':');
  if (!pattern.MatchesEverything() &&
      (!is_visible || colon == absl::string_view::npos || colon == 0 || colon + 1 == text.size())) {
    return BadField("",
                    "no action, allowed are \"service:Action\", with a '*' at the end for all "
                    "that begin so, and \"*\"");
  }
  return pattern;
}

bool IsHeaderName(absl::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return absl::ascii_islower(static_cast<unsigned char>(c)) ||
           absl::ascii_isdigit(static_cast<unsigned char>(c)) || c == '-' || c == '_' || c == '.';
  });
}

absl::StatusOr<Pattern> ParseHeaderName(absl::string_view text) {
  SIGNET_ASSIGN_OR_RETURN(Pattern pattern, Pattern::Parse(text));
  if (!pattern.MatchesEverything() && !IsHeaderName(pattern.literal())) {
    return BadField("", "no header's name, allowed are a-z 0-9 - _ . and a '*' at the end");
  }
  return pattern;
}

// Headers that are never signed say nothing that a rule could rely on; those of
// the signature itself are not the caller's.
absl::Status CheckRequiredName(absl::string_view name) {
  constexpr absl::string_view kUnsigned[] = {
      "user-agent", "x-amzn-trace-id", "expect",  "connection", "te",
      "upgrade",    "keep-alive",      "trailer", "host",       "transfer-encoding"};
  if (!IsHeaderName(name)) {
    return BadField("", "no header's name, allowed are a-z 0-9 - _ .");
  }
  if (IsSigningHeader(name) ||
      std::find(std::begin(kUnsigned), std::end(kUnsigned), name) != std::end(kUnsigned)) {
    return BadField("", absl::StrCat("\"", name, "\" is no header that a caller signs"));
  }
  return absl::OkStatus();
}

bool HasGrants(const Rule& rule) {
  return rule.grants.own_signing_time_max_skew > absl::ZeroDuration() ||
         rule.grants.unsigned_payload_over_http || rule.grants.lease_any_date ||
         rule.grants.max_expires_in != absl::InfiniteDuration() || rule.allow_dot_segments ||
         rule.bearer_tokens.has_value() || rule.rate.has_value();
}

absl::Status CheckGrants(const Rule& rule) {
  if (rule.grants.own_signing_time_max_skew < absl::ZeroDuration()) {
    return BadField("own_signing_time.max_skew", "max_skew is negative, allowed is 0s or more");
  }
  if (rule.effect == Effect::kDeny && HasGrants(rule)) {
    return BadField("effect", "a deny rule cannot grant anything");
  }
  if (rule.grants.max_expires_in < absl::Seconds(1)) {
    return BadField("max_expires_in", "max_expires_in is under 1s, allowed is 1s or more");
  }
  if (rule.rate.has_value() && (rule.rate->requests_per_second < 1 || rule.rate->burst < 1)) {
    return BadField("rate", "rate needs requests_per_second and burst of 1 or more");
  }
  return absl::OkStatus();
}

absl::Status CheckTokens(const Rule& rule) {
  if (!rule.bearer_tokens.has_value()) {
    return absl::OkStatus();
  }
  const std::vector<std::string>& audiences = rule.bearer_tokens->audiences;
  for (size_t i = 0; i < audiences.size(); ++i) {
    const std::string field = absl::StrCat("bearer_tokens.audiences[", i, "]");
    if (audiences[i].empty()) {
      return BadField(field, "is empty, write the id of a cluster or server, or \"*\" for any");
    }
    if (audiences[i] != "*" && absl::StrContains(audiences[i], '*')) {
      return BadField(field, "has a '*', allowed are exact ids and \"*\" alone");
    }
  }
  const bool has_sts = std::any_of(rule.services.begin(), rule.services.end(),
                                   [](const std::string& service) { return service == "sts"; });
  if (has_sts && audiences.empty()) {
    return BadField("bearer_tokens.audiences",
                    "is missing or empty, service sts needs the ids of clusters and servers, or "
                    "\"*\" for any");
  }
  return absl::OkStatus();
}

absl::Status CheckDotSegments(const Rule& rule, const std::vector<ResourcePattern>& resources) {
  for (size_t i = 0; i < resources.size(); ++i) {
    if (rule.effect == Effect::kAllow && !rule.allow_dot_segments &&
        resources[i].HasDotSegments()) {
      return BadField(absl::StrCat("resources[", i, "]"),
                      "has a \".\" or \"..\" segment, which needs allow_dot_segments");
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status RuleMatcher::CompileScope(const Rule& rule) {
  SIGNET_ASSIGN_OR_RETURN(callers_, CompilePatterns("callers", rule.callers, NameKind::kCaller));
  SIGNET_ASSIGN_OR_RETURN(operations_, CompileOperations(rule));
  SIGNET_ASSIGN_OR_RETURN(credentials_,
                          CompilePatterns("credentials", rule.credentials, NameKind::kCredential));
  SIGNET_ASSIGN_OR_RETURN(
      services_, CompilePatterns("services", SigningNames(rule.services), NameKind::kService));
  SIGNET_RETURN_IF_ERROR(CheckRegionsAreSigned(rule.regions));
  SIGNET_ASSIGN_OR_RETURN(regions_, CompilePatterns("regions", rule.regions, NameKind::kRegion));
  return absl::OkStatus();
}

absl::Status RuleMatcher::CompileTarget(const Rule& rule) {
  SIGNET_ASSIGN_OR_RETURN(
      endpoints_, CompileOptionalList("endpoints", rule.endpoints, &EndpointPattern::Parse));
  SIGNET_ASSIGN_OR_RETURN(actions_, CompileOptionalList("actions", rule.actions, &ParseAction));
  SIGNET_ASSIGN_OR_RETURN(
      resources_, CompileOptionalList("resources", rule.resources, &ResourcePattern::Parse));
  SIGNET_RETURN_IF_ERROR(CheckDotSegments(rule, resources_));
  SIGNET_ASSIGN_OR_RETURN(payloads_, CompilePayloads(rule.payloads));
  return absl::OkStatus();
}

absl::Status RuleMatcher::CompileHeaders(const Rule& rule) {
  for (size_t i = 0; i < rule.required_headers.size(); ++i) {
    const RequiredHeader& header = rule.required_headers[i];
    const std::string field = absl::StrCat("required_headers[", i, "]");
    const absl::Status name = CheckRequiredName(header.name);
    if (!name.ok()) {
      return BadField(field + ".name", name.message());
    }
    if (header.values.empty()) {
      return EmptyList(field + ".values");
    }
    HeaderValues compiled = {header.name, {}};
    for (size_t v = 0; v < header.values.size(); ++v) {
      absl::StatusOr<Pattern> pattern = Pattern::Parse(header.values[v]);
      if (!pattern.ok()) {
        return BadField(absl::StrCat(field, ".values[", v, "]"), pattern.status().message());
      }
      compiled.values.push_back(*std::move(pattern));
    }
    required_headers_.push_back(std::move(compiled));
  }
  for (size_t i = 0; i < rule.forbidden_headers.size(); ++i) {
    absl::StatusOr<Pattern> pattern = ParseHeaderName(rule.forbidden_headers[i]);
    if (!pattern.ok()) {
      return BadField(absl::StrCat("forbidden_headers[", i, "]"), pattern.status().message());
    }
    forbidden_headers_.push_back(*std::move(pattern));
  }
  return absl::OkStatus();
}

std::vector<absl::Status> RuleMatcher::Check(const Rule& rule) {
  std::vector<absl::Status> errors;
  RuleMatcher scratch;
  for (absl::Status status :
       {CheckGrants(rule), CheckTokens(rule),
        CompilePatterns("callers", rule.callers, NameKind::kCaller).status(),
        CompileOperations(rule).status(),
        CompilePatterns("credentials", rule.credentials, NameKind::kCredential).status(),
        CompilePatterns("services", SigningNames(rule.services), NameKind::kService).status(),
        CheckRegionsAreSigned(rule.regions),
        CompilePatterns("regions", rule.regions, NameKind::kRegion).status(),
        scratch.CompileTarget(rule), scratch.CompileHeaders(rule)}) {
    if (!status.ok()) {
      errors.push_back(std::move(status));
    }
  }
  return errors;
}

absl::StatusOr<RuleMatcher> RuleMatcher::Compile(const Rule& rule) {
  SIGNET_RETURN_IF_ERROR(CheckGrants(rule));
  SIGNET_RETURN_IF_ERROR(CheckTokens(rule));
  RuleMatcher matcher;
  matcher.effect_ = rule.effect;
  matcher.valid_until_ = rule.grants.valid_until;
  SIGNET_RETURN_IF_ERROR(matcher.CompileScope(rule));
  SIGNET_RETURN_IF_ERROR(matcher.CompileTarget(rule));
  SIGNET_RETURN_IF_ERROR(matcher.CompileHeaders(rule));
  matcher.allows_dot_segments_ = rule.allow_dot_segments;
  if (rule.bearer_tokens.has_value()) {
    matcher.grants_tokens_ = true;
    matcher.audiences_ = rule.bearer_tokens->audiences;
  }
  const absl::Duration skew = rule.grants.own_signing_time_max_skew;
  matcher.limits_requests_ = !matcher.endpoints_.empty() || !matcher.actions_.empty() ||
                             !matcher.resources_.empty() || matcher.payloads_ != 0 ||
                             matcher.LooksAtHeaders() || rule.rate.has_value() ||
                             rule.grants.max_expires_in != absl::InfiniteDuration() ||
                             (skew > absl::ZeroDuration() && skew != absl::InfiniteDuration());
  return matcher;
}

}  // namespace signet
