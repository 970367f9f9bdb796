// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// The input is trailing headers, one a line, "name:value". Whatever passes
// validation is sent in lines that hash to what is signed, and no line breaks
// out of its own.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "server/sigv4/aws_chunked.h"
#include "server/sigv4/canonical_request.h"
#include "server/sigv4/payload_signature.h"
#include "tests/fuzz/check.h"

namespace signet {
namespace {

void Run(absl::string_view text) {
  std::vector<HeaderView> trailer;
  for (const absl::string_view line : absl::StrSplit(text, '\n')) {
    const std::pair<absl::string_view, absl::string_view> parts =
        absl::StrSplit(line, absl::MaxSplits(':', 1));
    trailer.push_back({parts.first, parts.second});
  }
  if (!ValidateTrailer(trailer).ok()) {
    return;
  }
  const std::string lines = TrailerBlock(trailer, "");
  SIGNET_FUZZ_CHECK(absl::EndsWith(lines, "\r\n\r\n"));
  const std::string hashed =
      absl::StrReplaceAll(lines.substr(0, lines.size() - 2), {{"\r\n", "\n"}});
  SIGNET_FUZZ_CHECK(!absl::StrContains(hashed, '\r'));
  SIGNET_FUZZ_CHECK(TrailerSha256(trailer) == Sha256Of(hashed));
  SIGNET_FUZZ_CHECK(CanonicalizeHeaders(trailer).canonical_headers == hashed);
  const std::vector<absl::string_view> sent = absl::StrSplit(hashed, '\n');
  SIGNET_FUZZ_CHECK(sent.size() == trailer.size() + 1);
  SIGNET_FUZZ_CHECK(EncodedLength(PayloadMode::kStreamingUnsignedTrailer, Algorithm::kSigV4, 0, 1,
                                  trailer) == ChunkPrefix(0, "").size() + lines.size());
}

}  // namespace
}  // namespace signet

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  signet::Run(absl::string_view(reinterpret_cast<const char*>(data), size));
  return 0;
}
