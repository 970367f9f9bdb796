// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/keycache/key_shard.h"

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

KeyShard::KeyShard(KeyMaterial* material, uint32_t capacity, const Revocations& revocations,
                   const PurgeCount& purges, Epochs* epochs, KeyCounters* counters)
    : material_(material),
      capacity_(capacity),
      revocations_(revocations),
      purges_(purges),
      epochs_(*epochs),
      counters_(*counters),
      table_(capacity) {}

KeyShard::Look KeyShard::Find(const KeyMeta& meta, size_t hash, int64_t now, OnBusy on_busy,
                              CachedKey* key) const {
  if (on_busy == OnBusy::kWait) {
    StripedReaderLock lock(&mu_);
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
  // Read first: whatever changes later, a copy of this epoch will be looked up again.
  const uint32_t epoch = epochs_.Of(meta.generation);
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
  key->is_revoked_ = IsRevoked(slot, epoch);
  key->shard_ = this;
  key->slot_ = i;
  key->slot_version_ = table_.VersionOf(i);
  key->epoch_ = epoch;
  key->check_at_nanos_ = slot.check_at;
  return slot.check_at <= now && !key->is_revoked_ ? Look::kDue : Look::kFresh;
}

bool KeyShard::IsRevoked(const KeySlot& slot, uint32_t epoch) const {
  // The epoch first, and written last: a reader who sees that another has asked in this
  // epoch also sees what the answer was.
  const bool was_asked = slot.epoch.load(std::memory_order_acquire) == epoch;
  if (slot.is_revoked.load(std::memory_order_relaxed)) {
    return true;
  }
  if (was_asked) {
    return false;
  }
  const bool is_revoked = revocations_.Contains(slot.generation);
  if (is_revoked) {
    slot.is_revoked.store(true, std::memory_order_relaxed);
  }
  slot.epoch.store(epoch, std::memory_order_release);
  return is_revoked;
}

bool KeyShard::Insert(const KeyMeta& meta, size_t hash, const CachedKey& key, int64_t check_at,
                      int64_t now, uint64_t purges_seen, OnBusy on_busy) {
  if (!CanHold(meta)) {
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
  const bool is_new = i == table_.kNone;
  if (is_new) {
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
  if (!is_new) {
    // There may be copies of what was here before.
    epochs_.Advance(meta.generation);
  }
  KeySlot& slot = table_[i];
  slot.created = key.created_nanos_;
  slot.not_after = key.not_after_nanos_;
  slot.check_at = check_at;
  slot.is_revoked.store(key.is_revoked_, std::memory_order_relaxed);
  // Of another epoch than now, so that the first hit asks the revocations.
  slot.epoch.store(epochs_.Of(meta.generation) - 1, std::memory_order_relaxed);
  material_[i] = key.material_;
}

size_t KeyShard::WipeWhere(IsGone is_gone) {
  size_t count = 0;
  for (uint32_t begin = 0; begin < capacity_; begin += kStep) {
    const uint32_t end = std::min(begin + kStep, capacity_);
    if (HasAny(begin, end, is_gone)) {
      count += WipeStep(begin, end, is_gone);
    }
  }
  return count;
}

bool KeyShard::HasAny(uint32_t begin, uint32_t end, IsGone is_gone) const {
  StripedReaderLock lock(&mu_);
  for (uint32_t i = begin; i < end; ++i) {
    if (table_.IsUsed(i) && is_gone(table_[i])) {
      return true;
    }
  }
  return false;
}

size_t KeyShard::WipeStep(uint32_t begin, uint32_t end, IsGone is_gone) {
  size_t count = 0;
  StripedWriterLock lock(&mu_);
  for (uint32_t i = begin; i < end; ++i) {
    if (table_.IsUsed(i) && is_gone(table_[i])) {
      Wipe(&material_[i], sizeof(material_[i]));
      table_.Erase(i);
      ++count;
    }
  }
  return count;
}

void KeyShard::Postpone(const KeyMeta& meta, size_t hash, int64_t check_at, OnBusy on_busy) {
  if (on_busy == OnBusy::kWait) {
    mu_.Lock();
  } else if (!mu_.TryLock()) {
    return;
  }
  const uint32_t i = table_.Find(meta, hash);
  if (i != table_.kNone) {
    table_[i].check_at = check_at;
  }
  mu_.Unlock();
}

size_t KeyShard::Purge() {
  return WipeWhere([](const KeySlot&) { return true; });
}

size_t KeyShard::WipeGeneration(uint64_t generation) {
  return WipeWhere([generation](const KeySlot& slot) { return slot.generation == generation; });
}

size_t KeyShard::Sweep(int64_t now) {
  const size_t count = WipeWhere([now](const KeySlot& slot) { return slot.not_after <= now; });
  counters_.Count(KeyEvent::kExpiry, count);
  return count;
}

size_t KeyShard::size() const {
  StripedReaderLock lock(&mu_);
  return table_.size();
}

}  // namespace signet
