// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/digest/hmac_sha256.h"

#include <algorithm>

#include "server/base/secret.h"

namespace signet {
namespace {

constexpr size_t kBlockBytes = 64;

absl::string_view AsText(absl::Span<const uint8_t> bytes) {
  return absl::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

Sha256Midstate StateAfterBlock(const std::array<uint8_t, kBlockBytes>& block) {
  Sha256 hash;
  hash.Update(absl::MakeConstSpan(block));
  return hash.Midstate();
}

}  // namespace

HmacSha256Key MakeHmacSha256Key(absl::Span<const uint8_t> key) {
  std::array<uint8_t, kBlockBytes> block = {};
  if (key.size() > kBlockBytes) {
    Sha256Digest digest = Sha256Of(AsText(key));
    std::copy(digest.begin(), digest.end(), block.begin());
    Wipe(digest.data(), digest.size());
  } else {
    std::copy(key.begin(), key.end(), block.begin());
  }
  HmacSha256Key result;
  for (uint8_t& byte : block) {
    byte ^= 0x36;
  }
  result.inner = StateAfterBlock(block);
  for (uint8_t& byte : block) {
    byte ^= 0x36 ^ 0x5c;
  }
  result.outer = StateAfterBlock(block);
  Wipe(block.data(), block.size());
  return result;
}

HmacSha256Key MakeHmacSha256Key(absl::string_view key) {
  return MakeHmacSha256Key(
      absl::MakeConstSpan(reinterpret_cast<const uint8_t*>(key.data()), key.size()));
}

Sha256Digest HmacSha256(const HmacSha256Key& key, absl::string_view message) {
  Sha256Digest inner = Sha256Of(key.inner, message);
  const Sha256Digest digest = Sha256Of(key.outer, AsText(inner));
  Wipe(inner.data(), inner.size());
  return digest;
}

void Wipe(HmacSha256Key* key) { Wipe(key, sizeof(*key)); }

}  // namespace signet
