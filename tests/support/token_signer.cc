// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/token_signer.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/rsa.h>

#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace signet {
namespace {

using KeyPtr = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;
using DigestPtr = std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)>;
using SignaturePtr = std::unique_ptr<ECDSA_SIG, decltype(&ECDSA_SIG_free)>;

constexpr int kCoordinate = 32;

const unsigned char* Bytes(const std::string& text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

std::string Padded(const BIGNUM* number, int size) {
  std::string bytes(static_cast<size_t>(size), '\0');
  BN_bn2binpad(number, reinterpret_cast<unsigned char*>(bytes.data()), size);
  return bytes;
}

std::string Parameter(EVP_PKEY* key, const char* name, int size) {
  BIGNUM* number = nullptr;
  EVP_PKEY_get_bn_param(key, name, &number);
  const std::string bytes = Padded(number, size == 0 ? BN_num_bytes(number) : size);
  BN_free(number);
  return bytes;
}

}  // namespace

std::string Base64Url(const std::string& bytes) { return absl::WebSafeBase64Escape(bytes); }

struct TokenSigner::State {
  KeyPtr key{nullptr, &EVP_PKEY_free};
  bool is_ec = false;
};

TokenSigner::TokenSigner(std::unique_ptr<State> state) : state_(std::move(state)) {}
TokenSigner::TokenSigner(TokenSigner&& other) noexcept = default;
TokenSigner::~TokenSigner() = default;

TokenSigner TokenSigner::Ec() {
  auto state = std::make_unique<State>();
  state->key.reset(EVP_EC_gen("P-256"));
  state->is_ec = true;
  return TokenSigner(std::move(state));
}

TokenSigner TokenSigner::Rsa(int bits) {
  auto state = std::make_unique<State>();
  state->key.reset(EVP_RSA_gen(static_cast<unsigned int>(bits)));
  return TokenSigner(std::move(state));
}

std::string TokenSigner::Jwk(const std::string& more) const {
  EVP_PKEY* const key = state_->key.get();
  if (state_->is_ec) {
    return absl::StrCat(
        R"({"kty":"EC","crv":"P-256","x":")",
        Base64Url(Parameter(key, OSSL_PKEY_PARAM_EC_PUB_X, kCoordinate)), R"(","y":")",
        Base64Url(Parameter(key, OSSL_PKEY_PARAM_EC_PUB_Y, kCoordinate)), "\"", more, "}");
  }
  return absl::StrCat(R"({"kty":"RSA","n":")", Base64Url(Parameter(key, OSSL_PKEY_PARAM_RSA_N, 0)),
                      R"(","e":")", Base64Url(Parameter(key, OSSL_PKEY_PARAM_RSA_E, 0)), "\"", more,
                      "}");
}

std::string TokenSigner::Sign(const std::string& header, const std::string& claims) const {
  const std::string signed_part = absl::StrCat(Base64Url(header), ".", Base64Url(claims));
  return absl::StrCat(signed_part, ".", Base64Url(Signature(signed_part)));
}

std::string TokenSigner::Signature(const std::string& bytes) const {
  const std::string raw = DerSignature(bytes);
  if (!state_->is_ec) {
    return raw;
  }
  const unsigned char* der = Bytes(raw);
  const SignaturePtr pair(d2i_ECDSA_SIG(nullptr, &der, static_cast<long>(raw.size())),
                          &ECDSA_SIG_free);
  return Padded(ECDSA_SIG_get0_r(pair.get()), kCoordinate) +
         Padded(ECDSA_SIG_get0_s(pair.get()), kCoordinate);
}

std::string TokenSigner::DerSignature(const std::string& bytes) const {
  const DigestPtr digest(EVP_MD_CTX_new(), &EVP_MD_CTX_free);
  EVP_DigestSignInit(digest.get(), nullptr, EVP_sha256(), nullptr, state_->key.get());
  size_t size = 0;
  EVP_DigestSign(digest.get(), nullptr, &size, Bytes(bytes), bytes.size());
  std::string signature(size, '\0');
  EVP_DigestSign(digest.get(), reinterpret_cast<unsigned char*>(signature.data()), &size,
                 Bytes(bytes), bytes.size());
  signature.resize(size);
  return signature;
}

}  // namespace signet
