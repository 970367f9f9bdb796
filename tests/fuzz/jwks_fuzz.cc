// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// The input is a JSON Web Key Set. It is refused by its place, or has some keys, none of
// which verifies a signature of zeros.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "absl/strings/match.h"
#include "server/service/jwk_set.h"
#include "server/service/jwt.h"
#include "tests/fuzz/check.h"

namespace signet {
namespace {

void Run(absl::string_view text) {
  const absl::StatusOr<std::shared_ptr<const JwkSet>> keys = JwkSet::Parse("f", text);
  if (!keys.ok()) {
    SIGNET_FUZZ_CHECK(absl::StartsWith(keys.status().message(), "f:"));
    return;
  }
  SIGNET_FUZZ_CHECK((*keys)->size() > 0 && (*keys)->size() <= kMaxJwks);
  // Headers {"alg":"ES256"} and {"alg":"RS256"}, claims {}, and 64 bytes of zero.
  for (const char* const header : {"eyJhbGciOiJFUzI1NiJ9", "eyJhbGciOiJSUzI1NiJ9"}) {
    const std::string text_of_token = std::string(header) + ".e30." + std::string(84, 'A') + "AA";
    const absl::StatusOr<Jwt> token = ParseJwt(text_of_token);
    SIGNET_FUZZ_CHECK(token.ok());
    SIGNET_FUZZ_CHECK((*keys)->Verify(*token) != JwkSet::Outcome::kVerified);
  }
}

}  // namespace
}  // namespace signet

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  signet::Run(absl::string_view(reinterpret_cast<const char*>(data), size));
  return 0;
}
