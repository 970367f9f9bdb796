// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/digest/sha256.h"

// The low-level interface is deprecated in OpenSSL 3 yet it is what this file
// is for: it allocates nothing, costs two thirds of EVP with a reused context,
// and is the only one that gives the midstates that a cached HMAC key needs.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>

#include <cstring>
#include <new>

#include "server/base/secret.h"

namespace signet {
namespace {

static_assert(sizeof(SHA256_CTX) <= 112);
static_assert(alignof(SHA256_CTX) <= 8);

SHA256_CTX* Context(std::array<uint8_t, 112>& storage) {
  return std::launder(reinterpret_cast<SHA256_CTX*>(storage.data()));
}

const SHA256_CTX* Context(const std::array<uint8_t, 112>& storage) {
  return std::launder(reinterpret_cast<const SHA256_CTX*>(storage.data()));
}

constexpr size_t kBlockBytes = SHA256_CBLOCK;

// FIPS 180-4 section 5.3.3.
constexpr Sha256Midstate kInitial = {{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f,
                                      0x9b05688c, 0x1f83d9ab, 0x5be0cd19},
                                     0};

void Load(const Sha256Midstate& midstate, SHA256_CTX* context) {
  for (size_t i = 0; i < midstate.words.size(); ++i) {
    context->h[i] = midstate.words[i];
  }
  const uint64_t bit_count = midstate.byte_count * 8;
  context->Nl = static_cast<SHA_LONG>(bit_count);
  context->Nh = static_cast<SHA_LONG>(bit_count >> 32);
  context->num = 0;
  context->md_len = SHA256_DIGEST_LENGTH;
}

void StoreBigEndian(uint64_t number, size_t bytes, uint8_t* out) {
  for (size_t i = 0; i < bytes; ++i) {
    out[i] = static_cast<uint8_t>(number >> (8 * (bytes - 1 - i)));
  }
}

// Writes the end of a message (less than a block), its padding and its length in
// bits (FIPS 180-4 section 5.1.1); returns how many bytes that is, whole blocks.
size_t PadEnd(absl::string_view end, uint64_t message_bytes,
              std::array<uint8_t, 2 * kBlockBytes>* out) {
  const size_t size = end.size() + 9 <= kBlockBytes ? kBlockBytes : 2 * kBlockBytes;
  memset(out->data(), 0, size);
  if (!end.empty()) {
    memcpy(out->data(), end.data(), end.size());
  }
  (*out)[end.size()] = 0x80;
  StoreBigEndian(message_bytes * 8, 8, out->data() + size - 8);
  return size;
}

}  // namespace

Sha256::Sha256() { Reset(); }

Sha256::Sha256(const Sha256Midstate& midstate) { Load(midstate, new (context_.data()) SHA256_CTX); }

Sha256::Sha256(const Sha256& other) = default;
Sha256& Sha256::operator=(const Sha256& other) = default;

Sha256::~Sha256() { Wipe(context_.data(), context_.size()); }

void Sha256::Reset() { SHA256_Init(new (context_.data()) SHA256_CTX); }

void Sha256::Update(absl::Span<const uint8_t> bytes) {
  SHA256_Update(Context(context_), bytes.data(), bytes.size());
}

void Sha256::Update(absl::string_view bytes) {
  SHA256_Update(Context(context_), bytes.data(), bytes.size());
}

Sha256Midstate Sha256::Midstate() const {
  const SHA256_CTX* const context = Context(context_);
  Sha256Midstate midstate;
  for (size_t i = 0; i < midstate.words.size(); ++i) {
    midstate.words[i] = context->h[i];
  }
  midstate.byte_count = ((static_cast<uint64_t>(context->Nh) << 32) | context->Nl) / 8;
  return midstate;
}

Sha256Digest Sha256::Finish() {
  Sha256Digest digest;
  SHA256_Final(digest.data(), Context(context_));
  return digest;
}

Sha256Digest Sha256Of(absl::string_view bytes) { return Sha256Of(kInitial, bytes); }

// SHA256_Final() costs a fifth of a short hash, in calls that clear what is not
// secret; whole blocks go straight to the compression.
Sha256Digest Sha256Of(const Sha256Midstate& midstate, absl::string_view bytes) {
  SHA256_CTX context;
  Load(midstate, &context);
  const size_t whole = bytes.size() / kBlockBytes * kBlockBytes;
  if (whole > 0) {
    SHA256_Update(&context, bytes.data(), whole);
  }
  std::array<uint8_t, 2 * kBlockBytes> end;
  const size_t end_size = PadEnd(bytes.substr(whole), midstate.byte_count + bytes.size(), &end);
  SHA256_Update(&context, end.data(), end_size);
  Sha256Digest digest;
  for (size_t i = 0; i < midstate.words.size(); ++i) {
    StoreBigEndian(context.h[i], 4, digest.data() + 4 * i);
  }
  // After whole blocks OpenSSL has copied nothing to its own buffer.
  Wipe(context.h, sizeof(context.h));
  Wipe(end.data(), end_size);
  return digest;
}

}  // namespace signet
