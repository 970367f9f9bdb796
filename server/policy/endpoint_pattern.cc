// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/policy/endpoint_pattern.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "server/base/error.h"

namespace signet {

absl::StatusOr<EndpointPattern> EndpointPattern::Parse(absl::string_view text) {
  if (text == "*") {
    return EndpointPattern("", true);
  }
  absl::string_view host = text;
  const bool is_suffix = absl::StartsWith(text, "*.");
  if (is_suffix) {
    host.remove_prefix(1);
  }
  const bool is_host = host.size() > 1 && !absl::EndsWith(host, ".") &&
                       std::all_of(host.begin(), host.end(), [](char c) {
                         return absl::ascii_islower(static_cast<unsigned char>(c)) ||
                                absl::ascii_isdigit(static_cast<unsigned char>(c)) ||
                                absl::string_view(".-_:[]").find(c) != absl::string_view::npos;
                       });
  if (!is_host) {
    return InvalidField(Reason::kInvalidConfig, "",
                        absl::StrCat("allowed are a host in lower case, with its port where that ",
                                     "is not the scheme's own, \"*.DOMAIN\" and \"*\""));
  }
  return EndpointPattern(host, is_suffix);
}

bool EndpointPattern::Covers(absl::string_view host) const {
  if (MatchesEverything()) {
    return true;
  }
  return is_suffix_ ? host.size() > literal_.size() && absl::EndsWith(host, literal_)
                    : host == literal_;
}

bool EndpointPattern::Covers(const EndpointPattern& other) const {
  return is_suffix_ ? absl::EndsWith(other.literal_, literal_)
                    : !other.is_suffix_ && other.literal_ == literal_;
}

}  // namespace signet
