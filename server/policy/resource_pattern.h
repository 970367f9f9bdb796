// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_POLICY_RESOURCE_PATTERN_H_
#define SIGNET_SERVER_POLICY_RESOURCE_PATTERN_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "server/policy/request_target.h"

namespace signet {

// How rules name resources (Access::resource): the exact bytes, all that is below
// a segment ("bucket/a/*", which is neither "bucket/a" nor "bucket/ab"), or "*"
// for any.
class ResourcePattern {
 public:
  // InvalidArgument, kInvalidConfig: `text` is empty, has a '*' elsewhere, or a
  // control byte.
  static absl::StatusOr<ResourcePattern> Parse(absl::string_view text);

  // Everything that the access is about matches. What is not known, only "*"
  // covers. Says nothing of dot segments.
  bool Covers(const Access& access) const;

  // Something that the access may be about matches: what is not known may be
  // anything, and a server may resolve dot segments.
  bool Intersects(const Access& access) const;

  // Every resource that `other` matches, this matches.
  bool Covers(const ResourcePattern& other) const;

  bool MatchesEverything() const { return is_prefix_ && literal_.empty(); }
  // A segment of it is "." or "..".
  bool HasDotSegments() const;
  const std::string& literal() const { return literal_; }

 private:
  ResourcePattern(absl::string_view literal, bool is_prefix)
      : literal_(literal), is_prefix_(is_prefix) {}

  bool IntersectsBytes(absl::string_view resource, bool is_prefix) const;

  // The text without the '*'.
  std::string literal_;
  bool is_prefix_;
};

}  // namespace signet

#endif  // SIGNET_SERVER_POLICY_RESOURCE_PATTERN_H_
