// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_KEYCACHE_NAME_BYTES_H_
#define SIGNET_SERVER_KEYCACHE_NAME_BYTES_H_

#include <string.h>

#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"

namespace signet {

// The parts of a key's name are a few bytes long, less than a call of memcmp or of
// a hash for any length costs. These work inline on whole words.

inline uint64_t LoadWord(const char* bytes) {
  uint64_t word;
  memcpy(&word, bytes, sizeof(word));
  return word;
}

inline uint32_t LoadHalfWord(const char* bytes) {
  uint32_t word;
  memcpy(&word, bytes, sizeof(word));
  return word;
}

// True where `size` bytes are the same.
inline bool EqualNameBytes(const char* a, const char* b, size_t size) {
  if (size > 16) {
    return memcmp(a, b, size) == 0;
  }
  if (size >= 8) {
    return ((LoadWord(a) ^ LoadWord(b)) | (LoadWord(a + size - 8) ^ LoadWord(b + size - 8))) == 0;
  }
  if (size >= 4) {
    return ((LoadHalfWord(a) ^ LoadHalfWord(b)) |
            (LoadHalfWord(a + size - 4) ^ LoadHalfWord(b + size - 4))) == 0;
  }
  return size == 0 || (a[0] == b[0] && a[size / 2] == b[size / 2] && a[size - 1] == b[size - 1]);
}

// Up to 16 bytes as two words: of parts of one size, the same words for the same bytes and
// no others.
struct PackedBytes {
  static constexpr size_t kMaxBytes = 16;
  uint64_t first;
  uint64_t last;
};

inline PackedBytes PackBytes(absl::string_view part) {
  const char* const bytes = part.data();
  const size_t size = part.size();
  if (size >= 8) {
    return {LoadWord(bytes), LoadWord(bytes + size - 8)};
  }
  if (size >= 4) {
    return {uint64_t{LoadHalfWord(bytes)} << 32 | LoadHalfWord(bytes + size - 4), 0};
  }
  if (size == 0) {
    return {0, 0};
  }
  const auto at = [bytes](size_t i) { return uint64_t{static_cast<unsigned char>(bytes[i])}; };
  return {at(0) << 16 | at(size / 2) << 8 | at(size - 1), 0};
}

}  // namespace signet

#endif  // SIGNET_SERVER_KEYCACHE_NAME_BYTES_H_
