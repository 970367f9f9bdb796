// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_KEYCACHE_KEY_CACHE_FRONT_H_
#define SIGNET_SERVER_KEYCACHE_KEY_CACHE_FRONT_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "absl/base/attributes.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "server/base/locked_arena.h"
#include "server/keycache/cached_key.h"
#include "server/keycache/epochs.h"
#include "server/keycache/key_cache.h"
#include "server/keycache/name_bytes.h"
#include "server/sigv4/signing_key.h"

namespace signet {

// One thread's copies of the keys it used last, in front of a KeyCache that all
// threads share: a hit takes no lock and writes to no shared memory. Copies are kept of
// keys whose region and service, and for the latest the credential, have at most 16 bytes
// each. It answers as the
// cache does, with this exception: a key that the cache has evicted or reloaded may
// still be given, for as long as it is valid.
//
// Belongs to one thread, which also calls Sweep(), at least once a second: that is
// when copies of what was revoked, rotated away, evicted or is past its time are
// wiped. None of them is used until then, but for evicted ones.
class KeyCacheFront {
 public:
  // A front of as many keys as the cache's options say. `cache` outlives it.
  // ResourceExhausted, kKeyMemoryExhausted: the memory cannot be had or locked.
  static absl::StatusOr<std::unique_ptr<KeyCacheFront>> Create(KeyCache* cache);
  ~KeyCacheFront();
  KeyCacheFront(const KeyCacheFront&) = delete;
  KeyCacheFront& operator=(const KeyCacheFront&) = delete;

  // As those of KeyCache.
  absl::Status GetOrDerive(const KeyOrigin& origin, const SigningKeySpec& spec, absl::Time now,
                           CachedKey* key);
  absl::Status GetOrLoad(const KeyMeta& meta, absl::Time now, absl::Time deadline, KeyLoader loader,
                         CachedKey* key);
  absl::Status GetOrLoadLatest(const LatestKeyId& id, absl::Time now, absl::Time deadline,
                               KeyLoader loader, CachedKey* key);
  bool TryGet(const KeyMeta& meta, absl::Time now, CachedKey* key);

  // Wipes copies that may not be used at `now` or whose key the cache has given up, and
  // adds the hits so far to the cache's. Returns how many were wiped.
  size_t Sweep(absl::Time now);

 private:
  static constexpr size_t kWays = 4;

  // What a copy is looked up by: a generation, or for whichever is the latest, a
  // credential; and date, region and service. All of it in eight words, so that names
  // are compared without a question about the size of a part.
  struct Name {
    bool operator==(const Name& other) const {
      return ((id ^ other.id) | (more_id ^ other.more_id) | (date ^ other.date) |
              (sizes ^ other.sizes) | (region.first ^ other.region.first) |
              (region.last ^ other.region.last) | (service.first ^ other.service.first) |
              (service.last ^ other.service.last)) == 0;
    }
    uint64_t Hash() const;

    uint64_t id;
    uint64_t more_id;
    uint64_t date;
    // 0 where a part is too long, or the date not of 8 bytes: such a name has no copy.
    uint64_t sizes;
    PackedBytes region;
    PackedBytes service;
  };

  struct Entry;

  // Some entries that share a place in the table. A tag is part of a name's hash, 0 for
  // an entry without a key. `recent` has a bit for each entry used since the last time
  // that all were.
  struct alignas(32) Set {
    std::array<uint32_t, kWays> tags = {};
    uint32_t recent = 0;
  };

  KeyCacheFront(KeyCache* cache, std::unique_ptr<LockedArena> arena, size_t sets);

  static Name NameOf(uint64_t generation, absl::string_view date, absl::string_view region,
                     absl::string_view service);
  static Name NameOf(const LatestKeyId& id);
  // True and the key where there is a copy that may be used at `now`.
  bool Find(const Name& name, absl::Time now, CachedKey* key);
  // Keeps a copy of a key that was just found in the cache.
  void Keep(const Name& name, const CachedKey& key);
  // The entry to write: that of the same name, else a free one, else one that was not
  // used lately.
  size_t PickWay(Set& set, const Entry* entries, uint32_t tag, const Name& name) const;
  void WipeEntry(Set& set, size_t way, Entry* entry);
  bool IsCurrent(const Entry& entry, absl::Time now) const;
  void ReportHits();

  // The calls of the same names, where the front has no copy.
  ABSL_ATTRIBUTE_NOINLINE absl::Status DeriveAndKeep(const KeyOrigin& origin,
                                                     const SigningKeySpec& spec, absl::Time now,
                                                     CachedKey* key);
  ABSL_ATTRIBUTE_NOINLINE absl::Status LoadAndKeep(const KeyMeta& meta, absl::Time now,
                                                   absl::Time deadline, KeyLoader loader,
                                                   CachedKey* key);
  ABSL_ATTRIBUTE_NOINLINE absl::Status LoadLatestAndKeep(const LatestKeyId& id, absl::Time now,
                                                         absl::Time deadline, KeyLoader loader,
                                                         CachedKey* key);

  KeyCache& cache_;
  const Epochs& epochs_;
  const std::unique_ptr<LockedArena> arena_;
  // kWays for each set.
  Entry* const entries_;
  const bool is_off_;
  const size_t set_mask_;
  const std::unique_ptr<Set[]> sets_;
  // Not yet reported.
  uint64_t hits_ = 0;
};

}  // namespace signet

#endif  // SIGNET_SERVER_KEYCACHE_KEY_CACHE_FRONT_H_
