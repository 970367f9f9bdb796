// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/caller_name.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
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
  constexpr size_t kLongest = 255;
  return !domain.empty() && domain.size() <= kLongest &&
         std::all_of(domain.begin(), domain.end(), [](char c) {
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

bool IsLocalUserName(absl::string_view name) {
  constexpr size_t kLongest = 64;
  return !name.empty() && name.size() <= kLongest &&
         absl::ascii_islower(static_cast<unsigned char>(name[0])) &&
         std::all_of(name.begin(), name.end(), [](char c) {
           const auto byte = static_cast<unsigned char>(c);
           return absl::ascii_islower(byte) || absl::ascii_isdigit(byte) || c == '_' || c == '-';
         });
}

bool IsSpiffeTrustDomain(absl::string_view name) { return IsTrustDomain(name); }

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

std::optional<absl::string_view> ChooseCallerName(absl::Span<const absl::string_view> uris,
                                                  absl::Span<const absl::string_view> dns_names) {
  const bool is_svid = std::any_of(uris.begin(), uris.end(), [](absl::string_view uri) {
    return absl::StartsWithIgnoreCase(uri, "spiffe:");
  });
  if (is_svid) {
    // Of several URIs none is a SPIFFE ID (X.509-SVID, section 2).
    return uris.size() == 1 && IsSpiffeId(uris[0]) ? std::make_optional(uris[0]) : std::nullopt;
  }
  const bool has_wildcard =
      std::any_of(dns_names.begin(), dns_names.end(),
                  [](absl::string_view name) { return absl::StrContains(name, '*'); });
  if (dns_names.empty() || has_wildcard || !IsCallerDnsName(dns_names[0])) {
    return std::nullopt;
  }
  return dns_names[0];
}

}  // namespace signet
