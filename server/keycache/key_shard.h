// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_KEYCACHE_KEY_SHARD_H_
#define SIGNET_SERVER_KEYCACHE_KEY_SHARD_H_

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "absl/base/thread_annotations.h"
#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "server/keycache/cached_key.h"
#include "server/keycache/counters.h"
#include "server/keycache/epochs.h"
#include "server/keycache/key_cache.h"
#include "server/keycache/name_bytes.h"
#include "server/keycache/revocations.h"
#include "server/keycache/sieve_table.h"
#include "server/keycache/striped_mutex.h"

namespace signet {

size_t HashOfKey(const KeyMeta& meta);

// What the shard keeps of a key beside its secret part. Times are Unix
// nanoseconds.
struct KeySlot {
  static constexpr size_t kTextBytes = 64;

  // True where a key of that name can be held.
  static bool Fits(const KeyMeta& meta);

  void SetName(const KeyMeta& meta);
  bool Matches(const KeyMeta& meta) const {
    return generation == meta.generation && date_size == meta.date.size() &&
           region_size == meta.region.size() && service_size == meta.service.size() &&
           EqualNameBytes(text.data(), meta.date.data(), date_size) &&
           EqualNameBytes(text.data() + date_size, meta.region.data(), region_size) &&
           EqualNameBytes(text.data() + date_size + region_size, meta.service.data(), service_size);
  }

  uint64_t generation = 0;
  int64_t created = 0;
  int64_t not_after = 0;
  // When the source should be asked again.
  int64_t check_at = 0;
  // Revoked for certain where true; where false, as of `epoch` of the generation:
  // once that has advanced, the revocations are asked again. Readers write both.
  mutable std::atomic<uint32_t> epoch{0};
  mutable std::atomic<bool> is_revoked{false};
  // Date, region and service, one after the other.
  uint8_t date_size = 0;
  uint8_t region_size = 0;
  uint8_t service_size = 0;
  std::array<char, kTextBytes> text;
};

// Keys under one reader/writer lock. Safe for concurrent use.
class KeyShard {
 public:
  enum class Look {
    kMissing,
    // `*key` is filled.
    kFresh,
    // `*key` is filled; the source should be asked again.
    kDue,
    // Somebody holds the lock, and the caller would not wait.
    kBusy,
  };
  enum class OnBusy { kWait, kGiveUp };

  // The purges begun so far. A key begun before one must not be put in after it.
  using PurgeCount = std::atomic<uint64_t>;

  // `material` is room for `capacity` keys, zeroed. All outlive the shard.
  KeyShard(KeyMaterial* material, uint32_t capacity, const Revocations& revocations,
           const PurgeCount& purges, Epochs* epochs, KeyCounters* counters);

  // False where no key of that name can ever be held.
  bool CanHold(const KeyMeta& meta) const { return capacity_ > 0 && KeySlot::Fits(meta); }

  // Copies the key out where it is there and usable at `now`. The reader side only.
  Look Find(const KeyMeta& meta, size_t hash, int64_t now, OnBusy on_busy, CachedKey* key) const;

  // Puts `key` in, or over the one of that name. Not where a purge came since
  // `purges_seen`. False where that would have meant waiting.
  bool Insert(const KeyMeta& meta, size_t hash, const CachedKey& key, int64_t check_at, int64_t now,
              uint64_t purges_seen, OnBusy on_busy);

  // Sets when the source should be asked again. Not where that would mean waiting and
  // the caller would not.
  void Postpone(const KeyMeta& meta, size_t hash, int64_t check_at, OnBusy on_busy);

  // How many keys there were: all, or those of a generation.
  size_t Purge();
  size_t WipeGeneration(uint64_t generation);
  // How many keys were past their time at `now`.
  size_t Sweep(int64_t now);

  size_t size() const;

  // For those who keep copies of keys; neither waits for anyone. Remembers that the
  // key in a slot was used; false once that key has gone from it.
  void Touch(uint32_t slot) const ABSL_NO_THREAD_SAFETY_ANALYSIS { table_.Touch(slot); }
  bool Holds(uint32_t slot, uint32_t version) const ABSL_NO_THREAD_SAFETY_ANALYSIS {
    return table_.VersionOf(slot) == version;
  }

 private:
  Look CopyOut(const KeyMeta& meta, size_t hash, int64_t now, CachedKey* key) const
      ABSL_SHARED_LOCKS_REQUIRED(mu_);
  void Put(const KeyMeta& meta, size_t hash, const CachedKey& key, int64_t check_at, int64_t now)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  bool IsRevoked(const KeySlot& slot, uint32_t epoch) const ABSL_SHARED_LOCKS_REQUIRED(mu_);
  // Says which keys to wipe.
  using IsGone = absl::FunctionRef<bool(const KeySlot& slot)>;
  // Wipes them in one step after the other, so that readers wait for a small one only,
  // and for none where there is nothing to wipe.
  size_t WipeWhere(IsGone is_gone);
  bool HasAny(uint32_t begin, uint32_t end, IsGone is_gone) const;
  size_t WipeStep(uint32_t begin, uint32_t end, IsGone is_gone);

  KeyMaterial* const material_;
  const uint32_t capacity_;
  const Revocations& revocations_;
  const PurgeCount& purges_;
  Epochs& epochs_;
  KeyCounters& counters_;
  mutable StripedMutex mu_;
  SieveTable<KeySlot> table_ ABSL_GUARDED_BY(mu_);
};

}  // namespace signet

#endif  // SIGNET_SERVER_KEYCACHE_KEY_SHARD_H_
