// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// The input is a path, a query and a header value at once. Decoding undoes
// encoding, canonical forms are their own canonical form, and nothing in them
// breaks out of its line.

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "server/base/utf8.h"
#include "server/sigv4/canonical_request.h"
#include "tests/fuzz/check.h"

namespace signet {
namespace {

// A '/' and what RFC 3986 leaves unreserved, '%' of an escape, '&' and '=' of a
// query.
void CheckCharacters(absl::string_view canonical) {
  for (const char c : canonical) {
    SIGNET_FUZZ_CHECK(absl::ascii_isalnum(static_cast<unsigned char>(c)) ||
                      absl::string_view("-._~%/&=").find(c) != absl::string_view::npos);
  }
}

void CheckPath(absl::string_view text) {
  const std::string path = absl::StrCat("/", text);
  for (const TargetProfile& profile : AllTargetProfiles()) {
    const absl::StatusOr<std::string> uri = CanonicalUri(path, profile);
    if (!uri.ok()) {
      continue;
    }
    CheckCharacters(*uri);
    if (profile.path_style == PathStyle::kSingleEncoded) {
      SIGNET_FUZZ_CHECK(CanonicalUri(*uri, profile) == uri);
      SIGNET_FUZZ_CHECK(UriDecode(*uri) == UriDecode(path));
    } else if (IsUtf8(path)) {
      SIGNET_FUZZ_CHECK(UriDecode(*uri).ok());
    }
    if (profile.path_style == PathStyle::kDoubleEncodedNormalized) {
      const std::string closed = absl::StrCat(*uri, "/");
      SIGNET_FUZZ_CHECK(!absl::StrContains(closed, "/../") && !absl::StrContains(closed, "/./"));
      SIGNET_FUZZ_CHECK(!absl::StrContains(*uri, "//"));
    }
  }
}

void CheckQuery(absl::string_view text) {
  const absl::StatusOr<std::string> query = CanonicalQueryString(text);
  if (!query.ok()) {
    return;
  }
  CheckCharacters(*query);
  SIGNET_FUZZ_CHECK(!absl::StrContains(*query, '/'));
  SIGNET_FUZZ_CHECK(CanonicalQueryString(*query) == query);
}

void CheckHeader(absl::string_view text) {
  const std::string once = CanonicalizeHeaders({{"A", text}}).canonical_headers;
  const absl::string_view value = absl::string_view(once).substr(2, once.size() - 3);
  SIGNET_FUZZ_CHECK(CanonicalizeHeaders({{"a", value}}).canonical_headers == once);
  SIGNET_FUZZ_CHECK(!absl::StrContains(value, "  "));
}

void Run(absl::string_view text) {
  const absl::StatusOr<std::string> decoded = UriDecode(UriEncode(text));
  if (decoded.ok()) {
    SIGNET_FUZZ_CHECK(*decoded == text);
  }
  CheckPath(text);
  CheckQuery(text);
  CheckHeader(text);
}

}  // namespace
}  // namespace signet

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  signet::Run(absl::string_view(reinterpret_cast<const char*>(data), size));
  return 0;
}
