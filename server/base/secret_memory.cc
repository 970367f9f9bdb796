// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/base/secret_memory.h"

#include <algorithm>
#include <atomic>
#include <bitset>
#include <cstdlib>
#include <memory>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "server/base/locked_arena.h"
#include "server/base/mutex.h"
#include "server/base/secret.h"
#include "server/base/vector_registers.h"

namespace signet {
namespace {

constexpr size_t kBlockBytes = 64;
constexpr size_t kBlocks = 1024;
constexpr size_t kChunkBytes = kBlockBytes * kBlocks;

size_t BlocksOf(size_t size) { return (size + kBlockBytes - 1) / kBlockBytes; }

std::unique_ptr<LockedArena> NewArena(size_t size) {
  absl::StatusOr<std::unique_ptr<LockedArena>> arena =
      LockedArena::Create(size, LockedArena::OnLockFailure::kUseUnlocked);
  if (!arena.ok()) {
    abort();  // As where new finds no memory.
  }
  return *std::move(arena);
}

// An arena in blocks, which one secret after the other takes.
class Chunk {
 public:
  explicit Chunk(std::unique_ptr<LockedArena> arena) : arena_(std::move(arena)) {}

  // Null when there is no room.
  char* Take(size_t blocks) {
    size_t free_run = 0;
    for (size_t i = 0; i < kBlocks; ++i) {
      free_run = used_[i] ? 0 : free_run + 1;
      if (free_run == blocks) {
        const size_t first = i + 1 - blocks;
        Set(first, blocks, true);
        return begin() + first * kBlockBytes;
      }
    }
    return nullptr;
  }

  void GiveBack(const char* data, size_t blocks) {
    Set(static_cast<size_t>(data - begin()) / kBlockBytes, blocks, false);
  }

  bool Has(const char* data) const { return data >= begin() && data < begin() + arena_->size(); }
  bool is_locked() const { return arena_->is_locked(); }

 private:
  char* begin() const { return static_cast<char*>(arena_->data()); }

  void Set(size_t first, size_t blocks, bool is_used) {
    for (size_t i = first; i < first + blocks; ++i) {
      used_[i] = is_used;
    }
  }

  const std::unique_ptr<LockedArena> arena_;
  std::bitset<kBlocks> used_;
};

// Grows by chunks, which it keeps; what is larger than one has an arena of its own.
class LockedPool {
 public:
  LockedPool() { AddChunk(); }

  char* Allocate(size_t size) ABSL_LOCKS_EXCLUDED(mu_) {
    MutexLock lock(&mu_);
    if (size > kChunkBytes) {
      large_.push_back(NewArena(size));
      Count(large_.back()->is_locked(), size);
      return static_cast<char*>(large_.back()->data());
    }
    for (const auto& chunk : chunks_) {
      if (char* const data = chunk->Take(BlocksOf(size)); data != nullptr) {
        Count(chunk->is_locked(), size);
        return data;
      }
    }
    AddChunk();
    Count(chunks_.back()->is_locked(), size);
    return chunks_.back()->Take(BlocksOf(size));
  }

  // False for what is from elsewhere.
  bool Free(char* data, size_t size) ABSL_LOCKS_EXCLUDED(mu_) {
    MutexLock lock(&mu_);
    for (const auto& chunk : chunks_) {
      if (chunk->Has(data)) {
        chunk->GiveBack(data, BlocksOf(size));
        Uncount(chunk->is_locked(), size);
        return true;
      }
    }
    const auto large = std::find_if(large_.begin(), large_.end(),
                                    [data](const auto& arena) { return arena->data() == data; });
    if (large == large_.end()) {
      return false;
    }
    Uncount((*large)->is_locked(), size);
    large_.erase(large);
    return true;
  }

  size_t unlocked_bytes() const { return unlocked_bytes_.load(std::memory_order_relaxed); }

 private:
  void AddChunk() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_) {
    chunks_.push_back(std::make_unique<Chunk>(NewArena(kChunkBytes)));
  }
  void Count(bool is_locked, size_t size) { unlocked_bytes_ += is_locked ? 0 : size; }
  void Uncount(bool is_locked, size_t size) { unlocked_bytes_ -= is_locked ? 0 : size; }

  Mutex mu_;
  std::vector<std::unique_ptr<Chunk>> chunks_ ABSL_GUARDED_BY(mu_);
  std::vector<std::unique_ptr<LockedArena>> large_ ABSL_GUARDED_BY(mu_);
  std::atomic<size_t> unlocked_bytes_{0};
};

// Never goes, as secrets may outlive everything.
std::atomic<LockedPool*> locked_pool{nullptr};

}  // namespace

void SecretMemory::UseLocked() {
  if (locked_pool.load() == nullptr) {
    auto pool = std::make_unique<LockedPool>();
    LockedPool* none = nullptr;
    if (locked_pool.compare_exchange_strong(none, pool.get())) {
      (void)pool.release();
    }
  }
}

size_t SecretMemory::UnlockedBytes() {
  const LockedPool* const pool = locked_pool.load();
  return pool == nullptr ? 0 : pool->unlocked_bytes();
}

char* SecretMemory::Allocate(size_t size) {
  LockedPool* const pool = locked_pool.load();
  return pool == nullptr ? new char[size] : pool->Allocate(size);
}

void SecretMemory::Free(char* data, size_t size) {
  Wipe(data, size);
  ClearVectorRegisters();
  LockedPool* const pool = locked_pool.load();
  if (pool == nullptr || !pool->Free(data, size)) {
    delete[] data;
  }
}

}  // namespace signet
