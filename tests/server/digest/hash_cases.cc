// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/server/digest/hash_cases.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include "absl/strings/str_format.h"
#include "gtest/gtest.h"

namespace signet {
namespace {

// `polynomial` is reflected, `width` at most 64.
uint64_t CrcByBit(uint64_t polynomial, int width, absl::string_view bytes) {
  const uint64_t ones = ~uint64_t{0} >> (64 - width);
  uint64_t state = ones;
  for (const char c : bytes) {
    for (int bit = 0; bit < 8; ++bit) {
      const uint64_t in = (static_cast<uint8_t>(c) >> bit) & 1;
      const uint64_t out = (state ^ in) & 1;
      state = (state >> 1) ^ (out != 0 ? polynomial : 0);
    }
  }
  return state ^ ones;
}

}  // namespace

std::string EvpDigestHex(const char* name, absl::string_view bytes) {
  uint8_t digest[EVP_MAX_MD_SIZE];
  unsigned size = 0;
  EXPECT_EQ(
      EVP_Digest(bytes.data(), bytes.size(), digest, &size, EVP_get_digestbyname(name), nullptr),
      1);
  return ToHex(absl::MakeConstSpan(digest, size));
}

std::string EvpHmacSha256Hex(absl::string_view key, absl::string_view bytes) {
  uint8_t digest[EVP_MAX_MD_SIZE];
  unsigned size = 0;
  EXPECT_NE(HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()),
                 reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size(), digest, &size),
            nullptr);
  return ToHex(absl::MakeConstSpan(digest, size));
}

std::string Crc32ByBitHex(absl::string_view bytes) {
  return absl::StrFormat("%08x", CrcByBit(0xedb88320, 32, bytes));
}

std::string Crc32cByBitHex(absl::string_view bytes) {
  return absl::StrFormat("%08x", CrcByBit(0x82f63b78, 32, bytes));
}

std::string Crc64NvmeByBitHex(absl::string_view bytes) {
  return absl::StrFormat("%016x", CrcByBit(0x9a6c9329ac4bc9b5, 64, bytes));
}

std::string SomeBytes(size_t count) {
  std::string bytes(count, '\0');
  uint32_t state = 1;
  for (char& byte : bytes) {
    state = state * 1664525 + 1013904223;
    byte = static_cast<char>(state >> 24);
  }
  return bytes;
}

}  // namespace signet
