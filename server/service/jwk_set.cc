// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/jwk_set.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "server/base/free_by.h"
#include "server/base/status_macros.h"

namespace signet {
namespace {

using BignumPtr = std::unique_ptr<BIGNUM, FreeBy<BN_free>>;
using ContextPtr = std::unique_ptr<EVP_PKEY_CTX, FreeBy<EVP_PKEY_CTX_free>>;
using DigestPtr = std::unique_ptr<EVP_MD_CTX, FreeBy<EVP_MD_CTX_free>>;
using KeyPtr = std::unique_ptr<EVP_PKEY, FreeBy<EVP_PKEY_free>>;
using BuilderPtr = std::unique_ptr<OSSL_PARAM_BLD, FreeBy<OSSL_PARAM_BLD_free>>;
using ParamsPtr = std::unique_ptr<OSSL_PARAM, FreeBy<OSSL_PARAM_free>>;
using SignaturePtr = std::unique_ptr<ECDSA_SIG, FreeBy<ECDSA_SIG_free>>;

constexpr int kMinRsaBits = 2048;
constexpr int kMaxRsaBits = 8192;
// Bytes of a coordinate of P-256, and of each half of a signature.
constexpr size_t kCoordinate = 32;

const unsigned char* Bytes(absl::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

BignumPtr ToNumber(absl::string_view bytes) {
  return BignumPtr(BN_bin2bn(Bytes(bytes), static_cast<int>(bytes.size()), nullptr));
}

// The text of a member; nothing when it is absent or no text.
std::optional<absl::string_view> TextOf(const DocumentNode& key, absl::string_view name) {
  const DocumentNode* const node = key.Find(name);
  return node != nullptr && node->is_quoted() ? std::make_optional(node->text()) : std::nullopt;
}

// The decoded bytes of a member.
std::optional<std::string> BytesOf(const DocumentNode& key, absl::string_view name) {
  const std::optional<absl::string_view> text = TextOf(key, name);
  return text.has_value() && !text->empty() ? DecodeBase64Url(*text) : std::nullopt;
}

KeyPtr MakeKey(const char* type, OSSL_PARAM_BLD* builder) {
  const ParamsPtr parameters(OSSL_PARAM_BLD_to_param(builder));
  const ContextPtr context(EVP_PKEY_CTX_new_from_name(nullptr, type, nullptr));
  EVP_PKEY* key = nullptr;
  if (parameters == nullptr || context == nullptr || EVP_PKEY_fromdata_init(context.get()) != 1 ||
      EVP_PKEY_fromdata(context.get(), &key, EVP_PKEY_PUBLIC_KEY, parameters.get()) != 1) {
    key = nullptr;
  }
  return KeyPtr(key);
}

// Null when malformed or weak.
KeyPtr RsaKey(const DocumentNode& node) {
  const std::optional<std::string> modulus = BytesOf(node, "n");
  const std::optional<std::string> exponent = BytesOf(node, "e");
  if (!modulus.has_value() || !exponent.has_value() || exponent->size() > 4 ||
      modulus->front() == '\0' || modulus->size() > kMaxRsaBits / 8) {
    return nullptr;
  }
  const BignumPtr n = ToNumber(*modulus);
  const BignumPtr e = ToNumber(*exponent);
  if (BN_num_bits(n.get()) < kMinRsaBits || BN_is_odd(n.get()) != 1 || BN_is_odd(e.get()) != 1 ||
      BN_is_one(e.get()) == 1) {
    return nullptr;
  }
  const BuilderPtr builder(OSSL_PARAM_BLD_new());
  OSSL_PARAM_BLD_push_BN(builder.get(), OSSL_PKEY_PARAM_RSA_N, n.get());
  OSSL_PARAM_BLD_push_BN(builder.get(), OSSL_PKEY_PARAM_RSA_E, e.get());
  return MakeKey("RSA", builder.get());
}

// Null when malformed, or not on the curve.
KeyPtr EcKey(const DocumentNode& node) {
  const std::optional<std::string> x = BytesOf(node, "x");
  const std::optional<std::string> y = BytesOf(node, "y");
  if (!x.has_value() || !y.has_value() || x->size() != kCoordinate || y->size() != kCoordinate) {
    return nullptr;
  }
  // SEC 1, section 2.3.3: an uncompressed point.
  const std::string point = absl::StrCat("\x04", *x, *y);
  const BuilderPtr builder(OSSL_PARAM_BLD_new());
  OSSL_PARAM_BLD_push_utf8_string(builder.get(), OSSL_PKEY_PARAM_GROUP_NAME, "P-256", 0);
  OSSL_PARAM_BLD_push_octet_string(builder.get(), OSSL_PKEY_PARAM_PUB_KEY, point.data(),
                                   point.size());
  KeyPtr key = MakeKey("EC", builder.get());
  if (key == nullptr) {
    return nullptr;
  }
  const ContextPtr context(EVP_PKEY_CTX_new(key.get(), nullptr));
  return EVP_PKEY_public_check(context.get()) == 1 ? std::move(key) : nullptr;
}

// The algorithm of a key that is for verifying tokens; nothing for others.
std::optional<JwtAlgorithm> AlgorithmOf(const DocumentNode& node) {
  const std::optional<absl::string_view> type = TextOf(node, "kty");
  const bool is_rsa = type == "RSA";
  const bool is_ec = type == "EC" && TextOf(node, "crv") == "P-256";
  if (!is_rsa && !is_ec) {
    return std::nullopt;
  }
  if (node.Find("alg") != nullptr && TextOf(node, "alg") != (is_rsa ? "RS256" : "ES256")) {
    return std::nullopt;
  }
  if (node.Find("use") != nullptr && TextOf(node, "use") != "sig") {
    return std::nullopt;
  }
  if (const DocumentNode* const uses = node.Find("key_ops"); uses != nullptr) {
    const bool may_verify = std::any_of(
        uses->items().begin(), uses->items().end(),
        [](const DocumentNode& use) { return use.is_quoted() && use.text() == "verify"; });
    if (!may_verify) {
      return std::nullopt;
    }
  }
  return is_rsa ? JwtAlgorithm::kRs256 : JwtAlgorithm::kEs256;
}

// DER of what JWS has as two numbers side by side (RFC 7518 section 3.4). Empty when it
// is not that.
std::string ToDer(absl::string_view signature) {
  if (signature.size() != 2 * kCoordinate) {
    return "";
  }
  const SignaturePtr pair(ECDSA_SIG_new());
  // Takes the numbers.
  ECDSA_SIG_set0(pair.get(), ToNumber(signature.substr(0, kCoordinate)).release(),
                 ToNumber(signature.substr(kCoordinate)).release());
  unsigned char* der = nullptr;
  const int size = i2d_ECDSA_SIG(pair.get(), &der);
  std::string result(reinterpret_cast<char*>(der), size > 0 ? static_cast<size_t>(size) : 0);
  OPENSSL_free(der);
  return result;
}

bool IsSignedBy(EVP_PKEY* key, const Jwt& token) {
  const std::string signature =
      token.algorithm == JwtAlgorithm::kEs256 ? ToDer(token.signature) : token.signature;
  const DigestPtr digest(EVP_MD_CTX_new());
  const bool is_signed =
      !signature.empty() &&
      EVP_DigestVerifyInit(digest.get(), nullptr, EVP_sha256(), nullptr, key) == 1 &&
      EVP_DigestVerify(digest.get(), Bytes(signature), signature.size(), Bytes(token.signed_part),
                       token.signed_part.size()) == 1;
  ERR_clear_error();
  return is_signed;
}

}  // namespace

struct JwkSet::State {
  struct Key {
    JwtAlgorithm algorithm;
    std::optional<std::string> id;
    KeyPtr key;
  };
  std::vector<Key> keys;

  const Key* Find(const Jwt& token) const {
    const Key* found = nullptr;
    for (const Key& key : keys) {
      if (key.algorithm == token.algorithm &&
          (!token.key_id.has_value() || key.id == token.key_id)) {
        if (found != nullptr) {
          return nullptr;
        }
        found = &key;
      }
    }
    return found;
  }
};

JwkSet::JwkSet(std::unique_ptr<const State> state) : state_(std::move(state)) {}
JwkSet::~JwkSet() = default;

absl::StatusOr<std::shared_ptr<const JwkSet>> JwkSet::Parse(absl::string_view name,
                                                            absl::string_view json) {
  SIGNET_ASSIGN_OR_RETURN(
      const Document document,
      ParseJson(name, json, {.max_bytes = kMaxJwkSetBytes, .max_depth = 8, .max_nodes = 4096}));
  const DocumentNode* const keys = document.root().Find("keys");
  if (keys == nullptr || keys->kind() != DocumentNode::Kind::kList) {
    return document.ErrorAt(document.root(), "no JSON Web Key Set: there is no list \"keys\"");
  }
  if (keys->items().size() > kMaxJwks) {
    return document.ErrorAt(
        *keys, absl::StrCat(keys->items().size(), " keys given, allowed are ", kMaxJwks));
  }
  auto state = std::make_unique<State>();
  for (const DocumentNode& node : keys->items()) {
    if (node.Find("d") != nullptr || node.Find("k") != nullptr) {
      return document.ErrorAt(node, "holds a secret or private key, allowed are public keys");
    }
    const std::optional<JwtAlgorithm> algorithm = AlgorithmOf(node);
    if (!algorithm.has_value()) {
      continue;
    }
    KeyPtr key = algorithm == JwtAlgorithm::kRs256 ? RsaKey(node) : EcKey(node);
    ERR_clear_error();
    if (key == nullptr) {
      return document.ErrorAt(node,
                              "a malformed or weak key, allowed are RSA of 2048 to 8192 "
                              "bits and points of P-256");
    }
    std::optional<std::string> id;
    if (node.Find("kid") != nullptr) {
      id = std::string(TextOf(node, "kid").value_or(""));
    }
    const bool is_repeated =
        id.has_value() && std::any_of(state->keys.begin(), state->keys.end(),
                                      [&id](const State::Key& other) { return other.id == id; });
    if (is_repeated || id == "") {
      return document.ErrorAt(node, "the key's ID is no text, or that of an earlier key");
    }
    state->keys.push_back({*algorithm, std::move(id), std::move(key)});
  }
  if (state->keys.empty()) {
    return document.ErrorAt(*keys, "no key that verifies RS256 or ES256");
  }
  return std::shared_ptr<const JwkSet>(new JwkSet(std::move(state)));
}

size_t JwkSet::size() const { return state_->keys.size(); }

JwkSet::Outcome JwkSet::Verify(const Jwt& token) const {
  const State::Key* const key = state_->Find(token);
  if (key == nullptr) {
    return Outcome::kUnknownKey;
  }
  return IsSignedBy(key->key.get(), token) ? Outcome::kVerified : Outcome::kWrongSignature;
}

}  // namespace signet
