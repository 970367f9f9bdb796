// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// The input is the query of a presigned URL. What is taken names each parameter of
// signing once and lives for 1 s to 7 days; beside an Authorization header, or with a
// parameter of signing once more, it is refused.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "server/sigv4/http_request.h"
#include "server/sigv4/signature_source.h"
#include "server/sigv4/signing_parameters.h"
#include "tests/fuzz/check.h"

namespace signet {
namespace {

absl::StatusOr<SignatureSource> Read(const std::string& url, absl::Span<const HeaderView> headers,
                                     ReceivedRequest* request) {
  const absl::StatusOr<UrlView> parsed = ParseUrl(url);
  if (!parsed.ok()) {
    return parsed.status();
  }
  absl::StatusOr<ReceivedRequest> received = TakeApart({"GET", *parsed, headers});
  if (!received.ok()) {
    return received.status();
  }
  *request = *std::move(received);
  return ReadSignatureSource(*request);
}

void Run(absl::string_view bytes) {
  const std::string url = absl::StrCat("https://h.example/?", bytes);
  const std::vector<HeaderView> host = {{"Host", "h.example"}};
  ReceivedRequest request;
  const absl::StatusOr<SignatureSource> source = Read(url, host, &request);
  if (!source.ok()) {
    SIGNET_FUZZ_CHECK(absl::IsInvalidArgument(source.status()));
    return;
  }
  SIGNET_FUZZ_CHECK(source->placement == Placement::kQuery);
  SIGNET_FUZZ_CHECK(source->expires_in >= absl::Seconds(1));
  SIGNET_FUZZ_CHECK(source->expires_in <= absl::Seconds(604800));
  for (const absl::string_view name :
       {kAlgorithmParameter, kCredentialParameter, kDateParameter, kExpiresParameter,
        kSignedHeadersParameter, kSignatureParameter}) {
    int times = 0;
    for (const QueryParameter& parameter : request.parameters) {
      times += absl::EqualsIgnoreCase(parameter.name, name) ? 1 : 0;
    }
    SIGNET_FUZZ_CHECK(times == 1);
    ReceivedRequest unused;
    SIGNET_FUZZ_CHECK(!Read(absl::StrCat(url, "&", name, "=a"), host, &unused).ok());
  }
  ReceivedRequest unused;
  const std::vector<HeaderView> both = {{"Host", "h.example"}, {"Authorization", "Bearer a"}};
  SIGNET_FUZZ_CHECK(!Read(url, both, &unused).ok());
}

}  // namespace
}  // namespace signet

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  signet::Run(absl::string_view(reinterpret_cast<const char*>(data), size));
  return 0;
}
