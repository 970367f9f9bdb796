// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_POLICY_RULE_H_
#define SIGNET_SERVER_POLICY_RULE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/time/time.h"

namespace signet {

enum class Effect { kAllow, kDeny };

// What an allow rule gives beyond the operation itself, and how far.
struct Grants {
  // How far from signet's clock, either way, a signing time of the caller's own
  // may lie. Zero: none is allowed. Infinite: any.
  absl::Duration own_signing_time_max_skew = absl::ZeroDuration();
  // UNSIGNED-PAYLOAD and STREAMING-UNSIGNED-PAYLOAD-TRAILER over plain http.
  bool unsigned_payload_over_http = false;
  // Leases of any date, not only of signet's today and tomorrow. Only
  // development mode sets it.
  bool lease_any_date = false;
  // Presigned URLs and forms hold no longer than this. Shortens, never denies.
  absl::Duration max_expires_in = absl::InfiniteDuration();
  // When the rule ends. A lease ends with it.
  absl::Time valid_until = absl::InfiniteFuture();
};

// Calls of one caller by one rule: a bucket of `burst` tokens that fills at
// `requests_per_second`.
struct RateLimit {
  int64_t requests_per_second = 0;
  int64_t burst = 0;
};

// A header that has to be there, with one of these values.
struct RequiredHeader {
  // In lower case.
  std::string name;
  // Patterns.
  std::vector<std::string> values;
};

// Leave to sign requests that other systems take as bearer tokens.
struct BearerTokenGrant {
  // For sts: the signed id of the cluster or server that the token is for, one
  // of these exactly; "*" for any, and for a token without one.
  std::vector<std::string> audiences;
};

// One rule as the configuration says it. Each of the first five lists needs at
// least one entry, any other that is empty stands for "any"; a rule matches a call
// when one entry of every list does.
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

  // Hosts (see EndpointPattern).
  std::vector<std::string> endpoints = {};
  // Patterns of "service:Action".
  std::vector<std::string> actions = {};
  // See ResourcePattern.
  std::vector<std::string> resources = {};
  // Names of payload modes (see PayloadModeFromName()).
  std::vector<std::string> payloads = {};
  // All of them have to be there, in an allow rule with no other value, in a
  // deny rule with one such value.
  std::vector<RequiredHeader> required_headers = {};
  // Patterns of names in lower case. A request that has one is not matched.
  std::vector<std::string> forbidden_headers = {};

  // For allow rules only. Keys with "." and ".." segments are matched, too.
  bool allow_dot_segments = false;
  std::optional<BearerTokenGrant> bearer_tokens = std::nullopt;
  std::optional<RateLimit> rate = std::nullopt;

  // Where it is written, "signetd.yaml:31", for logs; may be empty.
  std::string place = {};
};

}  // namespace signet

#endif  // SIGNET_SERVER_POLICY_RULE_H_
