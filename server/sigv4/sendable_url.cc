// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/sigv4/sendable_url.h"

#include <algorithm>
#include <array>

#include "server/sigv4/canonical_request.h"

namespace signet {
namespace {

constexpr std::array<bool, 256> MakeSendable() {
  std::array<bool, 256> set = {};
  for (size_t c = '!'; c <= '~'; ++c) {
    set[c] = true;
  }
  for (const char c : {'"', '<', '>', '\\', '^', '`', '{', '|', '}'}) {
    set[static_cast<unsigned char>(c)] = false;
  }
  return set;
}

constexpr std::array<bool, 256> kSendable = MakeSendable();

bool IsSendable(char c) { return kSendable[static_cast<unsigned char>(c)]; }

absl::string_view Sendable(absl::string_view text, TextArena* arena) {
  if (std::all_of(text.begin(), text.end(), IsSendable)) {
    return text;
  }
  char* end = arena->Room(text.size() * kMaxEncodedBytes);
  for (const char c : text) {
    if (IsSendable(c)) {
      *end++ = c;
    } else {
      end = PutUriEncoded(absl::string_view(&c, 1), end);
    }
  }
  return arena->Keep(end);
}

}  // namespace

void SendableUrl(const UrlView& url, PathStyle path_style, absl::string_view added_query,
                 TextArena* arena, std::string* out) {
  absl::string_view path = "/";
  if (!url.path.empty()) {
    path = path_style == PathStyle::kSingleEncoded ? Sendable(url.path, arena) : url.path;
  }
  const absl::string_view query = Sendable(url.query, arena);
  const bool has_query = !query.empty() || !added_query.empty();
  const bool has_both = !query.empty() && !added_query.empty();
  AssignText(out, url.scheme, "://", url.authority, path, has_query ? "?" : "", query,
             has_both ? "&" : "", added_query);
}

std::string SendableUrl(const UrlView& url, PathStyle path_style, absl::string_view added_query) {
  TextArena arena;
  std::string out;
  SendableUrl(url, path_style, added_query, &arena, &out);
  return out;
}

}  // namespace signet
