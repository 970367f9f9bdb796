// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_DIGEST_MD5_H_
#define SIGNET_SERVER_DIGEST_MD5_H_

#include <array>
#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace signet {

// 16 raw bytes in the order RFC 1321 prints them.
using Md5Digest = std::array<uint8_t, 16>;

// MD5 (RFC 1321), incremental: for Content-MD5 and ETags. It detects damage, not
// intent. Allocates nothing. An object belongs to one thread at a time; copies
// are independent; what it held is wiped when it goes.
class Md5 {
 public:
  Md5() { Reset(); }
  ~Md5();
  Md5(const Md5&) = default;
  Md5& operator=(const Md5&) = default;

  void Reset();
  void Update(absl::Span<const uint8_t> bytes);
  void Update(absl::string_view bytes);

  // The digest of everything since construction or Reset; the object then
  // needs Reset() before it is used again.
  Md5Digest Finish();

 private:
  // Room for OpenSSL's MD5_CTX, whose type stays out of this header.
  static constexpr size_t kContextBytes = 96;
  alignas(8) std::array<uint8_t, kContextBytes> context_;
};

// The digest of `bytes` in one go.
Md5Digest Md5Of(absl::string_view bytes);

}  // namespace signet

#endif  // SIGNET_SERVER_DIGEST_MD5_H_
