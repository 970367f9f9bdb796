// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// Holds our HMAC-SHA256 and the verification of SigV4A signatures and of tokens against
// the vectors that tests/wycheproof/vectors prints, read from standard input.

#include <algorithm>
#include <array>
#include <cstdio>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "server/base/secret.h"
#include "server/digest/hex.h"
#include "server/digest/hmac_sha256.h"
#include "server/service/jwk_set.h"
#include "server/service/jwt.h"
#include "server/sigv4/sigv4a.h"

namespace signet {
namespace {

std::optional<std::string> Bytes(const std::string& hex) {
  if (hex == "-") {
    return "";
  }
  std::vector<uint8_t> bytes(hex.size() / 2);
  if (!FromHex(hex, absl::MakeSpan(bytes))) {
    return std::nullopt;
  }
  return std::string(bytes.begin(), bytes.end());
}

// Whether the tag, which may be the front of one, is the message's.
bool IsMac(const std::string& key, const std::string& message, const std::string& tag) {
  const Sha256Digest mac = HmacSha256(MakeHmacSha256Key(absl::string_view(key)), message);
  return tag.size() <= mac.size() &&
         ConstantTimeEquals(
             absl::string_view(reinterpret_cast<const char*>(mac.data()), tag.size()), tag);
}

// Whether the only key of a set signed it. False when the set has none that is for tokens.
bool IsSigned(const std::string& key_set, const Jwt& token) {
  const auto keys = JwkSet::Parse("keys", key_set);
  return keys.ok() && (*keys)->Verify(token) == JwkSet::Outcome::kVerified;
}

// A token with any payload, where ours must be claims: it is taken apart with other
// claims in its place.
bool IsToken(const std::string& key_set, const std::string& text) {
  const std::vector<std::string> parts = absl::StrSplit(text, '.');
  if (parts.size() != 3 || !DecodeBase64Url(parts[1]).has_value()) {
    return false;
  }
  const std::string with_claims = absl::StrCat(parts[0], ".e30.", parts[2]);
  absl::StatusOr<Jwt> token = ParseJwt(with_claims);
  if (!token.ok()) {
    return false;
  }
  const std::string signed_part = absl::StrCat(parts[0], ".", parts[1]);
  token->signed_part = signed_part;
  return IsSigned(key_set, *token);
}

std::optional<bool> TokenVerdict(const std::vector<std::string>& fields) {
  const auto key_set = Bytes(fields[1]);
  const auto text = Bytes(fields[2]);
  if (!key_set.has_value() || !text.has_value()) {
    return std::nullopt;
  }
  if (fields[0] == "jws" && fields.size() == 4) {
    return IsToken(*key_set, *text);
  }
  const auto signature = Bytes(fields[3]);
  if (fields.size() != 5 || !signature.has_value()) {
    return std::nullopt;
  }
  Jwt token = {fields[0] == "RS256" ? JwtAlgorithm::kRs256 : JwtAlgorithm::kEs256, std::nullopt,
               *text, *signature, *ParseJson("claims", "{}")};
  return IsSigned(*key_set, token);
}

std::optional<bool> Verdict(const std::vector<std::string>& fields) {
  if (fields.size() == 5 && fields[0] == "hmac") {
    const auto key = Bytes(fields[1]);
    const auto message = Bytes(fields[2]);
    const auto tag = Bytes(fields[3]);
    if (key.has_value() && message.has_value() && tag.has_value()) {
      return IsMac(*key, *message, *tag);
    }
  }
  if (fields.size() >= 4 && (fields[0] == "jws" || fields[0] == "RS256" || fields[0] == "ES256")) {
    return TokenVerdict(fields);
  }
  Sigv4aPublicKey key;
  if (fields.size() == 6 && fields[0] == "ecdsa" && FromHex(fields[1], absl::MakeSpan(key.x)) &&
      FromHex(fields[2], absl::MakeSpan(key.y))) {
    const auto message = Bytes(fields[3]);
    if (message.has_value()) {
      return VerifySigv4a(key, *message, fields[4] == "-" ? "" : fields[4]);
    }
  }
  return std::nullopt;
}

int Run() {
  int passed = 0;
  int failed = 0;
  int valid = 0;
  std::string line;
  while (std::getline(std::cin, line)) {
    const std::vector<std::string> fields = absl::StrSplit(line, ' ');
    const std::optional<bool> verdict = Verdict(fields);
    const std::string& result = fields.back();
    const bool is_right =
        verdict.has_value() && (result == "acceptable" || *verdict == (result == "valid"));
    valid += result == "valid" ? 1 : 0;
    passed += is_right ? 1 : 0;
    failed += is_right ? 0 : 1;
    if (!is_right) {
      std::printf("not %s: %s\n", result.c_str(), line.c_str());
    }
  }
  std::printf("%d vectors are valid, the others are not\n", valid);
  std::printf("%d passed, %d failed\n", passed, failed);
  return failed == 0 && valid > 0 && valid < passed ? 0 : 1;
}

}  // namespace
}  // namespace signet

int main() { return signet::Run(); }
