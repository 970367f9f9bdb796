// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SIGV4_TEXT_H_
#define SIGNET_SERVER_SIGV4_TEXT_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "absl/base/attributes.h"
#include "absl/strings/string_view.h"

namespace signet {

// Texts put together in memory that is used again. A signature is made of some
// sixty short pieces, so what a piece costs is what signing costs: a call into
// the C library for each would double it.

// All of these are inlined: only then does a piece that is a literal cost no more
// than its own bytes.

// Copies `piece` to `out`, which has room for it; returns the end.
ABSL_ATTRIBUTE_ALWAYS_INLINE inline char* PutText(char* out, absl::string_view piece) {
  const char* const from = piece.data();
  const size_t size = piece.size();
  // Both halves of a short piece may overlap; there is no loop.
  if (size > 32) {
    memcpy(out, from, size);
  } else if (size >= 16) {
    char head[16];
    char tail[16];
    memcpy(head, from, 16);
    memcpy(tail, from + size - 16, 16);
    memcpy(out, head, 16);
    memcpy(out + size - 16, tail, 16);
  } else if (size >= 8) {
    uint64_t head = 0;
    uint64_t tail = 0;
    memcpy(&head, from, 8);
    memcpy(&tail, from + size - 8, 8);
    memcpy(out, &head, 8);
    memcpy(out + size - 8, &tail, 8);
  } else if (size >= 4) {
    uint32_t head = 0;
    uint32_t tail = 0;
    memcpy(&head, from, 4);
    memcpy(&tail, from + size - 4, 4);
    memcpy(out, &head, 4);
    memcpy(out + size - 4, &tail, 4);
  } else if (size > 0) {
    out[0] = from[0];
    out[size / 2] = from[size / 2];
    out[size - 1] = from[size - 1];
  }
  return out + size;
}

// Makes `out` `size` bytes long and returns where they are to be written, from
// `begin` on: the caller writes all of them, or shortens it with EndText(). What
// `out` held before `begin` stays.
inline char* RoomInText(std::string* out, size_t begin, size_t size) {
  // No clear() first: only what is longer than before is filled up.
  if (out->size() != begin + size) {
    out->resize(begin + size);
  }
  return out->data() + begin;
}

// Ends what was written since RoomInText() at `end`.
inline void EndText(std::string* out, const char* end) {
  out->resize(static_cast<size_t>(end - out->data()));
}

// Makes `out` the pieces, one after the other. No piece may lie in `out`.
template <typename... Pieces>
ABSL_ATTRIBUTE_ALWAYS_INLINE inline void AssignText(std::string* out, const Pieces&... pieces) {
  char* end = RoomInText(out, 0, (absl::string_view(pieces).size() + ...));
  ((end = PutText(end, pieces)), ...);
}

// The same after what `out` holds.
template <typename... Pieces>
ABSL_ATTRIBUTE_ALWAYS_INLINE inline void AppendText(std::string* out, const Pieces&... pieces) {
  char* end = RoomInText(out, out->size(), (absl::string_view(pieces).size() + ...));
  ((end = PutText(end, pieces)), ...);
}

}  // namespace signet

#endif  // SIGNET_SERVER_SIGV4_TEXT_H_
