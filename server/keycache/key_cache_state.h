// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_KEYCACHE_KEY_CACHE_STATE_H_
#define SIGNET_SERVER_KEYCACHE_KEY_CACHE_STATE_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "server/base/clock.h"
#include "server/base/locked_arena.h"
#include "server/keycache/cached_key.h"
#include "server/keycache/counters.h"
#include "server/keycache/epochs.h"
#include "server/keycache/key_cache.h"
#include "server/keycache/key_shard.h"
#include "server/keycache/latest_shard.h"
#include "server/keycache/revocations.h"
#include "server/keycache/single_flight.h"
#include "server/sigv4/signing_key.h"

namespace signet {

// What is behind a KeyCache.
struct KeyCache::State {
  State(const KeyCacheOptions& options_arg, const Clock& clock_arg,
        std::unique_ptr<LockedArena> arena_arg);

  // Derives the HMAC key of `key`, and leaves no other copies of either.
  static void SetMaterial(const SigningKey& key, KeyMaterial* material);

  KeyShard& ShardOf(size_t hash) { return *shards[(hash >> 48) & (shards.size() - 1)]; }
  LatestShard& LatestShardOf(size_t hash) {
    return *latest_shards[(hash >> 48) & (latest_shards.size() - 1)];
  }
  // When a key got at `now` should be loaded again.
  int64_t CheckAt(absl::Time now) const {
    return absl::ToUnixNanos(now + options.revocation_check_interval);
  }
  int64_t RetryAt(absl::Time now) const {
    return absl::ToUnixNanos(now + options.reload_retry_interval);
  }

  // Fills `key` but for its material and for what Revoke() has said.
  absl::Status Describe(const KeyOrigin& origin, absl::string_view date, absl::Time now,
                        CachedKey* key) const;

  // Runs the loader and puts what it brought into the cache and into `*key`, which
  // stays as it was when that fails. `expected_generation` 0: any.
  absl::Status Load(const KeyMeta& scope, uint64_t expected_generation, absl::Time now,
                    KeyLoader loader, CachedKey* key);

  // Brings a key through `look`, and where that does not do, through `load`, which
  // one caller at a time runs for each flight. `postpone` puts off the next
  // load after one that failed.
  absl::Status LoadOnce(const FlightName& flight, absl::Time deadline,
                        absl::FunctionRef<KeyShard::Look()> look,
                        absl::FunctionRef<absl::Status()> load, absl::FunctionRef<void()> postpone);

  // Looks a latest key up; kDue also where it is revoked and a newer version may be
  // asked for.
  KeyShard::Look FindLatest(const LatestKeyId& id, size_t hash, int64_t now, CachedKey* key);

  void CountRevoked(const CachedKey& key) {
    if (key.is_revoked()) {
      counters.Count(KeyEvent::kRevokedHit);
    }
  }

  const KeyCacheOptions options;
  const Clock& clock;
  const std::unique_ptr<LockedArena> arena;
  KeyCounters counters;
  Revocations revocations;
  Epochs epochs;
  std::atomic<uint64_t> purges{0};
  std::atomic<uint64_t> forgets{0};
  // The fronts that hold keys, and their memory; both ever made.
  std::atomic<uint64_t> fronts{0};
  std::atomic<uint64_t> front_bytes{0};
  std::vector<std::unique_ptr<KeyShard>> shards;
  std::vector<std::unique_ptr<LatestShard>> latest_shards;
  SingleFlight flights;
};

}  // namespace signet

#endif  // SIGNET_SERVER_KEYCACHE_KEY_CACHE_STATE_H_
