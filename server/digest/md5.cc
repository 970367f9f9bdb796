// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/digest/md5.h"

// The low-level interface is deprecated in OpenSSL 3, but the only one that
// allocates nothing.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/md5.h>

#include <new>

#include "server/base/secret.h"

namespace signet {
namespace {

MD5_CTX* Context(std::array<uint8_t, 96>& storage) {
  static_assert(sizeof(MD5_CTX) <= 96);
  static_assert(alignof(MD5_CTX) <= 8);
  return std::launder(reinterpret_cast<MD5_CTX*>(storage.data()));
}

}  // namespace

Md5::~Md5() { Wipe(context_.data(), context_.size()); }

void Md5::Reset() { MD5_Init(new (context_.data()) MD5_CTX); }

void Md5::Update(absl::Span<const uint8_t> bytes) {
  MD5_Update(Context(context_), bytes.data(), bytes.size());
}

void Md5::Update(absl::string_view bytes) {
  MD5_Update(Context(context_), bytes.data(), bytes.size());
}

Md5Digest Md5::Finish() {
  Md5Digest digest;
  MD5_Final(digest.data(), Context(context_));
  return digest;
}

Md5Digest Md5Of(absl::string_view bytes) {
  Md5 hash;
  hash.Update(bytes);
  return hash.Finish();
}

}  // namespace signet
