// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/sigv4/ecdsa_p256.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/obj_mac.h>
#include <openssl/params.h>

#include <algorithm>
#include <utility>

#include "server/base/free_by.h"
#include "server/base/secret.h"
#include "server/digest/openssl_manners.h"

namespace signet {
namespace {

constexpr size_t kCoordinateBytes = 32;
// 0x04, X, Y (SEC 1 section 2.3.3).
using UncompressedPoint = std::array<uint8_t, 1 + 2 * kCoordinateBytes>;
constexpr uint8_t kUncompressedForm = 4;

using Key = std::unique_ptr<EVP_PKEY, FreeBy<EVP_PKEY_free>>;
using KeyContext = std::unique_ptr<EVP_PKEY_CTX, FreeBy<EVP_PKEY_CTX_free>>;
using Group = std::unique_ptr<EC_GROUP, FreeBy<EC_GROUP_free>>;
using Point = std::unique_ptr<EC_POINT, FreeBy<EC_POINT_clear_free>>;
using Number = std::unique_ptr<BIGNUM, FreeBy<BN_clear_free>>;
using NumberContext = std::unique_ptr<BN_CTX, FreeBy<BN_CTX_free>>;

// Null when the parameters make no key. `part` is the one of EVP_PKEY_KEYPAIR
// or EVP_PKEY_PUBLIC_KEY.
Key MakeKey(int selection, OSSL_PARAM part) {
  char group_name[] = SN_X9_62_prime256v1;
  OSSL_PARAM parameters[] = {
      OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, group_name, 0), part,
      OSSL_PARAM_construct_end()};
  const KeyContext context(EVP_PKEY_CTX_new_from_name(nullptr, "EC", nullptr));
  EVP_PKEY* key = nullptr;
  if (context == nullptr || EVP_PKEY_fromdata_init(context.get()) != 1 ||
      EVP_PKEY_fromdata(context.get(), &key, selection, parameters) != 1) {
    return nullptr;
  }
  return Key(key);
}

Key MakePrivateKey(const Sha256Digest& private_key) {
  // An integer parameter is in the machine's byte order, little endian here.
  static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);
  Sha256Digest reversed;
  std::reverse_copy(private_key.begin(), private_key.end(), reversed.begin());
  Key key = MakeKey(EVP_PKEY_KEYPAIR, OSSL_PARAM_construct_BN(OSSL_PKEY_PARAM_PRIV_KEY,
                                                              reversed.data(), reversed.size()));
  Wipe(reversed.data(), reversed.size());
  return key;
}

Key MakePublicKey(const Sigv4aPublicKey& public_key) {
  UncompressedPoint point;
  point[0] = kUncompressedForm;
  const auto y_begin = std::copy(public_key.x.begin(), public_key.x.end(), point.begin() + 1);
  std::copy(public_key.y.begin(), public_key.y.end(), y_begin);
  return MakeKey(EVP_PKEY_PUBLIC_KEY, OSSL_PARAM_construct_octet_string(
                                          OSSL_PKEY_PARAM_PUB_KEY, point.data(), point.size()));
}

// A context made once and duplicated for each operation costs a fraction of a
// new one, which looks its algorithm up under a lock.
class OpensslSigner final : public P256Signer {
 public:
  explicit OpensslSigner(KeyContext initialized) : template_(std::move(initialized)) {}

  std::optional<EcdsaSignature> Sign(const Sha256Digest& digest) const override {
    const OpensslErrorGuard guard;
    const KeyContext context(EVP_PKEY_CTX_dup(template_.get()));
    EcdsaSignature signature;
    size_t size = signature.bytes.size();
    if (context == nullptr || EVP_PKEY_sign(context.get(), signature.bytes.data(), &size,
                                            digest.data(), digest.size()) != 1) {
      return std::nullopt;
    }
    signature.size = size;
    return signature;
  }

 private:
  const KeyContext template_;
};

class OpensslVerifier final : public P256Verifier {
 public:
  explicit OpensslVerifier(KeyContext initialized) : template_(std::move(initialized)) {}

  bool Verify(const Sha256Digest& digest, absl::Span<const uint8_t> der) const override {
    const OpensslErrorGuard guard;
    const KeyContext context(EVP_PKEY_CTX_dup(template_.get()));
    return context != nullptr && EVP_PKEY_verify(context.get(), der.data(), der.size(),
                                                 digest.data(), digest.size()) == 1;
  }

 private:
  const KeyContext template_;
};

}  // namespace

std::optional<Sigv4aPublicKey> P256PublicKey(const Sha256Digest& private_key) {
  const OpensslErrorGuard guard;
  const Group group(EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1));
  const NumberContext context(BN_CTX_secure_new());
  const Number scalar(BN_bin2bn(private_key.data(), private_key.size(), nullptr));
  if (group == nullptr || context == nullptr || scalar == nullptr || BN_is_zero(scalar.get()) ||
      BN_cmp(scalar.get(), EC_GROUP_get0_order(group.get())) >= 0) {
    return std::nullopt;
  }
  BN_set_flags(scalar.get(), BN_FLG_CONSTTIME);
  const Point point(EC_POINT_new(group.get()));
  UncompressedPoint bytes;
  if (point == nullptr ||
      EC_POINT_mul(group.get(), point.get(), scalar.get(), nullptr, nullptr, context.get()) != 1 ||
      EC_POINT_point2oct(group.get(), point.get(), POINT_CONVERSION_UNCOMPRESSED, bytes.data(),
                         bytes.size(), context.get()) != bytes.size()) {
    return std::nullopt;
  }
  Sigv4aPublicKey key;
  std::copy_n(bytes.begin() + 1, kCoordinateBytes, key.x.begin());
  std::copy_n(bytes.begin() + 1 + kCoordinateBytes, kCoordinateBytes, key.y.begin());
  return key;
}

std::unique_ptr<const P256Signer> P256Signer::Create(const Sha256Digest& private_key) {
  const OpensslErrorGuard guard;
  const Key key = MakePrivateKey(private_key);
  KeyContext context(key == nullptr ? nullptr
                                    : EVP_PKEY_CTX_new_from_pkey(nullptr, key.get(), nullptr));
  if (context == nullptr || EVP_PKEY_sign_init(context.get()) != 1) {
    return nullptr;
  }
  return std::make_unique<OpensslSigner>(std::move(context));
}

std::unique_ptr<const P256Verifier> P256Verifier::Create(const Sigv4aPublicKey& key) {
  const OpensslErrorGuard guard;
  const Key public_key = MakePublicKey(key);
  KeyContext context(public_key == nullptr
                         ? nullptr
                         : EVP_PKEY_CTX_new_from_pkey(nullptr, public_key.get(), nullptr));
  if (context == nullptr || EVP_PKEY_verify_init(context.get()) != 1) {
    return nullptr;
  }
  return std::make_unique<OpensslVerifier>(std::move(context));
}

}  // namespace signet
