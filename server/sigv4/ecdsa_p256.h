// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SIGV4_ECDSA_P256_H_
#define SIGNET_SERVER_SIGV4_ECDSA_P256_H_

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "absl/types/span.h"
#include "server/digest/sha256.h"
#include "server/sigv4/sigv4a.h"

namespace signet {

// ECDSA over P-256 (FIPS 186-4), as sigv4a.cc needs it; internal to that file.
// Everything here leaves OpenSSL's error queue as it found it: gRPC's TLS reads
// that queue on the same threads.

// A signature as DER (SEC 1 section C.8).
struct EcdsaSignature {
  // 2 + 2 * (2 + 33).
  static constexpr size_t kMaxBytes = 72;

  absl::Span<const uint8_t> der() const { return absl::MakeConstSpan(bytes.data(), size); }

  std::array<uint8_t, kMaxBytes> bytes;
  size_t size = 0;
};

// The point that belongs to a private key (big endian); nothing unless the key
// is within 1 and n - 1.
std::optional<Sigv4aPublicKey> P256PublicKey(const Sha256Digest& private_key);

// Both classes are immutable and safe to share between threads.

class P256Signer {
 public:
  // Null when the crypto library takes no such key.
  static std::unique_ptr<const P256Signer> Create(const Sha256Digest& private_key);
  virtual ~P256Signer() = default;

  // Nothing when the crypto library failed.
  virtual std::optional<EcdsaSignature> Sign(const Sha256Digest& digest) const = 0;
};

class P256Verifier {
 public:
  // Null unless the key is a point on the curve.
  static std::unique_ptr<const P256Verifier> Create(const Sigv4aPublicKey& key);
  virtual ~P256Verifier() = default;

  // False too for anything but the one DER encoding of a signature.
  virtual bool Verify(const Sha256Digest& digest, absl::Span<const uint8_t> der) const = 0;
};

}  // namespace signet

#endif  // SIGNET_SERVER_SIGV4_ECDSA_P256_H_
