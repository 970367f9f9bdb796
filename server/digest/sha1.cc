// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/digest/sha1.h"

// The low-level interface is deprecated in OpenSSL 3, but the only one that
// allocates nothing.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>

#include <new>

#include "server/base/secret.h"

namespace signet {
namespace {

SHA_CTX* Context(std::array<uint8_t, 96>& storage) {
  static_assert(sizeof(SHA_CTX) <= 96);
  static_assert(alignof(SHA_CTX) <= 8);
  return std::launder(reinterpret_cast<SHA_CTX*>(storage.data()));
}

}  // namespace

Sha1::~Sha1() { Wipe(context_.data(), context_.size()); }

void Sha1::Reset() { SHA1_Init(new (context_.data()) SHA_CTX); }

void Sha1::Update(absl::Span<const uint8_t> bytes) {
  SHA1_Update(Context(context_), bytes.data(), bytes.size());
}

void Sha1::Update(absl::string_view bytes) {
  SHA1_Update(Context(context_), bytes.data(), bytes.size());
}

Sha1Digest Sha1::Finish() {
  Sha1Digest digest;
  SHA1_Final(digest.data(), Context(context_));
  return digest;
}

Sha1Digest Sha1Of(absl::string_view bytes) {
  Sha1 hash;
  hash.Update(bytes);
  return hash.Finish();
}

}  // namespace signet
