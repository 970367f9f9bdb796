// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_TESTS_SUPPORT_TOKEN_SIGNER_H_
#define SIGNET_TESTS_SUPPORT_TOKEN_SIGNER_H_

#include <memory>
#include <string>

namespace signet {

// base64url without padding.
std::string Base64Url(const std::string& bytes);

// A key pair that signs tokens: P-256, or RSA of so many bits.
class TokenSigner {
 public:
  static TokenSigner Ec();
  static TokenSigner Rsa(int bits = 2048);
  TokenSigner(TokenSigner&& other) noexcept;
  ~TokenSigner();

  // The public key as a JWK object: its members, and `more` (",\"kid\":\"a\"") at the end.
  std::string Jwk(const std::string& more = "") const;

  // A token of these two JSON texts, whatever is in them, signed as the key does it.
  std::string Sign(const std::string& header, const std::string& claims) const;

  // The signature of any bytes, as tokens have it.
  std::string Signature(const std::string& bytes) const;

  // The signature of an EC key in DER, as tokens must not have it.
  std::string DerSignature(const std::string& bytes) const;

 private:
  struct State;
  explicit TokenSigner(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace signet

#endif  // SIGNET_TESTS_SUPPORT_TOKEN_SIGNER_H_
