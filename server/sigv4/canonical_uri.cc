// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <string>

#include "absl/strings/match.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"
#include "server/sigv4/canonical_request.h"

namespace signet {
namespace {

// RFC 3986 section 5.2.4, and empty segments go too. A slash at the end stays
// only where it was written, so "/a/." is "/a" as in the AWS SDKs.
absl::string_view RemoveDotSegments(absl::string_view path, TextArena* arena) {
  // A slash before each segment, where the path may begin without one, and one
  // at the end.
  char* const begin = arena->Room(path.size() + 2);
  char* end = begin;
  for (size_t start = 0; start <= path.size();) {
    const size_t stop = std::min(path.find('/', start), path.size());
    const absl::string_view segment = path.substr(start, stop - start);
    start = stop + 1;
    if (segment == "..") {
      while (end > begin && *--end != '/') {
      }
    } else if (!segment.empty() && segment != ".") {
      *end++ = '/';
      end = PutText(end, segment);
    }
  }
  if (end == begin || absl::EndsWith(path, "/")) {
    *end++ = '/';
  }
  return arena->Keep(end);
}

}  // namespace

absl::StatusOr<absl::string_view> CanonicalUri(absl::string_view path, const TargetProfile& profile,
                                               TextArena* arena) {
  if (path.empty()) {
    return "/";
  }
  if (profile.plus_in_path == PlusInPath::kRefused && absl::StrContains(path, '+')) {
    return InvalidField(Reason::kInvalidUrl, "url",
                        "raw '+' in the path: servers disagree whether it is a space; send %2B "
                        "for a plus, %20 for a space");
  }
  // Decoded in every style, so that no style signs malformed escapes.
  SIGNET_ASSIGN_OR_RETURN(const absl::string_view decoded, UriDecode(path, arena));
  switch (profile.path_style) {
    case PathStyle::kSingleEncoded:
      return EncodeSegments(decoded, arena);
    case PathStyle::kDoubleEncoded:
      return EncodeSegments(path, arena);
    case PathStyle::kDoubleEncodedNormalized:
      return EncodeSegments(RemoveDotSegments(path, arena), arena);
  }
  return InvalidField(Reason::kInvalidProfile, "profile", "unknown path style");
}

absl::StatusOr<std::string> CanonicalUri(absl::string_view path, const TargetProfile& profile) {
  TextArena arena;
  SIGNET_ASSIGN_OR_RETURN(const absl::string_view uri, CanonicalUri(path, profile, &arena));
  return std::string(uri);
}

}  // namespace signet
