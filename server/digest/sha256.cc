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

}  // namespace

Sha256::Sha256(const Sha256Midstate& midstate) {
  SHA256_CTX* const context = new (context_.data()) SHA256_CTX;
  SHA256_Init(context);
  for (size_t i = 0; i < midstate.words.size(); ++i) {
    context->h[i] = midstate.words[i];
  }
  const uint64_t bit_count = midstate.byte_count * 8;
  context->Nl = static_cast<SHA_LONG>(bit_count);
  context->Nh = static_cast<SHA_LONG>(bit_count >> 32);
}

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

Sha256Digest Sha256Of(absl::string_view bytes) {
  Sha256 hash;
  hash.Update(bytes);
  return hash.Finish();
}

}  // namespace signet
