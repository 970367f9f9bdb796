// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/policy/pattern.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "server/base/error.h"

namespace signet {

absl::StatusOr<Pattern> Pattern::Parse(absl::string_view text) {
  if (text.empty()) {
    return InvalidField(Reason::kInvalidConfig, "", "pattern is empty, write \"*\" for any");
  }
  const bool has_control = std::any_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
  });
  if (has_control) {
    return InvalidField(Reason::kInvalidConfig, "", "pattern has a control byte");
  }
  const size_t star = text.find('*');
  if (star == absl::string_view::npos) {
    return Pattern(text, false);
  }
  if (star + 1 != text.size()) {
    return InvalidField(
        Reason::kInvalidConfig, "",
        absl::StrCat("pattern \"", text, "\" has a '*' before its end, allowed is one at the end"));
  }
  return Pattern(text.substr(0, star), true);
}

bool Pattern::Matches(absl::string_view text) const {
  return is_prefix_ ? absl::StartsWith(text, literal_) : text == literal_;
}

bool Pattern::MatchesIgnoringCase(absl::string_view text) const {
  return is_prefix_ ? absl::StartsWithIgnoreCase(text, literal_)
                    : absl::EqualsIgnoreCase(text, literal_);
}

bool Pattern::Covers(const OfRequest& request) const {
  return is_prefix_ ? absl::StartsWith(request.literal, literal_)
                    : !request.is_prefix && literal_ == request.literal;
}

bool Pattern::Intersects(const OfRequest& request) const {
  return Covers(request) || (request.is_prefix && absl::StartsWith(literal_, request.literal));
}

bool Pattern::Covers(const Pattern& other) const {
  return is_prefix_ ? absl::StartsWith(other.literal_, literal_)
                    : !other.is_prefix_ && literal_ == other.literal_;
}

bool Pattern::Intersects(const Pattern& other) const {
  return Covers(other) || other.Covers(*this);
}

}  // namespace signet
