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

constexpr size_t kDateBytes = 8;

// Says which kind of name it is, and that it has copies.
constexpr uint64_t kIsExact = uint64_t{1} << 32;
constexpr uint64_t kIsLatest = uint64_t{2} << 32;

uint32_t TagOf(uint64_t hash) { return static_cast<uint32_t>(hash >> 32) | 1; }

size_t SetCount(size_t entries, size_t ways) {
  return std::bit_ceil(std::max<size_t>(entries / ways, 1));
}

}  // namespace

// Lies in the locked arena. Zeroed memory is an entry without a key. The key takes two
// cache lines, its name one, the rest one.
struct alignas(64) KeyCacheFront::Entry {
  KeyMaterial material;
  int64_t created_nanos;
  int64_t not_after_nanos;
  Name name;
  // The earlier of the key's end and the time to ask its source again.
  absl::Time fresh_until;
  uint64_t generation;
  uint32_t epoch;
  // The key's place in the shared cache.
  uint32_t slot;
  uint32_t slot_version;
  const KeyShard* shard;
};

absl::StatusOr<std::unique_ptr<KeyCacheFront>> KeyCacheFront::Create(KeyCache* cache) {
  const KeyCacheOptions& options = cache->state_->options;
  const bool holds_keys = options.front_entries > 0 && options.max_entries > 0;
  const size_t sets = holds_keys ? SetCount(options.front_entries, kWays) : 0;
  SIGNET_ASSIGN_OR_RETURN(
      std::unique_ptr<LockedArena> arena,
      LockedArena::Create(sets * kWays * sizeof(Entry),
                          options.allow_unlocked_memory ? LockedArena::OnLockFailure::kUseUnlocked
                                                        : LockedArena::OnLockFailure::kRefuse));
  cache->state_->fronts.fetch_add(sets > 0 ? 1 : 0, std::memory_order_relaxed);
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

inline uint64_t KeyCacheFront::Name::Hash() const {
  // Rotated, so that equal parts do not cancel out. Only speed depends on it.
  constexpr uint64_t kOdd = 0x9e3779b97f4a7c15;
  const uint64_t scope = date ^ std::rotl(region.last, 13) ^ std::rotl(region.first, 29) ^
                         std::rotl(service.first, 43) ^ more_id;
  const uint64_t hash = (scope ^ id * kOdd) * kOdd;
  return hash ^ hash >> 29;
}

ABSL_ATTRIBUTE_ALWAYS_INLINE inline KeyCacheFront::Name KeyCacheFront::NameOf(
    uint64_t generation, absl::string_view date, absl::string_view region,
    absl::string_view service) {
  if (date.size() != kDateBytes || region.size() > PackedBytes::kMaxBytes ||
      service.size() > PackedBytes::kMaxBytes) {
    return {};
  }
  return {generation,
          0,
          LoadWord(date.data()),
          kIsExact | region.size() << 8 | service.size(),
          PackBytes(region),
          PackBytes(service)};
}

ABSL_ATTRIBUTE_ALWAYS_INLINE inline KeyCacheFront::Name KeyCacheFront::NameOf(
    const LatestKeyId& id) {
  Name name = NameOf(0, id.date, id.region, id.service);
  if (name.sizes == 0 || id.credential.size() > PackedBytes::kMaxBytes) {
    return {};
  }
  const PackedBytes credential = PackBytes(id.credential);
  name.id = credential.first;
  name.more_id = credential.last;
  name.sizes ^= kIsExact | kIsLatest | id.credential.size() << 16;
  return name;
}

ABSL_ATTRIBUTE_ALWAYS_INLINE inline bool KeyCacheFront::Find(const Name& name, absl::Time now,
                                                             CachedKey* key) {
  const uint64_t hash = name.Hash();
  const size_t place = hash & set_mask_;
  Set& set = sets_[place];
  const uint32_t tag = TagOf(hash);
  uint32_t same = 0;
  for (size_t way = 0; way < kWays; ++way) {
    same |= static_cast<uint32_t>(set.tags[way] == tag) << way;
  }
  for (; same != 0; same &= same - 1) {
    const size_t way = static_cast<size_t>(std::countr_zero(same));
    const Entry& entry = entries_[place * kWays + way];
    if (!(entry.name == name)) {
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
    if (set.tags[way] == tag && entries[way].name == name) {
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

void KeyCacheFront::Keep(const Name& name, const CachedKey& key) {
  if (is_off_ || name.sizes == 0 || key.shard_ == nullptr || key.is_revoked_) {
    return;
  }
  const uint64_t hash = name.Hash();
  Set& set = sets_[hash & set_mask_];
  Entry* const entries = entries_ + (hash & set_mask_) * kWays;
  const size_t way = PickWay(set, entries, TagOf(hash), name);
  // Counts as used with its next use, so that what is used once goes first.
  set.tags[way] = TagOf(hash);
  // Field by field, so that no copy of the key is made on the way.
  Entry& entry = entries[way];
  entry.material = key.material_;
  entry.created_nanos = key.created_nanos_;
  entry.not_after_nanos = key.not_after_nanos_;
  entry.name = name;
  entry.fresh_until = absl::FromUnixNanos(std::min(key.not_after_nanos_, key.check_at_nanos_));
  entry.generation = key.generation_;
  entry.epoch = key.epoch_;
  entry.slot = key.slot_;
  entry.slot_version = key.slot_version_;
  entry.shard = key.shard_;
}

absl::Status KeyCacheFront::GetOrDerive(const KeyOrigin& origin, const SigningKeySpec& spec,
                                        absl::Time now, CachedKey* key) {
  const Name name = NameOf(origin.generation, spec.date, spec.region, spec.service);
  if (ABSL_PREDICT_TRUE(!origin.is_revoked && Find(name, now, key))) {
    return absl::OkStatus();
  }
  return DeriveAndKeep(origin, spec, now, key);
}

absl::Status KeyCacheFront::GetOrLoad(const KeyMeta& meta, absl::Time now, absl::Time deadline,
                                      KeyLoader loader, CachedKey* key) {
  const Name name = NameOf(meta.generation, meta.date, meta.region, meta.service);
  if (ABSL_PREDICT_TRUE(Find(name, now, key))) {
    return absl::OkStatus();
  }
  return LoadAndKeep(meta, now, deadline, loader, key);
}

absl::Status KeyCacheFront::GetOrLoadLatest(const LatestKeyId& id, absl::Time now,
                                            absl::Time deadline, KeyLoader loader, CachedKey* key) {
  const Name name = NameOf(id);
  if (ABSL_PREDICT_TRUE(Find(name, now, key))) {
    return absl::OkStatus();
  }
  return LoadLatestAndKeep(id, now, deadline, loader, key);
}

bool KeyCacheFront::TryGet(const KeyMeta& meta, absl::Time now, CachedKey* key) {
  const Name name = NameOf(meta.generation, meta.date, meta.region, meta.service);
  if (Find(name, now, key)) {
    return true;
  }
  if (!cache_.TryGet(meta, now, key)) {
    return false;
  }
  Keep(name, *key);
  return true;
}

absl::Status KeyCacheFront::DeriveAndKeep(const KeyOrigin& origin, const SigningKeySpec& spec,
                                          absl::Time now, CachedKey* key) {
  absl::Status status = cache_.GetOrDerive(origin, spec, now, key);
  if (status.ok()) {
    const Name name = NameOf(origin.generation, spec.date, spec.region, spec.service);
    Keep(name, *key);
  }
  return status;
}

absl::Status KeyCacheFront::LoadAndKeep(const KeyMeta& meta, absl::Time now, absl::Time deadline,
                                        KeyLoader loader, CachedKey* key) {
  absl::Status status = cache_.GetOrLoad(meta, now, deadline, loader, key);
  if (status.ok()) {
    const Name name = NameOf(meta.generation, meta.date, meta.region, meta.service);
    Keep(name, *key);
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
    const Name name = NameOf(id);
    Keep(name, *key);
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
