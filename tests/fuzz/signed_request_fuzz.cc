// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// The input is a request as a server receives it (request_text.h). What the
// verifier takes apart it also accounts for; without the key nothing is
// genuine.

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "server/sigv4/signing_key.h"
#include "server/sigv4/timestamp.h"
#include "server/sigv4/verifier.h"
#include "tests/fuzz/check.h"
#include "tests/fuzz/request_text.h"

namespace signet {
namespace {

void Run(absl::string_view bytes) {
  const RequestText text = ReadRequestText(bytes);
  const absl::StatusOr<UrlView> url = ParseUrl(text.url);
  if (!url.ok()) {
    return;
  }
  VerifyExpectations expectations;
  expectations.now = *ParseAmzDate("20130524T000000Z");
  const absl::StatusOr<ReceivedSignature> received =
      ParseSignedRequest({text.method, *url, text.headers}, expectations);
  if (!received.ok()) {
    SIGNET_FUZZ_CHECK(absl::IsInvalidArgument(received.status()) ||
                      absl::IsOutOfRange(received.status()));
    return;
  }
  SIGNET_FUZZ_CHECK(!received->access_key_id.empty());
  SIGNET_FUZZ_CHECK(received->scope.date == ScopeDate(received->signing_time));
  SIGNET_FUZZ_CHECK(absl::StrContains(absl::StrCat(";", received->signed_headers, ";"), ";host;"));
  SIGNET_FUZZ_CHECK(
      absl::StrContains(received->canonical_request,
                        absl::StrCat("\n\n", received->signed_headers, "\n",
                                     PayloadHash(received->payload, received->algorithm))));
  const SigningKey key = DeriveSigningKey({"a secret that signed no corpus", received->scope.date,
                                           received->scope.region, received->scope.service});
  SIGNET_FUZZ_CHECK(
      !VerifySignature(*received, MakeHmacSha256Key(absl::MakeConstSpan(key.Reveal()))));
}

}  // namespace
}  // namespace signet

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  signet::Run(absl::string_view(reinterpret_cast<const char*>(data), size));
  return 0;
}
