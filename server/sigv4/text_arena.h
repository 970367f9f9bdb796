// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SIGV4_TEXT_ARENA_H_
#define SIGNET_SERVER_SIGV4_TEXT_ARENA_H_

#include <cstddef>
#include <memory>
#include <vector>

#include "absl/base/attributes.h"
#include "absl/strings/string_view.h"
#include "server/sigv4/text.h"

namespace signet {

// Memory for texts that live until Reset(): they do not move, and the next ones
// are written over them, so that the same work done again allocates nothing.
// Belongs to one thread at a time.
class TextArena {
 public:
  TextArena() = default;
  TextArena(const TextArena&) = delete;
  TextArena& operator=(const TextArena&) = delete;

  // Forgets all texts; keeps the memory.
  void Reset();

  // Forgets all texts and gives the memory back.
  void Release();

  // Room for `size` bytes, until the next call of Room(). Never null.
  char* Room(size_t size) {
    return size <= static_cast<size_t>(end_ - next_) ? next_ : RoomInNextBlock(size);
  }

  // Makes what was written to Room() a text that stays; `end` is where it ends.
  absl::string_view Keep(const char* end) {
    const absl::string_view text(next_, static_cast<size_t>(end - next_));
    next_ += text.size();
    return text;
  }

  // What the arena holds, used or not.
  size_t capacity() const { return capacity_; }

 private:
  struct Block {
    std::unique_ptr<char[]> bytes;
    size_t size;
  };

  char* RoomInNextBlock(size_t size);

  inline static char nothing_ = '\0';

  std::vector<Block> blocks_;
  // How many of them are in use; the last of those is the current one.
  size_t used_blocks_ = 0;
  // What is free of the current one; without one, nothing at an address.
  char* next_ = &nothing_;
  char* end_ = &nothing_;
  size_t capacity_ = 0;
};

// The pieces, one after the other.
template <typename... Pieces>
ABSL_ATTRIBUTE_ALWAYS_INLINE inline absl::string_view JoinText(TextArena* arena,
                                                               const Pieces&... pieces) {
  char* end = arena->Room((absl::string_view(pieces).size() + ...));
  ((end = PutText(end, pieces)), ...);
  return arena->Keep(end);
}

}  // namespace signet

#endif  // SIGNET_SERVER_SIGV4_TEXT_ARENA_H_
