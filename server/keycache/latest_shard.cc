// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/keycache/latest_shard.h"

#include <algorithm>

#include "absl/hash/hash.h"

namespace signet {
namespace {

// Slots looked at while the lock is held.
constexpr uint32_t kStep = 256;

constexpr uint32_t kNone = SieveTable<LatestSlot>::kNone;

}  // namespace

size_t HashOfLatest(const LatestKeyId& id) {
  return absl::HashOf(id.credential, id.date, id.region, id.service);
}

LatestShard::LatestShard(uint32_t capacity, const ForgetCount& forgets)
    : capacity_(capacity), forgets_(forgets) {}

bool LatestShard::Find(const LatestKeyId& id, size_t hash, uint64_t* generation,
                       int64_t* retry_at) const {
  StripedReaderLock lock(&mu_);
  const uint32_t i = table_.has_value() ? table_->Find(id, hash) : kNone;
  if (i == kNone) {
    return false;
  }
  table_->Touch(i);
  *generation = (*table_)[i].generation;
  *retry_at = (*table_)[i].retry_at;
  return true;
}

void LatestShard::Set(const LatestKeyId& id, size_t hash, uint64_t generation, int64_t retry_at,
                      uint64_t forgets_seen) {
  if (capacity_ == 0) {
    return;
  }
  StripedWriterLock lock(&mu_);
  if (forgets_.load(std::memory_order_acquire) != forgets_seen) {
    return;
  }
  if (!table_.has_value()) {
    table_.emplace(capacity_);
  }
  SieveTable<LatestSlot>& table = *table_;
  uint32_t i = table.Find(id, hash);
  if (i == kNone) {
    i = table.Insert(hash, [](uint32_t) {});
    LatestSlot& slot = table[i];
    slot.credential.assign(id.credential.data(), id.credential.size());
    slot.date.assign(id.date.data(), id.date.size());
    slot.region.assign(id.region.data(), id.region.size());
    slot.service.assign(id.service.data(), id.service.size());
  }
  table[i].generation = generation;
  table[i].retry_at = retry_at;
}

void LatestShard::Postpone(const LatestKeyId& id, size_t hash, int64_t retry_at) {
  StripedWriterLock lock(&mu_);
  const uint32_t i = table_.has_value() ? table_->Find(id, hash) : kNone;
  if (i != kNone) {
    (*table_)[i].retry_at = retry_at;
  }
}

void LatestShard::Forget(absl::string_view credential) {
  for (uint32_t begin = 0; begin < capacity_; begin += kStep) {
    StripedWriterLock lock(&mu_);
    if (!table_.has_value()) {
      return;
    }
    SieveTable<LatestSlot>& table = *table_;
    const uint32_t end = std::min(begin + kStep, capacity_);
    for (uint32_t i = begin; i < end; ++i) {
      if (table.IsUsed(i) && (credential.empty() || table[i].credential == credential)) {
        table.Erase(i);
      }
    }
  }
}

}  // namespace signet
