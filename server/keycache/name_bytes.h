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

// Words that most likely differ where the parts do, for tables in which the same word
// costs time, no more: of a part that is mostly 8 bytes long or longer, and of one whose
// size varies, for which no question is asked that the processor would guess wrong.
inline uint64_t SketchLongBytes(absl::string_view part) {
  const size_t size = part.size();
  if (size >= 8) {
    const uint64_t last = LoadWord(part.data() + size - 8);
    return LoadWord(part.data()) ^ (last << 29 | last >> 35) ^ size;
  }
  return size >= 4 ? LoadHalfWord(part.data()) ^ size : size;
}

inline uint64_t SketchShortBytes(absl::string_view part) {
  const size_t size = part.size();
  if (size == 0) {
    return 0;
  }
  const auto at = [part](size_t i) { return uint64_t{static_cast<unsigned char>(part.data()[i])}; };
  return size << 24 | at(0) << 16 | at(size / 2) << 8 | at(size - 1);
}

}  // namespace signet

#endif  // SIGNET_SERVER_KEYCACHE_NAME_BYTES_H_
