// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// The input is a URL. The parts of one that is accepted spell it again, its
// host names it, and what is sent for it is a URL with the same canonical form.

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/str_cat.h"
#include "server/sigv4/canonical_request.h"
#include "server/sigv4/host.h"
#include "server/sigv4/sendable_url.h"
#include "tests/fuzz/check.h"

namespace signet {
namespace {

void Run(absl::string_view text) {
  const absl::StatusOr<UrlView> url = ParseUrl(text);
  if (!url.ok()) {
    return;
  }
  std::string again = absl::StrCat(url->scheme, "://", url->authority, url->path);
  if (again.size() < text.size()) {
    absl::StrAppend(&again, "?", url->query);
  }
  SIGNET_FUZZ_CHECK(again == text);
  SIGNET_FUZZ_CHECK(HostNamesUrl(url->authority, *url));
  SIGNET_FUZZ_CHECK(HostNamesUrl(HostOf(*url), *url));

  const TargetProfile& s3 = **FindTargetProfile("s3", "");
  const absl::StatusOr<std::string> uri = CanonicalUri(url->path, s3);
  const absl::StatusOr<std::string> query = CanonicalQueryString(url->query);
  const std::string sent = SendableUrl(*url, s3.path_style, "");
  if (!uri.ok() || !query.ok() || sent.size() > kMaxUrlBytes) {
    return;
  }
  const absl::StatusOr<UrlView> sent_url = ParseUrl(sent);
  SIGNET_FUZZ_CHECK(sent_url.ok());
  SIGNET_FUZZ_CHECK(CanonicalUri(sent_url->path, s3) == uri);
  SIGNET_FUZZ_CHECK(CanonicalQueryString(sent_url->query) == query);
}

}  // namespace
}  // namespace signet

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  signet::Run(absl::string_view(reinterpret_cast<const char*>(data), size));
  return 0;
}
