// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SIGV4_SENDABLE_URL_H_
#define SIGNET_SERVER_SIGV4_SENDABLE_URL_H_

#include <string>

#include "absl/strings/string_view.h"
#include "server/sigv4/http_request.h"
#include "server/sigv4/target.h"
#include "server/sigv4/text_arena.h"

namespace signet {

// The URL of a signed request with `added_query` (encoded) after its own query.
//
// Bytes that RFC 3986 allows in no URL (blanks, non-ASCII, '"' '<' '>' '\' '^'
// '`' '{' '|' '}') are percent-encoded where the canonical form is the same
// either way: in the query, and in a single-encoded path. A double-encoded path
// stays as it was given, since "%20" there is another path than " ".
std::string SendableUrl(const UrlView& url, PathStyle path_style, absl::string_view added_query);
// Writes over `out`.
void SendableUrl(const UrlView& url, PathStyle path_style, absl::string_view added_query,
                 TextArena* arena, std::string* out);

}  // namespace signet

#endif  // SIGNET_SERVER_SIGV4_SENDABLE_URL_H_
