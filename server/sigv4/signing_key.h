// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SIGV4_SIGNING_KEY_H_
#define SIGNET_SERVER_SIGV4_SIGNING_KEY_H_

#include <string>

#include "absl/strings/string_view.h"
#include "server/digest/hmac_sha256.h"
#include "server/digest/sha256.h"

namespace signet {

// All that a signing key is derived from, and the sole argument of derivation,
// so that whoever caches keys cannot leave an input out. Views outlive the call.
struct SigningKeySpec {
  absl::string_view secret_access_key;
  // "20150830"
  absl::string_view date;
  absl::string_view region;
  absl::string_view service;
};

// The 32-byte key kSigning of one credential scope. As sensitive as the secret
// for that scope: no operator<<, wiped when it goes.
class SigningKey {
 public:
  explicit SigningKey(const Sha256Digest& bytes) : bytes_(bytes) {}
  ~SigningKey();
  SigningKey(const SigningKey&) = default;
  SigningKey& operator=(const SigningKey&) = default;

  const Sha256Digest& Reveal() const { return bytes_; }

 private:
  Sha256Digest bytes_;
};

// HMAC(HMAC(HMAC(HMAC("AWS4" + secret, date), region), service),
// "aws4_request"). Allocates nothing. Source: "Create a signature", step 3, IAM
// User Guide.
SigningKey DeriveSigningKey(const SigningKeySpec& spec);

// The signature of a string to sign: lower-case hex, 64 characters. The key is
// MakeHmacSha256Key(SigningKey::Reveal()).
std::string SignatureOf(const HmacSha256Key& signing_key, absl::string_view string_to_sign);
// Writes over `out`.
void SignatureOf(const HmacSha256Key& signing_key, absl::string_view string_to_sign,
                 std::string* out);

// True when `signature` is SignatureOf(): the only way to compare one. Raw bytes
// are compared, in constant time, and the right ones are wiped. False unless
// `signature` is 64 lower-case hex digits.
bool IsSignatureOf(const HmacSha256Key& signing_key, absl::string_view string_to_sign,
                   absl::string_view signature);

}  // namespace signet

#endif  // SIGNET_SERVER_SIGV4_SIGNING_KEY_H_
