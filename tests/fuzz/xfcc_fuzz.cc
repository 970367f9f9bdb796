// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// The input is an x-forwarded-client-cert header. Whatever a client put before it, the
// element that the proxy adds behind it is the one that counts, or all of it is refused.

#include <cstddef>
#include <cstdint>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "server/service/xfcc.h"
#include "tests/fuzz/check.h"

namespace signet {
namespace {

// As Envoy writes it, of a certificate with a subject and without one.
constexpr absl::string_view kAdded[] = {
    R"(By=spiffe://e/p;Hash=00;Subject="CN=x,O=y";URI=spiffe://e/good)",
    R"(By=spiffe://e/p;Hash=00;Subject="";URI=spiffe://e/good)",
    R"(Hash=00;URI=spiffe://e/good)",
};

void Run(absl::string_view text) {
  const absl::StatusOr<ForwardedCertificate> alone = ParseForwardedCertificate(text);
  if (!alone.ok()) {
    SIGNET_FUZZ_CHECK(absl::StartsWith(alone.status().message(), "the metadata"));
  }
  for (const absl::string_view added : kAdded) {
    const absl::StatusOr<ForwardedCertificate> both =
        ParseForwardedCertificate(absl::StrCat(text, ",", added));
    if (both.ok()) {
      SIGNET_FUZZ_CHECK(both->uris.size() == 1 && both->uris[0] == "spiffe://e/good");
      SIGNET_FUZZ_CHECK(both->dns_names.empty());
    }
  }
}

}  // namespace
}  // namespace signet

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  signet::Run(absl::string_view(reinterpret_cast<const char*>(data), size));
  return 0;
}
