// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// The input is a target's answer. What is taken out of it equals itself, is
// redacted once and for all, and shows no secret after that.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "server/sigv4/explain.h"
#include "tests/fuzz/check.h"

namespace signet {
namespace {

constexpr absl::string_view kSecret = "unguessable-7f3a";

void Run(absl::string_view text) {
  const absl::StatusOr<std::string> found = ExtractCanonicalRequest(text);
  if (!found.ok()) {
    SIGNET_FUZZ_CHECK(absl::IsInvalidArgument(found.status()));
  }
  const std::string canonical = found.ok() ? *found : std::string(text);
  SIGNET_FUZZ_CHECK(CompareCanonicalRequests(canonical, canonical).empty());
  const std::string redacted = RedactCanonicalRequest(canonical);
  SIGNET_FUZZ_CHECK(RedactCanonicalRequest(redacted) == redacted);
  if (absl::StrContains(canonical, kSecret)) {
    return;
  }
  const std::string with_token =
      absl::StrCat("GET\n/\nX-Amz-Security-Token=", kSecret, "&a=b\nx-amz-security-token:", kSecret,
                   "\n", canonical);
  SIGNET_FUZZ_CHECK(!absl::StrContains(RedactCanonicalRequest(with_token), kSecret));
  for (const CanonicalDifference& difference :
       RedactDifferences(CompareCanonicalRequests(with_token, canonical))) {
    SIGNET_FUZZ_CHECK(!absl::StrContains(difference.ours, kSecret));
  }
}

}  // namespace
}  // namespace signet

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  signet::Run(absl::string_view(reinterpret_cast<const char*>(data), size));
  return 0;
}
