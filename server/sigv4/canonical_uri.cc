// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"
#include "server/sigv4/canonical_request.h"

namespace signet {
namespace {

// Encodes all but the slashes.
std::string EncodeSegments(absl::string_view path) {
  std::string out;
  out.reserve(path.size() + path.size() / 2);
  size_t begin = 0;
  while (true) {
    const size_t slash = path.find('/', begin);
    AppendUriEncoded(path.substr(begin, slash - begin), &out);
    if (slash == absl::string_view::npos) {
      return out;
    }
    out.push_back('/');
    begin = slash + 1;
  }
}

// RFC 3986 section 5.2.4, and empty segments go too. A slash at the end stays
// only where it was written, so "/a/." is "/a" as in the AWS SDKs.
std::string RemoveDotSegments(absl::string_view path) {
  std::vector<absl::string_view> kept;
  for (const absl::string_view segment : absl::StrSplit(path, '/')) {
    if (segment == "..") {
      if (!kept.empty()) {
        kept.pop_back();
      }
    } else if (!segment.empty() && segment != ".") {
      kept.push_back(segment);
    }
  }
  std::string out = "/";
  out += absl::StrJoin(kept, "/");
  if (!kept.empty() && absl::EndsWith(path, "/")) {
    out.push_back('/');
  }
  return out;
}

}  // namespace

absl::StatusOr<std::string> CanonicalUri(absl::string_view path, const TargetProfile& profile) {
  if (path.empty()) {
    return "/";
  }
  if (profile.plus_in_path == PlusInPath::kRefused && absl::StrContains(path, '+')) {
    return InvalidField(Reason::kInvalidUrl, "url",
                        "raw '+' in the path: servers disagree whether it is a space; send %2B "
                        "or %20");
  }
  // Decoded in every style, so that no style signs malformed escapes.
  SIGNET_ASSIGN_OR_RETURN(const std::string decoded, UriDecode(path));
  switch (profile.path_style) {
    case PathStyle::kSingleEncoded:
      return EncodeSegments(decoded);
    case PathStyle::kDoubleEncoded:
      return EncodeSegments(path);
    case PathStyle::kDoubleEncodedNormalized:
      return EncodeSegments(RemoveDotSegments(path));
  }
  return InvalidField(Reason::kInvalidProfile, "profile", "unknown path style");
}

}  // namespace signet
