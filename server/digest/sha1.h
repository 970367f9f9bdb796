// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_DIGEST_SHA1_H_
#define SIGNET_SERVER_DIGEST_SHA1_H_

#include <array>
#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace signet {

// 20 raw bytes, big endian as FIPS 180-4 prints them.
using Sha1Digest = std::array<uint8_t, 20>;

// SHA-1 (FIPS 180-4), incremental: for x-amz-checksum-sha1. It detects damage, not
// intent. Allocates nothing. An object belongs to one thread at a time; copies
// are independent; what it held is wiped when it goes.
class Sha1 {
 public:
  Sha1() { Reset(); }
  ~Sha1();
  Sha1(const Sha1&) = default;
  Sha1& operator=(const Sha1&) = default;

  void Reset();
  void Update(absl::Span<const uint8_t> bytes);
  void Update(absl::string_view bytes);

  // The digest of everything since construction or Reset; the object then
  // needs Reset() before it is used again.
  Sha1Digest Finish();

 private:
  // Room for OpenSSL's SHA_CTX, whose type stays out of this header.
  static constexpr size_t kContextBytes = 96;
  alignas(8) std::array<uint8_t, kContextBytes> context_;
};

// The digest of `bytes` in one go.
Sha1Digest Sha1Of(absl::string_view bytes);

}  // namespace signet

#endif  // SIGNET_SERVER_DIGEST_SHA1_H_
