// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_POLICY_ENDPOINT_PATTERN_H_
#define SIGNET_SERVER_POLICY_ENDPOINT_PATTERN_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace signet {

// How rules name hosts (RequestTarget::endpoint): exactly, with the port where it
// is not the scheme's own; "*.amazonaws.com" for all hosts below a domain; "*"
// for any. A start is no pattern, since "s3.*" would also be "s3.example.org".
class EndpointPattern {
 public:
  // InvalidArgument, kInvalidConfig: none of the three, or bytes that no host has
  // in lower case.
  static absl::StatusOr<EndpointPattern> Parse(absl::string_view text);

  // Never for an empty host, which is one that is not known, but by "*".
  bool Covers(absl::string_view host) const;
  // The same, but a host that is not known may be any.
  bool Intersects(absl::string_view host) const { return host.empty() || Covers(host); }

  // Every host that `other` matches, this matches.
  bool Covers(const EndpointPattern& other) const;

  bool MatchesEverything() const { return is_suffix_ && literal_.empty(); }

 private:
  EndpointPattern(absl::string_view literal, bool is_suffix)
      : literal_(literal), is_suffix_(is_suffix) {}

  // The text without the '*'.
  std::string literal_;
  bool is_suffix_;
};

}  // namespace signet

#endif  // SIGNET_SERVER_POLICY_ENDPOINT_PATTERN_H_
