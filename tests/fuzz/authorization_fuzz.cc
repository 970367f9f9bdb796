// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// The input is the value of an Authorization header. What is read out of it, written
// down again, reads as the same; and it is refused beside a signature in the query.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "server/sigv4/http_request.h"
#include "server/sigv4/signature_source.h"
#include "tests/fuzz/check.h"

namespace signet {
namespace {

absl::StatusOr<SignatureSource> Read(absl::string_view url, absl::string_view authorization) {
  const std::vector<HeaderView> headers = {
      {"Host", "h.example"}, {"X-Amz-Date", "20130524T000000Z"}, {"Authorization", authorization}};
  const absl::StatusOr<UrlView> parsed = ParseUrl(url);
  SIGNET_FUZZ_CHECK(parsed.ok());
  const absl::StatusOr<ReceivedRequest> request = TakeApart({"GET", *parsed, headers});
  if (!request.ok()) {
    return request.status();
  }
  return ReadSignatureSource(*request);
}

void Run(absl::string_view bytes) {
  const absl::StatusOr<SignatureSource> source = Read("https://h.example/", bytes);
  if (!source.ok()) {
    SIGNET_FUZZ_CHECK(absl::IsInvalidArgument(source.status()));
    return;
  }
  SIGNET_FUZZ_CHECK(source->placement == Placement::kHeader);
  SIGNET_FUZZ_CHECK(!source->credential.empty() && !source->signed_headers.empty());
  SIGNET_FUZZ_CHECK(!source->signature.empty());
  const std::string again =
      absl::StrCat(AlgorithmName(source->algorithm), " Credential=", source->credential,
                   ", SignedHeaders=", source->signed_headers, ", Signature=", source->signature);
  const absl::StatusOr<SignatureSource> second = Read("https://h.example/", again);
  SIGNET_FUZZ_CHECK(second.ok());
  SIGNET_FUZZ_CHECK(second->algorithm == source->algorithm);
  SIGNET_FUZZ_CHECK(second->credential == source->credential);
  SIGNET_FUZZ_CHECK(second->signed_headers == source->signed_headers);
  SIGNET_FUZZ_CHECK(second->signature == source->signature);
  SIGNET_FUZZ_CHECK(!Read("https://h.example/?X-Amz-Credential=a", bytes).ok());
}

}  // namespace
}  // namespace signet

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  signet::Run(absl::string_view(reinterpret_cast<const char*>(data), size));
  return 0;
}
