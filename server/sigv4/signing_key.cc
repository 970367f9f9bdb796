// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/sigv4/signing_key.h"

#include <algorithm>
#include <array>

#include "server/base/secret.h"
#include "server/digest/hex.h"
#include "server/sigv4/credential_scope.h"
#include "server/sigv4/text.h"

namespace signet {
namespace {

constexpr absl::string_view kKeyPrefix = "AWS4";

// The HMAC key "AWS4" + secret. Real secrets fit the stack buffer; a longer one
// goes through a string that is wiped.
HmacSha256Key SecretKey(absl::string_view secret) {
  std::array<char, 132> buffer;
  if (kKeyPrefix.size() + secret.size() > buffer.size()) {
    std::string long_key(kKeyPrefix);
    long_key.append(secret.data(), secret.size());
    const HmacSha256Key key = MakeHmacSha256Key(long_key);
    Wipe(&long_key);
    return key;
  }
  char* const end = std::copy(kKeyPrefix.begin(), kKeyPrefix.end(), buffer.data());
  std::copy(secret.begin(), secret.end(), end);
  const HmacSha256Key key =
      MakeHmacSha256Key(absl::string_view(buffer.data(), kKeyPrefix.size() + secret.size()));
  Wipe(buffer.data(), buffer.size());
  return key;
}

}  // namespace

SigningKey::~SigningKey() { Wipe(bytes_.data(), bytes_.size()); }

SigningKey DeriveSigningKey(const SigningKeySpec& spec) {
  // One key and one digest, written over at each step, so that no intermediate
  // key (each signs for a wider scope) is left behind.
  HmacSha256Key key = SecretKey(spec.secret_access_key);
  Sha256Digest digest = HmacSha256(key, spec.date);
  for (const absl::string_view part : {spec.region, spec.service, kScopeTerminator}) {
    key = MakeHmacSha256Key(absl::MakeConstSpan(digest));
    digest = HmacSha256(key, part);
  }
  SigningKey signing_key(digest);
  Wipe(&key);
  Wipe(digest.data(), digest.size());
  return signing_key;
}

void SignatureOf(const HmacSha256Key& signing_key, absl::string_view string_to_sign,
                 std::string* out) {
  AssignText(out, Sha256Hex(HmacSha256(signing_key, string_to_sign)).text());
}

std::string SignatureOf(const HmacSha256Key& signing_key, absl::string_view string_to_sign) {
  std::string signature;
  SignatureOf(signing_key, string_to_sign, &signature);
  return signature;
}

bool IsSignatureOf(const HmacSha256Key& signing_key, absl::string_view string_to_sign,
                   absl::string_view signature) {
  Sha256Digest received;
  if (!IsSha256Hex(signature) || !FromHex(signature, absl::MakeSpan(received))) {
    return false;
  }
  Sha256Digest expected = HmacSha256(signing_key, string_to_sign);
  const bool is_equal = ConstantTimeEquals(
      absl::string_view(reinterpret_cast<const char*>(expected.data()), expected.size()),
      absl::string_view(reinterpret_cast<const char*>(received.data()), received.size()));
  Wipe(expected.data(), expected.size());
  return is_equal;
}

}  // namespace signet
