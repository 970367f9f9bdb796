// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_DIGEST_SHA256_H_
#define SIGNET_SERVER_DIGEST_SHA256_H_

#include <array>
#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace signet {

// 32 raw bytes, big endian as FIPS 180-4 prints them.
using Sha256Digest = std::array<uint8_t, 32>;

// The state of SHA-256 after a whole number of 64-byte blocks: eight words in
// native byte order, and how many bytes led there. As secret as what was hashed
// where that was a key.
struct Sha256Midstate {
#if defined(SIGNET_EVP_ONLY)
  // EVP gives no state away, so this is what led there: nothing or one block.
  std::array<uint8_t, 64> block;
#else
  std::array<uint32_t, 8> words;
#endif
  uint64_t byte_count;
};

// SHA-256 (FIPS 180-4), incremental. Allocates nothing, except in a build with
// SIGNET_EVP_ONLY. An object belongs to one thread at a time; copies are
// independent.
class Sha256 {
 public:
  Sha256();

  // Continues from a midstate.
  explicit Sha256(const Sha256Midstate& midstate);

  ~Sha256();
  Sha256(const Sha256& other);
  Sha256& operator=(const Sha256& other);

  void Reset();
  void Update(absl::Span<const uint8_t> bytes);
  void Update(absl::string_view bytes);

  // The state so far. REQUIRES: the bytes so far are a multiple of 64; with
  // SIGNET_EVP_ONLY they are at most 64.
  Sha256Midstate Midstate() const;

  // The digest of everything since construction or Reset; the object then
  // needs Reset() before it is used again.
  Sha256Digest Finish();

 private:
  // Room for OpenSSL's SHA256_CTX (EVP_MD_CTX* and what a midstate needs), whose
  // type stays out of this header.
  static constexpr size_t kContextBytes = 112;
  alignas(8) std::array<uint8_t, kContextBytes> context_;
};

// The digest of `bytes` in one go.
Sha256Digest Sha256Of(absl::string_view bytes);

// The digest of what led to `midstate` and `bytes` after it.
Sha256Digest Sha256Of(const Sha256Midstate& midstate, absl::string_view bytes);

}  // namespace signet

#endif  // SIGNET_SERVER_DIGEST_SHA256_H_
