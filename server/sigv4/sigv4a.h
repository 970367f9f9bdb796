// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SIGV4_SIGV4A_H_
#define SIGNET_SERVER_SIGV4_SIGV4A_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "server/digest/sha256.h"

namespace signet {

// The P-256 point of a SigV4A public key: two big-endian coordinates.
struct Sigv4aPublicKey {
  Sha256Digest x;
  Sha256Digest y;
};

// Verifies a DER signature in hex over a string to sign.
bool VerifySigv4a(const Sigv4aPublicKey& key, absl::string_view string_to_sign,
                  absl::string_view signature_hex);

// True for what could be a signature of P-256: the hex, in lower case, of a DER
// sequence of two positive integers of at most 32 bytes, in their shortest form
// (SEC 1 section C.8).
bool IsSigv4aSignatureForm(absl::string_view signature_hex);

// The key pair that SigV4A derives from a credential: NIST SP 800-108 in
// counter mode with HMAC-SHA256, candidates compared in constant time. It
// depends on nothing but access key ID and secret, so it is never handed out.
//
// Immutable, so safe to share between threads; the private key is wiped when
// the object goes.
class Sigv4aKey {
 public:
  // Internal: no counter up to 254 gives a usable key (probability 2^-8128), or
  // the crypto library failed.
  static absl::StatusOr<std::unique_ptr<const Sigv4aKey>> Derive(
      absl::string_view access_key_id, absl::string_view secret_access_key);

  virtual ~Sigv4aKey() = default;

  virtual const Sigv4aPublicKey& public_key() const = 0;

  // An ECDSA signature: DER in lower-case hex, at most 144 characters. It was
  // verified before it is returned, so a computing fault cannot leak the key.
  // Internal: the crypto library failed or the check did.
  virtual absl::StatusOr<std::string> Sign(absl::string_view string_to_sign) const = 0;
};

}  // namespace signet

#endif  // SIGNET_SERVER_SIGV4_SIGV4A_H_
