// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SIGV4_SIGV4A_KDF_H_
#define SIGNET_SERVER_SIGV4_SIGV4A_KDF_H_

#include <cstdint>
#include <memory>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "server/digest/hmac_sha256.h"
#include "server/digest/sha256.h"
#include "server/sigv4/sigv4a.h"

namespace signet {

// From a credential to the private key of SigV4A, step by step. Internal to
// sigv4a.cc; a header so that tests reach the steps that chance never takes
// (a candidate is refused once in 2^32 credentials).

// The highest counter that is tried.
inline constexpr int kMaxSigv4aCounter = 254;

// The HMAC key "AWS4A" + secret.
HmacSha256Key Sigv4aInputKey(absl::string_view secret_access_key);

// One block of the key derivation function of NIST SP 800-108 in counter mode:
// HMAC over 0x00000001, the label (the algorithm's name), 0x00, the context
// (access key ID and `counter`) and the length in bits, 0x00000100.
Sha256Digest Sigv4aCandidate(const HmacSha256Key& key, absl::string_view access_key_id,
                             uint8_t counter);

// Both are big-endian numbers. Writes candidate + 1 and returns true when the
// candidate is at most n - 2, n being the order of P-256; then the key is within
// 1 and n - 1. Else false, and what was written is meaningless. The time it
// takes says nothing about the candidate.
bool Sigv4aPrivateKey(const Sha256Digest& candidate, Sha256Digest* private_key);

// Gives the candidate of a counter.
using Sigv4aCandidateSource = absl::FunctionRef<Sha256Digest(uint8_t counter)>;

// The private key of the first usable candidate, counters from 1 up; false when
// there is none up to kMaxSigv4aCounter.
bool FindSigv4aPrivateKey(Sigv4aCandidateSource candidate, Sha256Digest* private_key);

// The key object over a key pair as given. Internal: the crypto library takes no
// such key. A pair whose halves do not belong together makes a key whose every
// Sign() fails its own check.
absl::StatusOr<std::unique_ptr<const Sigv4aKey>> MakeSigv4aKey(const Sha256Digest& private_key,
                                                               const Sigv4aPublicKey& public_key);

}  // namespace signet

#endif  // SIGNET_SERVER_SIGV4_SIGV4A_KDF_H_
