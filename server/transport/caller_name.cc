// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/caller_name.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/ascii.h"
#include "absl/strings/strip.h"

namespace signet {
namespace {

bool IsAlnum(char c) { return absl::ascii_isalnum(static_cast<unsigned char>(c)); }

bool IsSegmentCharacter(char c) { return IsAlnum(c) || c == '.' || c == '-' || c == '_'; }

bool IsSegment(absl::string_view segment) {
  return !segment.empty() && segment != "." && segment != ".." &&
         std::all_of(segment.begin(), segment.end(), &IsSegmentCharacter);
}

bool IsTrustDomain(absl::string_view domain) {
  return !domain.empty() && std::all_of(domain.begin(), domain.end(), [](char c) {
    return IsSegmentCharacter(c) && !absl::ascii_isupper(static_cast<unsigned char>(c));
  });
}

bool IsLabel(absl::string_view label) {
  constexpr size_t kLongestLabel = 63;
  return !label.empty() && label.size() <= kLongestLabel &&
         std::all_of(label.begin(), label.end(),
                     [](char c) { return IsAlnum(c) || c == '-' || c == '_'; });
}

// Whether each part of `text` between separators passes. Allocates nothing: it is done
// for each call.
bool AreAll(absl::string_view text, char separator, bool (*passes)(absl::string_view part)) {
  while (true) {
    const size_t end = text.find(separator);
    if (!passes(text.substr(0, end))) {
      return false;
    }
    if (end == absl::string_view::npos) {
      return true;
    }
    text.remove_prefix(end + 1);
  }
}

}  // namespace

bool IsSpiffeId(absl::string_view name) {
  constexpr size_t kLongest = 2048;
  if (name.size() > kLongest || !absl::ConsumePrefix(&name, "spiffe://")) {
    return false;
  }
  const size_t end = name.find('/');
  return end != absl::string_view::npos && IsTrustDomain(name.substr(0, end)) &&
         AreAll(name.substr(end + 1), '/', &IsSegment);
}

bool IsCallerDnsName(absl::string_view name) {
  constexpr size_t kLongest = 253;
  return name.size() <= kLongest && name.find('.') != absl::string_view::npos &&
         AreAll(name, '.', &IsLabel);
}

}  // namespace signet
