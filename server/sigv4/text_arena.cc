// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/sigv4/text_arena.h"

#include <algorithm>
#include <utility>

namespace signet {
namespace {

// Enough for all of a request that is not out of the ordinary.
constexpr size_t kBlockBytes = size_t{4} * 1024;

}  // namespace

void TextArena::Reset() {
  used_blocks_ = 0;
  next_ = &nothing_;
  end_ = &nothing_;
  if (!blocks_.empty()) {
    used_blocks_ = 1;
    next_ = blocks_[0].bytes.get();
    end_ = next_ + blocks_[0].size;
  }
}

void TextArena::Release() {
  std::vector<Block>().swap(blocks_);
  capacity_ = 0;
  Reset();
}

char* TextArena::RoomInNextBlock(size_t size) {
  // The first of the unused blocks that is large enough becomes the next one.
  size_t found = used_blocks_;
  while (found < blocks_.size() && blocks_[found].size < size) {
    ++found;
  }
  if (found == blocks_.size()) {
    const size_t block_size = std::max(size, kBlockBytes);
    blocks_.push_back({std::unique_ptr<char[]>(new char[block_size]), block_size});
    capacity_ += block_size;
  }
  std::swap(blocks_[used_blocks_], blocks_[found]);
  next_ = blocks_[used_blocks_].bytes.get();
  end_ = next_ + blocks_[used_blocks_].size;
  ++used_blocks_;
  return next_;
}

}  // namespace signet
