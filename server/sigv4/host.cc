// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/sigv4/host.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/strip.h"

namespace signet {
namespace {

std::string NormalizedHost(absl::string_view authority, absl::string_view scheme) {
  const absl::string_view port = absl::EqualsIgnoreCase(scheme, "https") ? ":443" : ":80";
  return absl::AsciiStrToLower(absl::StripSuffix(authority, port));
}

}  // namespace

std::string HostOf(const UrlView& url) { return NormalizedHost(url.authority, url.scheme); }

bool HostNamesUrl(absl::string_view host, const UrlView& url) {
  return NormalizedHost(host, url.scheme) == HostOf(url);
}

}  // namespace signet
