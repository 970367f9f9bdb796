// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_DIGEST_BUFFERED_H_
#define SIGNET_SERVER_DIGEST_BUFFERED_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "absl/base/attributes.h"
#include "absl/base/optimization.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "server/base/secret.h"

namespace signet {

// A hash (Sha256, Sha1, Md5, Crc32 ..., HmacSha256Stream) that is also fed byte
// by byte and in small pieces: they are collected in the object and given to
// the hash two blocks at a time. A single byte costs a store and a comparison.
//
//   Buffered<Md5> md5;
//   md5.Update(uint8_t{0x2a});
//   md5.Update("more");
//   const Md5Digest digest = md5.Finish();
//
// Allocates nothing, takes no lock. A value belongs to one thread at a time:
// hand it over between threads as any other value, never share it. A copy is
// an independent clone that goes on from the same point. What it held is wiped
// when it goes.
template <typename Hash>
class Buffered {
 public:
  using Digest = decltype(std::declval<Hash&>().Finish());

  Buffered() = default;
  // Goes on from `hash`: HmacSha256Stream(key), for example.
  explicit Buffered(const Hash& hash) : hash_(hash) {}

  // Only the bytes held are copied: the rest of the buffer may hold bytes that
  // were hashed already.
  Buffered(const Buffered& other) : hash_(other.hash_), used_(other.used_) {
    std::memcpy(buffer_, other.buffer_, used_);
  }
  Buffered& operator=(const Buffered& other) {
    if (this != &other) {
      hash_ = other.hash_;
      used_ = other.used_;
      std::memcpy(buffer_, other.buffer_, used_);
    }
    return *this;
  }
  ~Buffered() { signet::Wipe(buffer_, sizeof(buffer_)); }

  // Forgets the bytes so far and begins anew, an HMAC under the same key.
  void Reset() {
    hash_.Reset();
    signet::Wipe(buffer_, sizeof(buffer_));
    used_ = 0;
  }

  // Overwrites everything, an HMAC's key too. After it the value may only be
  // destroyed or assigned to; one without a key also Reset().
  void Wipe() {
    // With SIGNET_EVP_ONLY a Sha256 owns memory, which its pointer must outlive.
    hash_.~Hash();
    signet::Wipe(this, sizeof(*this));
  }

  void Update(uint8_t byte) {
    buffer_[used_] = byte;
    if (ABSL_PREDICT_FALSE(++used_ == kBufferBytes)) {
      Flush();
    }
  }

  void Update(absl::Span<const uint8_t> bytes) {
    if (bytes.size() < kBufferBytes - used_) {
      Hold(bytes);
    } else {
      UpdateBeyondBuffer(bytes);
    }
  }

  void Update(absl::string_view bytes) {
    Update(absl::MakeConstSpan(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()));
  }

  // The digest of everything since construction or Reset; the object then
  // needs Reset() before it is used again.
  Digest Finish() {
    Flush();
    return hash_.Finish();
  }

 private:
  // Two blocks of every hash here, so that what is flushed stays on block
  // boundaries and the hash itself never copies.
  static constexpr size_t kBufferBytes = 128;

  void Hold(absl::Span<const uint8_t> bytes) {
    if (!bytes.empty()) {
      std::memcpy(buffer_ + used_, bytes.data(), bytes.size());
      used_ += bytes.size();
    }
  }

  ABSL_ATTRIBUTE_NOINLINE void Flush() {
    hash_.Update(absl::MakeConstSpan(buffer_, used_));
    used_ = 0;
  }

  // Fills and flushes the buffer, hashes the whole blocks where they are and
  // holds the rest.
  ABSL_ATTRIBUTE_NOINLINE void UpdateBeyondBuffer(absl::Span<const uint8_t> bytes) {
    if (used_ > 0) {
      const size_t fill = kBufferBytes - used_;
      Hold(bytes.first(fill));
      Flush();
      bytes.remove_prefix(fill);
    }
    const size_t direct = bytes.size() - bytes.size() % kBufferBytes;
    if (direct > 0) {
      hash_.Update(bytes.first(direct));
    }
    Hold(bytes.subspan(direct));
  }

  Hash hash_;
  size_t used_ = 0;  // < kBufferBytes between calls
  // A plain array: the compiler then knows that a store into it leaves used_
  // alone, and keeps used_ in a register.
  alignas(16) uint8_t buffer_[kBufferBytes];
};

}  // namespace signet

#endif  // SIGNET_SERVER_DIGEST_BUFFERED_H_
