// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/keycache/key_cache_front.h"

#include <algorithm>
#include <bit>

#include "absl/base/attributes.h"
#include "absl/base/optimization.h"
#include "absl/memory/memory.h"
#include "server/base/secret.h"
#include "server/base/status_macros.h"
#include "server/keycache/key_cache_state.h"
#include "server/keycache/name_bytes.h"

namespace signet {
namespace {

// One hit in so many tells the shared cache that its key is in use.
constexpr uint64_t kTouchEvery = 64;

constexpr size_t kMaxPartBytes = 255;

// Of those who name a generation.
constexpr absl::string_view kNoCredential;

size_t SetCount(size_t entries, size_t ways) {
  return std::bit_ceil(std::max<size_t>(entries / ways, 1));
}

}  // namespace

// Lies in the locked arena. Zeroed memory is an entry without a key. The fields are in
// this order so that a hit by a name of usual length touches three cache lines.
struct alignas(64) KeyCacheFront::Entry {
  static constexpr size_t kTextBytes = 64;

  static bool Fits(const Name& name) {
    return (name.credential.size() | name.date.size() | name.region.size() | name.service.size()) <=
               kMaxPartBytes &&
           name.credential.size() + name.date.size() + name.region.size() + name.service.size() <=
               kTextBytes;
  }

  // All sizes in one word; that of no entry where a part is too long.
  static uint32_t SizesOf(const Name& name) {
    const size_t any =
        name.credential.size() | name.date.size() | name.region.size() | name.service.size();
    if (any > kMaxPartBytes) {
      return UINT32_MAX;
    }
    return static_cast<uint32_t>(name.credential.size() << 24 | name.date.size() << 16 |
                                 name.region.size() << 8 | name.service.size());
  }

  bool Matches(const Name& name, uint32_t name_sizes) const {
    if (named_generation != name.generation || sizes != name_sizes) {
      return false;
    }
    const char* at = text.data();
    for (const absl::string_view part : {name.date, name.region, name.service, name.credential}) {
      if (!EqualNameBytes(at, part.data(), part.size())) {
        return false;
      }
      at += part.size();
    }
    return true;
  }

  void SetName(const Name& name) {
    named_generation = name.generation;
    sizes = SizesOf(name);
    char* end = text.data();
    for (const absl::string_view part : {name.date, name.region, name.service, name.credential}) {
      end = std::copy(part.begin(), part.end(), end);
    }
  }

  KeyMaterial material;
  int64_t created_nanos;
  int64_t not_after_nanos;
  // Of the name; `generation` is that of the key.
  uint64_t named_generation;
  uint64_t generation;
  // The earlier of the key's end and the time to ask its source again.
  absl::Time fresh_until;
  uint32_t epoch;
  uint32_t sizes;
  std::array<char, kTextBytes> text;
  // The key's place in the shared cache.
  const KeyShard* shard;
  uint32_t slot;
  uint32_t slot_version;
};

absl::StatusOr<std::unique_ptr<KeyCacheFront>> KeyCacheFront::Create(KeyCache* cache) {
  const KeyCacheOptions& options = cache->state_->options;
  const size_t sets = options.front_entries == 0 ? 0 : SetCount(options.front_entries, kWays);
  SIGNET_ASSIGN_OR_RETURN(
      std::unique_ptr<LockedArena> arena,
      LockedArena::Create(sets * kWays * sizeof(Entry),
                          options.allow_unlocked_memory ? LockedArena::OnLockFailure::kUseUnlocked
                                                        : LockedArena::OnLockFailure::kRefuse));
  cache->state_->front_bytes.fetch_add(arena->size() + sets * sizeof(Set),
                                       std::memory_order_relaxed);
  return absl::WrapUnique(new KeyCacheFront(cache, std::move(arena), sets));
}

KeyCacheFront::KeyCacheFront(KeyCache* cache, std::unique_ptr<LockedArena> arena, size_t sets)
    : cache_(*cache),
      epochs_(cache->state_->epochs),
      arena_(std::move(arena)),
      entries_(static_cast<Entry*>(arena_->data())),
      is_off_(sets == 0),
      set_mask_(sets == 0 ? 0 : sets - 1),
      // A front of no keys has one set, which stays empty.
      sets_(new Set[set_mask_ + 1]) {}

KeyCacheFront::~KeyCacheFront() { ReportHits(); }

ABSL_ATTRIBUTE_ALWAYS_INLINE inline uint64_t KeyCacheFront::HashOf(const Name& name) {
  // Shifted, so that equal parts do not cancel out. Only speed depends on it.
  const uint64_t parts = SketchLongBytes(name.date) + (SketchLongBytes(name.region) << 1) +
                         (SketchShortBytes(name.service) << 3) +
                         (SketchLongBytes(name.credential) << 5);
  constexpr uint64_t kOdd = 0x9e3779b97f4a7c15;
  const uint64_t hash = (parts ^ name.generation * kOdd) * kOdd;
  return hash ^ hash >> 29;
}

ABSL_ATTRIBUTE_ALWAYS_INLINE inline bool KeyCacheFront::Find(const Name& name, uint64_t hash,
                                                             absl::Time now, CachedKey* key) {
  Set& set = sets_[hash & set_mask_];
  const uint32_t tag = static_cast<uint32_t>(hash >> 32) | 1;
  uint32_t same = 0;
  for (size_t way = 0; way < kWays; ++way) {
    same |= static_cast<uint32_t>(set.tags[way] == tag) << way;
  }
  for (; same != 0; same &= same - 1) {
    const size_t way = static_cast<size_t>(std::countr_zero(same));
    const Entry& entry = entries_[(hash & set_mask_) * kWays + way];
    if (!entry.Matches(name, Entry::SizesOf(name))) {
      continue;
    }
    if (now >= entry.fresh_until || entry.epoch != epochs_.Of(entry.generation)) {
      return false;
    }
    set.recent |= 1u << way;
    key->material_ = entry.material;
    key->generation_ = entry.generation;
    key->created_nanos_ = entry.created_nanos;
    key->not_after_nanos_ = entry.not_after_nanos;
    key->is_revoked_ = false;
    if (++hits_ % kTouchEvery == 0) {
      entry.shard->Touch(entry.slot);
    }
    return true;
  }
  return false;
}

size_t KeyCacheFront::PickWay(Set& set, const Entry* entries, uint32_t tag,
                              const Name& name) const {
  size_t choice = kWays;
  for (size_t way = 0; way < kWays; ++way) {
    if (set.tags[way] == tag && entries[way].Matches(name, Entry::SizesOf(name))) {
      return way;
    }
    if (set.tags[way] == 0) {
      choice = way;
    }
  }
  if (choice != kWays) {
    return choice;
  }
  constexpr uint32_t kAll = (1u << kWays) - 1;
  if (set.recent == kAll) {
    set.recent = 0;
  }
  return static_cast<size_t>(std::countr_zero(~set.recent));
}

void KeyCacheFront::Keep(const Name& name, uint64_t hash, const CachedKey& key) {
  if (is_off_ || key.shard_ == nullptr || key.is_revoked_ || !Entry::Fits(name)) {
    return;
  }
  Set& set = sets_[hash & set_mask_];
  Entry* const entries = entries_ + (hash & set_mask_) * kWays;
  const uint32_t tag = static_cast<uint32_t>(hash >> 32) | 1;
  const size_t way = PickWay(set, entries, tag, name);
  // Counts as used with its next use, so that what is used once goes first.
  set.tags[way] = tag;
  Entry& entry = entries[way];
  entry.SetName(name);
  entry.generation = key.generation_;
  entry.fresh_until = absl::FromUnixNanos(std::min(key.not_after_nanos_, key.check_at_nanos_));
  entry.epoch = key.epoch_;
  entry.material = key.material_;
  entry.created_nanos = key.created_nanos_;
  entry.not_after_nanos = key.not_after_nanos_;
  entry.shard = key.shard_;
  entry.slot = key.slot_;
  entry.slot_version = key.slot_version_;
}

absl::Status KeyCacheFront::GetOrDerive(const KeyOrigin& origin, const SigningKeySpec& spec,
                                        absl::Time now, CachedKey* key) {
  const Name name = {origin.generation, kNoCredential, spec.date, spec.region, spec.service};
  if (ABSL_PREDICT_TRUE(!origin.is_revoked && Find(name, HashOf(name), now, key))) {
    return absl::OkStatus();
  }
  return DeriveAndKeep(origin, spec, now, key);
}

absl::Status KeyCacheFront::GetOrLoad(const KeyMeta& meta, absl::Time now, absl::Time deadline,
                                      KeyLoader loader, CachedKey* key) {
  const Name name = {meta.generation, kNoCredential, meta.date, meta.region, meta.service};
  if (ABSL_PREDICT_TRUE(Find(name, HashOf(name), now, key))) {
    return absl::OkStatus();
  }
  return LoadAndKeep(meta, now, deadline, loader, key);
}

absl::Status KeyCacheFront::GetOrLoadLatest(const LatestKeyId& id, absl::Time now,
                                            absl::Time deadline, KeyLoader loader, CachedKey* key) {
  const Name name = {0, id.credential, id.date, id.region, id.service};
  if (ABSL_PREDICT_TRUE(Find(name, HashOf(name), now, key))) {
    return absl::OkStatus();
  }
  return LoadLatestAndKeep(id, now, deadline, loader, key);
}

bool KeyCacheFront::TryGet(const KeyMeta& meta, absl::Time now, CachedKey* key) {
  const Name name = {meta.generation, kNoCredential, meta.date, meta.region, meta.service};
  const uint64_t hash = HashOf(name);
  if (Find(name, hash, now, key)) {
    return true;
  }
  if (!cache_.TryGet(meta, now, key)) {
    return false;
  }
  Keep(name, hash, *key);
  return true;
}

absl::Status KeyCacheFront::DeriveAndKeep(const KeyOrigin& origin, const SigningKeySpec& spec,
                                          absl::Time now, CachedKey* key) {
  absl::Status status = cache_.GetOrDerive(origin, spec, now, key);
  if (status.ok()) {
    const Name name = {origin.generation, kNoCredential, spec.date, spec.region, spec.service};
    Keep(name, HashOf(name), *key);
  }
  return status;
}

absl::Status KeyCacheFront::LoadAndKeep(const KeyMeta& meta, absl::Time now, absl::Time deadline,
                                        KeyLoader loader, CachedKey* key) {
  absl::Status status = cache_.GetOrLoad(meta, now, deadline, loader, key);
  if (status.ok()) {
    const Name name = {meta.generation, kNoCredential, meta.date, meta.region, meta.service};
    Keep(name, HashOf(name), *key);
  }
  return status;
}

absl::Status KeyCacheFront::LoadLatestAndKeep(const LatestKeyId& id, absl::Time now,
                                              absl::Time deadline, KeyLoader loader,
                                              CachedKey* key) {
  // Read first: a rotation counts up before it advances the epochs, so that a key of
  // before it either is not kept or is of an old epoch.
  const std::atomic<uint64_t>& forgets = cache_.state_->forgets;
  const uint64_t forgets_seen = forgets.load(std::memory_order_acquire);
  absl::Status status = cache_.GetOrLoadLatest(id, now, deadline, loader, key);
  if (status.ok() && forgets.load(std::memory_order_acquire) == forgets_seen) {
    const Name name = {0, id.credential, id.date, id.region, id.service};
    Keep(name, HashOf(name), *key);
  }
  return status;
}

bool KeyCacheFront::IsCurrent(const Entry& entry, absl::Time now) const {
  return now < entry.fresh_until && entry.epoch == epochs_.Of(entry.generation) &&
         entry.shard->Holds(entry.slot, entry.slot_version);
}

void KeyCacheFront::WipeEntry(Set& set, size_t way, Entry* entry) {
  Wipe(entry, sizeof(*entry));
  set.tags[way] = 0;
  set.recent &= ~(1u << way);
}

size_t KeyCacheFront::Sweep(absl::Time now) {
  ReportHits();
  size_t count = 0;
  for (size_t i = 0; i <= set_mask_; ++i) {
    for (size_t way = 0; way < kWays; ++way) {
      Entry* const entry = entries_ + i * kWays + way;
      if (sets_[i].tags[way] != 0 && !IsCurrent(*entry, now)) {
        WipeEntry(sets_[i], way, entry);
        ++count;
      }
    }
  }
  return count;
}

void KeyCacheFront::ReportHits() {
  cache_.state_->counters.Count(KeyEvent::kHit, hits_);
  cache_.state_->counters.Count(KeyEvent::kFrontHit, hits_);
  hits_ = 0;
}

}  // namespace signet
