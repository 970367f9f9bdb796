// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/keycache/key_shard.h"

#include <string.h>

#include <algorithm>

#include "absl/hash/hash.h"

namespace signet {
namespace {

// Slots looked at while the lock is held.
constexpr uint32_t kStep = 256;

}  // namespace

size_t HashOfKey(const KeyMeta& meta) {
  return absl::HashOf(meta.generation, meta.date, meta.region, meta.service);
}

bool KeySlot::Fits(const KeyMeta& meta) {
  return meta.date.size() <= kTextBytes && meta.region.size() <= kTextBytes &&
         meta.service.size() <= kTextBytes &&
         meta.date.size() + meta.region.size() + meta.service.size() <= kTextBytes;
}

void KeySlot::SetName(const KeyMeta& meta) {
  generation = meta.generation;
  date_size = static_cast<uint8_t>(meta.date.size());
  region_size = static_cast<uint8_t>(meta.region.size());
  service_size = static_cast<uint8_t>(meta.service.size());
  char* end = text.data();
  for (const absl::string_view part : {meta.date, meta.region, meta.service}) {
    end = std::copy(part.begin(), part.end(), end);
  }
}

bool KeySlot::Matches(const KeyMeta& meta) const {
  if (generation != meta.generation || date_size != meta.date.size() ||
      region_size != meta.region.size() || service_size != meta.service.size()) {
    return false;
  }
  const absl::string_view all(text.data(), text.size());
  return all.substr(0, date_size) == meta.date &&
         all.substr(date_size, region_size) == meta.region &&
         all.substr(date_size + region_size, service_size) == meta.service;
}

KeyShard::KeyShard(KeyMaterial* material, uint32_t capacity, const Revocations& revocations,
                   const PurgeCount& purges, KeyCounters* counters)
    : material_(material),
      revocations_(revocations),
      purges_(purges),
      counters_(*counters),
      table_(capacity) {}

KeyShard::Look KeyShard::Find(const KeyMeta& meta, size_t hash, int64_t now, OnBusy on_busy,
                              CachedKey* key) const {
  if (on_busy == OnBusy::kWait) {
    ReaderLock lock(&mu_);
    return CopyOut(meta, hash, now, key);
  }
  if (!mu_.ReaderTryLock()) {
    return Look::kBusy;
  }
  const Look look = CopyOut(meta, hash, now, key);
  mu_.ReaderUnlock();
  return look;
}

KeyShard::Look KeyShard::CopyOut(const KeyMeta& meta, size_t hash, int64_t now,
                                 CachedKey* key) const {
  const uint32_t i = table_.Find(meta, hash);
  if (i == table_.kNone) {
    return Look::kMissing;
  }
  const KeySlot& slot = table_[i];
  if (slot.not_after <= now) {
    return Look::kMissing;
  }
  table_.Touch(i);
  key->material_ = material_[i];
  key->generation_ = slot.generation;
  key->created_nanos_ = slot.created;
  key->not_after_nanos_ = slot.not_after;
  key->is_revoked_ = slot.is_revoked;
  return slot.check_at <= now && !slot.is_revoked ? Look::kDue : Look::kFresh;
}

bool KeyShard::Insert(const KeyMeta& meta, size_t hash, const CachedKey& key, int64_t check_at,
                      int64_t now, uint64_t purges_seen, OnBusy on_busy) {
  if (!KeySlot::Fits(meta)) {
    return false;
  }
  if (on_busy == OnBusy::kWait) {
    mu_.Lock();
  } else if (!mu_.TryLock()) {
    return false;
  }
  // A purge that counts up after this look finds the key when it comes here.
  if (purges_.load(std::memory_order_acquire) == purges_seen) {
    Put(meta, hash, key, check_at, now);
  }
  mu_.Unlock();
  return true;
}

void KeyShard::Put(const KeyMeta& meta, size_t hash, const CachedKey& key, int64_t check_at,
                   int64_t now) {
  uint32_t i = table_.Find(meta, hash);
  if (i == table_.kNone) {
    i = table_.Insert(hash, [this, now](uint32_t victim) {
      mu_.AssertHeld();
      const bool is_expired = table_[victim].not_after <= now;
      counters_.Count(is_expired ? KeyEvent::kExpiry : KeyEvent::kEviction);
      Wipe(&material_[victim], sizeof(material_[victim]));
    });
    table_[i].SetName(meta);
  } else if (table_[i].not_after <= now) {
    counters_.Count(KeyEvent::kExpiry);
  }
  KeySlot& slot = table_[i];
  slot.created = key.created_nanos_;
  slot.not_after = key.not_after_nanos_;
  slot.check_at = check_at;
  // A revocation that is added after this look finds the key when it comes here.
  slot.is_revoked = key.is_revoked_ || revocations_.Contains(meta.generation);
  material_[i] = key.material_;
}

void KeyShard::Erase(uint32_t i) {
  Wipe(&material_[i], sizeof(material_[i]));
  table_.Erase(i);
}

template <typename Visit>
void KeyShard::ForEach(Visit visit) {
  for (uint32_t begin = 0;; begin += kStep) {
    WriterLock lock(&mu_);
    const uint32_t end = std::min(begin + kStep, table_.capacity());
    for (uint32_t i = begin; i < end; ++i) {
      if (table_.IsUsed(i)) {
        visit(i);
      }
    }
    if (end == table_.capacity()) {
      return;
    }
  }
}

void KeyShard::Postpone(const KeyMeta& meta, size_t hash, int64_t check_at) {
  WriterLock lock(&mu_);
  const uint32_t i = table_.Find(meta, hash);
  if (i != table_.kNone) {
    table_[i].check_at = check_at;
  }
}

void KeyShard::Revoke(uint64_t generation) {
  ForEach([this, generation](uint32_t i) {
    mu_.AssertHeld();
    if (table_[i].generation == generation) {
      table_[i].is_revoked = true;
    }
  });
}

void KeyShard::Purge() {
  ForEach([this](uint32_t i) {
    mu_.AssertHeld();
    Erase(i);
  });
}

size_t KeyShard::Sweep(int64_t now) {
  size_t count = 0;
  ForEach([this, now, &count](uint32_t i) {
    mu_.AssertHeld();
    if (table_[i].not_after <= now) {
      Erase(i);
      ++count;
    }
  });
  counters_.Count(KeyEvent::kExpiry, count);
  return count;
}

size_t KeyShard::size() const {
  ReaderLock lock(&mu_);
  return table_.size();
}

}  // namespace signet
