// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/sigv4/sendable_url.h"

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "server/sigv4/canonical_request.h"

namespace signet {
namespace {

void AppendSendable(absl::string_view text, std::string* out) {
  for (size_t i = 0; i < text.size(); ++i) {
    if (absl::ascii_isgraph(static_cast<unsigned char>(text[i])) &&
        absl::string_view("\"<>\\^`{|}").find(text[i]) == absl::string_view::npos) {
      out->push_back(text[i]);
    } else {
      AppendUriEncoded(text.substr(i, 1), out);
    }
  }
}

}  // namespace

std::string SendableUrl(const UrlView& url, PathStyle path_style, absl::string_view added_query) {
  std::string out = absl::StrCat(url.scheme, "://", url.authority);
  if (url.path.empty()) {
    out.push_back('/');
  } else if (path_style == PathStyle::kSingleEncoded) {
    AppendSendable(url.path, &out);
  } else {
    absl::StrAppend(&out, url.path);
  }
  if (!url.query.empty() || !added_query.empty()) {
    out.push_back('?');
    AppendSendable(url.query, &out);
  }
  if (!url.query.empty() && !added_query.empty()) {
    out.push_back('&');
  }
  absl::StrAppend(&out, added_query);
  return out;
}

}  // namespace signet
