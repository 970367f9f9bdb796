// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/sigv4/sigv4a.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include "server/base/error.h"
#include "server/base/secret.h"
#include "server/digest/hex.h"
#include "server/sigv4/ecdsa_p256.h"
#include "server/sigv4/sigv4a_kdf.h"

namespace signet {
namespace {

absl::Status CryptoFailure(absl::string_view message) {
  return MakeError(absl::StatusCode::kInternal, Reason::kUnspecified, "", message);
}

bool IsLowerHex(absl::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

// Takes a DER integer off the front. False unless it is positive, shortest, and
// of 32 bytes at most.
bool TakePositiveInteger(absl::Span<const uint8_t>* der) {
  constexpr uint8_t kIntegerTag = 0x02;
  constexpr uint8_t kSignBit = 0x80;
  constexpr size_t kMaxBytes = 32;
  if (der->size() < 3 || (*der)[0] != kIntegerTag || (*der)[1] == 0 ||
      (*der)[1] > der->size() - 2) {
    return false;
  }
  absl::Span<const uint8_t> value = der->subspan(2, (*der)[1]);
  der->remove_prefix(2 + value.size());
  if (value[0] == 0) {
    // Zero itself, or a zero byte that keeps the next one from being a sign.
    value.remove_prefix(1);
    return !value.empty() && (value[0] & kSignBit) != 0 && value.size() <= kMaxBytes;
  }
  return (value[0] & kSignBit) == 0 && value.size() <= kMaxBytes;
}

class DerivedKey final : public Sigv4aKey {
 public:
  DerivedKey(const Sigv4aPublicKey& public_key, std::unique_ptr<const P256Signer> signer,
             std::unique_ptr<const P256Verifier> verifier)
      : public_key_(public_key), signer_(std::move(signer)), verifier_(std::move(verifier)) {}

  const Sigv4aPublicKey& public_key() const override { return public_key_; }

  absl::StatusOr<std::string> Sign(absl::string_view string_to_sign) const override {
    const Sha256Digest digest = Sha256Of(string_to_sign);
    const std::optional<EcdsaSignature> signature = signer_->Sign(digest);
    if (!signature.has_value()) {
      return CryptoFailure("the crypto library could not sign");
    }
    if (!verifier_->Verify(digest, signature->der())) {
      return CryptoFailure("a SigV4A signature failed its check and was discarded");
    }
    return ToHex(signature->der());
  }

 private:
  const Sigv4aPublicKey public_key_;
  const std::unique_ptr<const P256Signer> signer_;
  const std::unique_ptr<const P256Verifier> verifier_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<const Sigv4aKey>> MakeSigv4aKey(const Sha256Digest& private_key,
                                                               const Sigv4aPublicKey& public_key) {
  std::unique_ptr<const P256Signer> signer = P256Signer::Create(private_key);
  std::unique_ptr<const P256Verifier> verifier = P256Verifier::Create(public_key);
  if (signer == nullptr || verifier == nullptr) {
    return CryptoFailure("the crypto library did not take a SigV4A key");
  }
  return std::make_unique<const DerivedKey>(public_key, std::move(signer), std::move(verifier));
}

absl::StatusOr<std::unique_ptr<const Sigv4aKey>> Sigv4aKey::Derive(
    absl::string_view access_key_id, absl::string_view secret_access_key) {
  HmacSha256Key input_key = Sigv4aInputKey(secret_access_key);
  Sha256Digest private_key;
  const bool is_found = FindSigv4aPrivateKey(
      [&](uint8_t counter) { return Sigv4aCandidate(input_key, access_key_id, counter); },
      &private_key);
  Wipe(&input_key);
  if (!is_found) {
    return CryptoFailure("no counter gives a usable SigV4A key");
  }
  const std::optional<Sigv4aPublicKey> public_key = P256PublicKey(private_key);
  if (!public_key.has_value()) {
    Wipe(private_key.data(), private_key.size());
    return CryptoFailure("the crypto library could not compute a SigV4A public key");
  }
  absl::StatusOr<std::unique_ptr<const Sigv4aKey>> key = MakeSigv4aKey(private_key, *public_key);
  Wipe(private_key.data(), private_key.size());
  return key;
}

bool IsSigv4aSignatureForm(absl::string_view signature_hex) {
  constexpr uint8_t kSequenceTag = 0x30;
  std::array<uint8_t, EcdsaSignature::kMaxBytes> bytes;
  if (signature_hex.size() > 2 * bytes.size() || !IsLowerHex(signature_hex)) {
    return false;
  }
  const absl::Span<uint8_t> decoded = absl::MakeSpan(bytes).first(signature_hex.size() / 2);
  if (!FromHex(signature_hex, decoded) || decoded.size() < 2 || decoded[0] != kSequenceTag ||
      decoded[1] != decoded.size() - 2) {
    return false;
  }
  absl::Span<const uint8_t> rest = decoded.subspan(2);
  return TakePositiveInteger(&rest) && TakePositiveInteger(&rest) && rest.empty();
}

bool VerifySigv4a(const Sigv4aPublicKey& key, absl::string_view string_to_sign,
                  absl::string_view signature_hex) {
  std::array<uint8_t, EcdsaSignature::kMaxBytes> bytes;
  const absl::Span<uint8_t> der =
      absl::MakeSpan(bytes).subspan(0, std::min(bytes.size(), signature_hex.size() / 2));
  if (!IsLowerHex(signature_hex) || !FromHex(signature_hex, der)) {
    return false;
  }
  const std::unique_ptr<const P256Verifier> verifier = P256Verifier::Create(key);
  return verifier != nullptr && verifier->Verify(Sha256Of(string_to_sign), der);
}

}  // namespace signet
