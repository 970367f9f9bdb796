// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_BENCH_LOAD_CHUNK_CHAIN_H_
#define SIGNET_BENCH_LOAD_CHUNK_CHAIN_H_

#include <cstddef>
#include <cstdint>

#include "server/digest/sha256.h"

namespace signet::load {

// The chunks of a payload stream: `count` of the same data, then the closing one.
inline constexpr uint64_t kChunkBytes = uint64_t{64} * 1024;

struct Chunk {
  Sha256Digest sha256;
  uint64_t length;
};

// Chunk `index` of an upload of `count`; the closing chunk is number `count`.
inline Chunk ChunkAt(size_t index, size_t count) {
  // Nobody has the data, so its hash may as well be that of something short.
  static const Sha256Digest data = Sha256Of("signet-load");
  static const Sha256Digest nothing = Sha256Of("");
  return index < count ? Chunk{data, kChunkBytes} : Chunk{nothing, 0};
}

}  // namespace signet::load

#endif  // SIGNET_BENCH_LOAD_CHUNK_CHAIN_H_
