// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/policy/rate_limiter.h"

#include <algorithm>

namespace signet {

bool RateLimiter::HasRoom(Shard* shard, absl::Duration now) {
  constexpr size_t kMost = kMostBuckets / kShards;
  if (shard->full_at.size() < kMost) {
    return true;
  }
  if (now >= shard->next_sweep) {
    shard->next_sweep = now + absl::Seconds(1);
    absl::erase_if(shard->full_at, [now](const auto& entry) { return entry.second <= now; });
  }
  return shard->full_at.size() < kMost;
}

std::optional<absl::Duration> RateLimiter::Take(absl::string_view rule, const RateLimit& rate,
                                                absl::string_view caller, absl::Duration now) {
  const Name name(rule, caller);
  // Other bits than those that the map goes by.
  Shard& shard = shards_[(NameHash()(name) >> 32) % kShards];
  const absl::Duration refill = absl::Seconds(1) / rate.requests_per_second;
  MutexLock lock(&shard.mu);
  auto bucket = shard.full_at.find(name);
  if (bucket == shard.full_at.end()) {
    if (!HasRoom(&shard, now)) {
      return absl::Seconds(1);
    }
    bucket = shard.full_at.emplace(OwnName(rule, caller), now).first;
  }
  const absl::Duration full_at = std::max(bucket->second, now);
  // Empty: there are burst tokens less than when it will be full.
  const absl::Duration wait = full_at - now - (rate.burst - 1) * refill;
  if (wait > absl::ZeroDuration()) {
    return wait;
  }
  bucket->second = full_at + refill;
  return std::nullopt;
}

size_t RateLimiter::size() const {
  size_t count = 0;
  for (const Shard& shard : shards_) {
    MutexLock lock(&shard.mu);
    count += shard.full_at.size();
  }
  return count;
}

}  // namespace signet
