// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_POLICY_PATTERN_H_
#define SIGNET_SERVER_POLICY_PATTERN_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace signet {

// How rules name things: the exact text, or a start of it followed by one '*'
// at the end ("team-*"), or "*" alone, which matches everything. Bytes are
// compared as they are, case included; '*' also crosses '/', '.' and ':'.
class Pattern {
 public:
  // InvalidArgument, kInvalidConfig: `text` is empty, has a '*' before its end,
  // or a control byte.
  static absl::StatusOr<Pattern> Parse(absl::string_view text);

  // What a request says of itself, seen as the set of names it stands for. It
  // is one name as a rule; a region set of SigV4A may hold wildcards, where the
  // text before the first '*' counts. That is a superset of what is meant, so
  // that asking Covers() and Intersects() of it errs on the strict side.
  struct OfRequest {
    explicit OfRequest(absl::string_view text)
        : literal(text.substr(0, text.find('*'))), is_prefix(literal.size() < text.size()) {}

    // A view of the text.
    absl::string_view literal;
    bool is_prefix;
  };

  bool Matches(absl::string_view text) const;
  // The same, ASCII letters in any case.
  bool MatchesIgnoringCase(absl::string_view text) const;

  bool Covers(const OfRequest& request) const;
  bool Intersects(const OfRequest& request) const;

  // Every text that `other` matches, this matches.
  bool Covers(const Pattern& other) const;

  // There is a text that both match.
  bool Intersects(const Pattern& other) const;

  bool MatchesEverything() const { return is_prefix_ && literal_.empty(); }
  bool is_exact() const { return !is_prefix_; }
  // The text, without the '*'.
  const std::string& literal() const { return literal_; }

 private:
  Pattern(absl::string_view literal, bool is_prefix) : literal_(literal), is_prefix_(is_prefix) {}

  std::string literal_;
  bool is_prefix_;
};

}  // namespace signet

#endif  // SIGNET_SERVER_POLICY_PATTERN_H_
