// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// The input is a token. What is taken apart can be put together again to the same bytes;
// its claims give a service account or an error, and none without a signature that fits.

#include <cstddef>
#include <cstdint>
#include <memory>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "server/service/jwk_set.h"
#include "server/service/jwt.h"
#include "server/service/service_account.h"
#include "tests/fuzz/check.h"

namespace signet {
namespace {

// RFC 7515, appendix A.3.
constexpr char kKeys[] =
    R"({"keys":[{"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",)"
    R"("y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}]})";
constexpr char kSigned[] =
    "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNv"
    "bS9pc19yb290Ijp0cnVlfQ";

void Run(absl::string_view text) {
  static const auto* const keys = new std::shared_ptr<const JwkSet>(*JwkSet::Parse("keys", kKeys));
  const absl::StatusOr<Jwt> token = ParseJwt(text);
  if (!token.ok()) {
    SIGNET_FUZZ_CHECK(absl::StartsWith(token.status().message(), "the token"));
    return;
  }
  SIGNET_FUZZ_CHECK(text.size() <= kMaxJwtBytes);
  SIGNET_FUZZ_CHECK(
      absl::StrCat(token->signed_part, ".", absl::WebSafeBase64Escape(token->signature)) == text);
  if ((*keys)->Verify(*token) == JwkSet::Outcome::kVerified) {
    SIGNET_FUZZ_CHECK(token->signed_part == kSigned);
  }
  const absl::StatusOr<ServiceAccount> account =
      ReadServiceAccount(token->claims, {"https://issuer.example", "signet", absl::Hours(1)},
                         absl::FromUnixSeconds(1'800'000'000));
  if (account.ok()) {
    SIGNET_FUZZ_CHECK(!account->name.empty() && !absl::StrContains(account->name, '/'));
    SIGNET_FUZZ_CHECK(!account->name_space.empty() && !absl::StrContains(account->name_space, '/'));
  } else {
    SIGNET_FUZZ_CHECK(absl::StartsWith(account.status().message(), "the token"));
  }
}

}  // namespace
}  // namespace signet

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  signet::Run(absl::string_view(reinterpret_cast<const char*>(data), size));
  return 0;
}
