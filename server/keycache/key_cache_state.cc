// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/keycache/key_cache_state.h"

#include <optional>
#include <utility>

#include "server/base/error.h"
#include "server/base/status_macros.h"
#include "server/keycache/key_lifetime.h"

namespace signet {
namespace {

using Look = KeyShard::Look;

constexpr size_t kMaxShards = 16;
// Fewer keys than this in a shard, and chance would fill one long before another.
constexpr size_t kMinShardEntries = 64;

size_t ShardCount(size_t max_entries) {
  size_t count = 1;
  while (count < kMaxShards && count * 2 * kMinShardEntries <= max_entries) {
    count *= 2;
  }
  return count;
}

// What another caller's failed load says only about that caller.
bool IsAboutItsCaller(const absl::Status& status) {
  return absl::IsDeadlineExceeded(status) || absl::IsCancelled(status);
}

}  // namespace

void KeyCache::State::SetMaterial(const SigningKey& key, KeyMaterial* material) {
  material->signing_key = key.Reveal();
  HmacSha256Key hmac_key = MakeHmacSha256Key(absl::MakeConstSpan(key.Reveal()));
  material->hmac_key = hmac_key;
  Wipe(&hmac_key);
}

KeyCache::State::State(const KeyCacheOptions& options_arg, const Clock& clock_arg,
                       std::unique_ptr<LockedArena> arena_arg)
    : options(options_arg), clock(clock_arg), arena(std::move(arena_arg)) {
  const size_t count = ShardCount(options.max_entries);
  KeyMaterial* material = static_cast<KeyMaterial*>(arena->data());
  for (size_t i = 0; i < count; ++i) {
    const size_t capacity = options.max_entries / count + (i < options.max_entries % count ? 1 : 0);
    shards.push_back(std::make_unique<KeyShard>(material, static_cast<uint32_t>(capacity),
                                                revocations, purges, &epochs, &counters));
    latest_shards.push_back(
        std::make_unique<LatestShard>(static_cast<uint32_t>(capacity), forgets));
    material += capacity;
  }
}

absl::Status KeyCache::State::Describe(const KeyOrigin& origin, absl::string_view date,
                                       absl::Time now, CachedKey* key) const {
  SIGNET_ASSIGN_OR_RETURN(const absl::Time not_after, KeyNotAfter(origin, date, now, options));
  key->generation_ = origin.generation;
  key->created_nanos_ = absl::ToUnixNanos(origin.created);
  key->not_after_nanos_ = absl::ToUnixNanos(not_after);
  key->is_revoked_ = origin.is_revoked;
  key->shard_ = nullptr;
  return absl::OkStatus();
}

absl::Status KeyCache::State::Load(const KeyMeta& scope, uint64_t expected_generation,
                                   absl::Time now, KeyLoader loader, CachedKey* key) {
  const uint64_t purges_seen = purges.load(std::memory_order_acquire);
  counters.Count(KeyEvent::kLoad);
  SIGNET_ASSIGN_OR_RETURN(const LoadedKey loaded, loader());
  const KeyOrigin& origin = loaded.origin;
  if (expected_generation != 0 && origin.generation != expected_generation) {
    return MakeError(absl::StatusCode::kFailedPrecondition, Reason::kCredentialVersionNotHeld,
                     "credential_version", "the source gave another version than was asked for");
  }
  SIGNET_RETURN_IF_ERROR(Describe(origin, scope.date, now, key));
  SetMaterial(loaded.key, &key->material_);
  const KeyMeta meta = {origin.generation, scope.date, scope.region, scope.service};
  const size_t hash = HashOfKey(meta);
  ShardOf(hash).Insert(meta, hash, *key, CheckAt(now), absl::ToUnixNanos(now), purges_seen,
                       KeyShard::OnBusy::kWait);
  key->is_revoked_ = key->is_revoked_ || revocations.Contains(origin.generation);
  return absl::OkStatus();
}

absl::Status KeyCache::State::LoadOnce(const FlightName& flight, absl::Time deadline,
                                       absl::FunctionRef<Look()> look,
                                       absl::FunctionRef<absl::Status()> load,
                                       absl::FunctionRef<void()> postpone) {
  for (;;) {
    SingleFlight::Lead lead(&flights, flight);
    // Looked at with the lead in hand: what the last one loaded is there.
    const Look found = look();
    if (found == Look::kFresh || (found == Look::kDue && !lead.is_held())) {
      return absl::OkStatus();
    }
    if (lead.is_held()) {
      absl::Status status = load();
      if (!status.ok()) {
        counters.Count(KeyEvent::kLoadError);
        lead.set_outcome(status);
        if (found == Look::kDue) {
          // The last good key is still in the caller's hands.
          postpone();
          return absl::OkStatus();
        }
      }
      return status;
    }
    counters.Count(KeyEvent::kWait);
    const std::optional<absl::Status> outcome = flights.Wait(flight, deadline - clock.Now());
    if (!outcome.has_value()) {
      return MakeError(absl::StatusCode::kDeadlineExceeded, Reason::kDeadlineExceeded, "",
                       "the deadline passed while another caller loaded the same key");
    }
    if (!outcome->ok() && !IsAboutItsCaller(*outcome)) {
      return *outcome;
    }
  }
}

Look KeyCache::State::FindLatest(const LatestKeyId& id, size_t hash, int64_t now, CachedKey* key) {
  uint64_t generation = 0;
  int64_t retry_at = 0;
  if (!LatestShardOf(hash).Find(id, hash, &generation, &retry_at)) {
    return Look::kMissing;
  }
  const KeyMeta meta = {generation, id.date, id.region, id.service};
  const size_t key_hash = HashOfKey(meta);
  const Look found = ShardOf(key_hash).Find(meta, key_hash, now, KeyShard::OnBusy::kWait, key);
  const bool wants_newer = found == Look::kFresh && key->is_revoked() && retry_at <= now;
  return wants_newer ? Look::kDue : found;
}

}  // namespace signet
