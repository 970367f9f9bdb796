// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/sigv4/host.h"

#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "server/sigv4/canonical_request.h"

namespace signet {
namespace {

absl::string_view WithoutImpliedPort(absl::string_view authority, absl::string_view scheme) {
  const bool is_https = scheme == "https" || absl::EqualsIgnoreCase(scheme, "https");
  return absl::StripSuffix(authority, is_https ? ":443" : ":80");
}

}  // namespace

absl::string_view HostOf(const UrlView& url, TextArena* arena) {
  return LowerCase(WithoutImpliedPort(url.authority, url.scheme), arena);
}

std::string HostOf(const UrlView& url) {
  TextArena arena;
  return std::string(HostOf(url, &arena));
}

bool HostNamesUrl(absl::string_view host, const UrlView& url) {
  return absl::EqualsIgnoreCase(WithoutImpliedPort(host, url.scheme),
                                WithoutImpliedPort(url.authority, url.scheme));
}

}  // namespace signet
