// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SIGV4_HOST_H_
#define SIGNET_SERVER_SIGV4_HOST_H_

#include <string>

#include "absl/strings/string_view.h"
#include "server/sigv4/http_request.h"
#include "server/sigv4/text_arena.h"

namespace signet {

// The Host header that clients send for a URL: the authority in lower case,
// without the port that the scheme implies (RFC 9110 section 7.2).
std::string HostOf(const UrlView& url);
absl::string_view HostOf(const UrlView& url, TextArena* arena);

// True when a Host header names the URL's authority: the same host in any case
// and the same port, the scheme's own port written or not.
bool HostNamesUrl(absl::string_view host, const UrlView& url);

}  // namespace signet

#endif  // SIGNET_SERVER_SIGV4_HOST_H_
