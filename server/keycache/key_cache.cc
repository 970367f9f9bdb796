// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/keycache/key_cache.h"

#include <string>
#include <utility>

#include "absl/memory/memory.h"
#include "absl/strings/str_cat.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"
#include "server/base/vector_registers.h"
#include "server/keycache/key_cache_state.h"

namespace signet {
namespace {

using Look = KeyShard::Look;
using OnBusy = KeyShard::OnBusy;

constexpr size_t kMaxEntries = 1000000;
constexpr size_t kMaxFrontEntries = 65536;

absl::Status CheckOptions(const KeyCacheOptions& options) {
  if (options.max_entries > kMaxEntries) {
    return InvalidField(Reason::kInvalidConfig, "key_cache.max_entries",
                        absl::StrCat("key_cache.max_entries is ", options.max_entries,
                                     ", allowed is 0 to ", kMaxEntries));
  }
  if (options.front_entries > kMaxFrontEntries) {
    return InvalidField(Reason::kInvalidConfig, "key_cache.front_entries",
                        absl::StrCat("key_cache.front_entries is ", options.front_entries,
                                     ", allowed is 0 to ", kMaxFrontEntries));
  }
  const std::pair<absl::string_view, absl::Duration> durations[] = {
      {"revocation_check_interval", options.revocation_check_interval},
      {"expire_key_after", options.expire_key_after},
      {"unknown_expiry_ttl", options.unknown_expiry_ttl},
      {"reload_retry_interval", options.reload_retry_interval},
  };
  for (const auto& [name, duration] : durations) {
    if (duration <= absl::ZeroDuration()) {
      const std::string field = absl::StrCat("key_cache.", name);
      return InvalidField(
          Reason::kInvalidConfig, field,
          absl::StrCat(field, " is ", absl::FormatDuration(duration), ", must be positive"));
    }
  }
  return absl::OkStatus();
}

absl::Status RevokedError() {
  return MakeError(absl::StatusCode::kFailedPrecondition, Reason::kCredentialRevoked, "credential",
                   "the credential version is revoked");
}

}  // namespace

KeyCache::KeyCache(std::unique_ptr<State> state) : state_(std::move(state)) {}
KeyCache::~KeyCache() = default;

absl::StatusOr<std::unique_ptr<KeyCache>> KeyCache::Create(const KeyCacheOptions& options,
                                                           const Clock& clock) {
  SIGNET_RETURN_IF_ERROR(CheckOptions(options));
  SIGNET_ASSIGN_OR_RETURN(
      std::unique_ptr<LockedArena> arena,
      LockedArena::Create(options.max_entries * sizeof(KeyMaterial),
                          options.allow_unlocked_memory ? LockedArena::OnLockFailure::kUseUnlocked
                                                        : LockedArena::OnLockFailure::kRefuse));
  return absl::WrapUnique(new KeyCache(std::make_unique<State>(options, clock, std::move(arena))));
}

absl::Status KeyCache::GetOrDerive(const KeyOrigin& origin, const SigningKeySpec& spec,
                                   absl::Time now, CachedKey* key) {
  State& state = *state_;
  const KeyMeta meta = {origin.generation, spec.date, spec.region, spec.service};
  const size_t hash = HashOfKey(meta);
  const int64_t now_nanos = absl::ToUnixNanos(now);
  KeyShard& shard = state.ShardOf(hash);
  const Look found = shard.Find(meta, hash, now_nanos, OnBusy::kGiveUp, key);
  const bool is_hit = found == Look::kFresh || found == Look::kDue;
  state.counters.Count(is_hit ? KeyEvent::kHit : KeyEvent::kMiss);
  const uint64_t purges_seen = state.purges.load(std::memory_order_acquire);
  if (!is_hit) {
    SIGNET_RETURN_IF_ERROR(state.Describe(origin, spec.date, now, key));
    key->is_revoked_ = key->is_revoked_ || state.revocations.Contains(origin.generation);
  }
  if (origin.is_revoked || key->is_revoked()) {
    state.counters.Count(KeyEvent::kRevokedHit);
    return RevokedError();
  }
  if (found == Look::kDue) {
    // The caller has asked the source: the origin at hand says what it says now.
    shard.Postpone(meta, hash, state.CheckAt(now), OnBusy::kGiveUp);
  }
  if (is_hit) {
    return absl::OkStatus();
  }
  State::SetMaterial(DeriveSigningKey(spec), &key->material_);
  if (found == Look::kBusy || !shard.Insert(meta, hash, *key, state.CheckAt(now), now_nanos,
                                            purges_seen, OnBusy::kGiveUp)) {
    state.counters.Count(KeyEvent::kBypass);
  }
  // What derived and copied the key did so in them.
  ClearVectorRegisters();
  return absl::OkStatus();
}

absl::Status KeyCache::GetOrLoad(const KeyMeta& meta, absl::Time now, absl::Time deadline,
                                 KeyLoader loader, CachedKey* key) {
  State& state = *state_;
  const size_t hash = HashOfKey(meta);
  const int64_t now_nanos = absl::ToUnixNanos(now);
  KeyShard& shard = state.ShardOf(hash);
  const auto look = [&] { return shard.Find(meta, hash, now_nanos, OnBusy::kWait, key); };
  const auto load = [&] { return state.Load(meta, meta.generation, now, loader, key); };
  const Look found = look();
  state.counters.Count(found == Look::kMissing ? KeyEvent::kMiss : KeyEvent::kHit);
  if (found != Look::kFresh) {
    if (!shard.CanHold(meta)) {
      SIGNET_RETURN_IF_ERROR(load());
    } else {
      SIGNET_RETURN_IF_ERROR(state.LoadOnce(
          {hash, meta.generation, "", meta.date, meta.region, meta.service}, deadline, look, load,
          [&] { shard.Postpone(meta, hash, state.RetryAt(now), OnBusy::kWait); }));
    }
  }
  state.CountRevoked(*key);
  return absl::OkStatus();
}

absl::Status KeyCache::GetOrLoadLatest(const LatestKeyId& id, absl::Time now, absl::Time deadline,
                                       KeyLoader loader, CachedKey* key) {
  State& state = *state_;
  const size_t hash = HashOfLatest(id);
  const int64_t now_nanos = absl::ToUnixNanos(now);
  LatestShard& shard = state.LatestShardOf(hash);
  const KeyMeta scope = {0, id.date, id.region, id.service};
  const auto look = [&] { return state.FindLatest(id, hash, now_nanos, key); };
  const auto load = [&]() -> absl::Status {
    const uint64_t forgets_seen = state.forgets.load(std::memory_order_acquire);
    SIGNET_RETURN_IF_ERROR(state.Load(scope, 0, now, loader, key));
    shard.Set(id, hash, key->generation(), state.RetryAt(now), forgets_seen);
    return absl::OkStatus();
  };
  const auto postpone = [&] {
    const KeyMeta meta = {key->generation(), id.date, id.region, id.service};
    const size_t key_hash = HashOfKey(meta);
    state.ShardOf(key_hash).Postpone(meta, key_hash, state.RetryAt(now), OnBusy::kWait);
    shard.Postpone(id, hash, state.RetryAt(now));
  };
  const Look found = look();
  state.counters.Count(found == Look::kMissing ? KeyEvent::kMiss : KeyEvent::kHit);
  if (found != Look::kFresh) {
    if (!state.shards.front()->CanHold(scope)) {
      SIGNET_RETURN_IF_ERROR(load());
    } else {
      SIGNET_RETURN_IF_ERROR(
          state.LoadOnce({hash, 0, id.credential, id.date, id.region, id.service}, deadline, look,
                         load, postpone));
    }
  }
  state.CountRevoked(*key);
  return absl::OkStatus();
}

bool KeyCache::TryGet(const KeyMeta& meta, absl::Time now, CachedKey* key) {
  const size_t hash = HashOfKey(meta);
  const Look found =
      state_->ShardOf(hash).Find(meta, hash, absl::ToUnixNanos(now), OnBusy::kGiveUp, key);
  const bool is_hit = found == Look::kFresh || found == Look::kDue;
  state_->counters.Count(is_hit ? KeyEvent::kHit : KeyEvent::kMiss);
  if (is_hit) {
    state_->CountRevoked(*key);
  }
  return is_hit;
}

void KeyCache::Revoke(uint64_t generation) {
  // In this order: whoever sees the new epoch sees the revocation. Keys are marked when
  // they are next met, since to look for them all would take time by how many there are.
  state_->revocations.Add(generation);
  state_->epochs.Advance(generation);
}

void KeyCache::ForgetLatest(absl::string_view credential) {
  state_->forgets.fetch_add(1, std::memory_order_acq_rel);
  for (const auto& shard : state_->latest_shards) {
    shard->Forget(credential);
  }
  state_->epochs.AdvanceAll();
}

size_t KeyCache::Purge() {
  // In this order: a key that was begun before either stays out or is wiped.
  state_->purges.fetch_add(1, std::memory_order_acq_rel);
  size_t count = 0;
  for (const auto& shard : state_->shards) {
    count += shard->Purge();
  }
  ForgetLatest("");
  return count;
}

size_t KeyCache::WipeGeneration(uint64_t generation) {
  // As Purge(). Keys of others that are being made now stay out as well.
  state_->purges.fetch_add(1, std::memory_order_acq_rel);
  size_t count = 0;
  for (const auto& shard : state_->shards) {
    count += shard->WipeGeneration(generation);
  }
  state_->epochs.Advance(generation);
  return count;
}

size_t KeyCache::Sweep(absl::Time now) {
  size_t count = 0;
  for (const auto& shard : state_->shards) {
    count += shard->Sweep(absl::ToUnixNanos(now));
  }
  return count;
}

KeyCacheStats KeyCache::stats() const {
  const KeyCounters& counters = state_->counters;
  KeyCacheStats stats;
  stats.hits = counters.Sum(KeyEvent::kHit);
  stats.front_hits = counters.Sum(KeyEvent::kFrontHit);
  stats.misses = counters.Sum(KeyEvent::kMiss);
  stats.loads = counters.Sum(KeyEvent::kLoad);
  stats.load_errors = counters.Sum(KeyEvent::kLoadError);
  stats.waits = counters.Sum(KeyEvent::kWait);
  stats.bypasses = counters.Sum(KeyEvent::kBypass);
  stats.evictions = counters.Sum(KeyEvent::kEviction);
  stats.expiries = counters.Sum(KeyEvent::kExpiry);
  stats.revoked_hits = counters.Sum(KeyEvent::kRevokedHit);
  for (const auto& shard : state_->shards) {
    stats.entries += shard->size();
  }
  stats.fronts = state_->fronts.load(std::memory_order_relaxed);
  stats.front_bytes = state_->front_bytes.load(std::memory_order_relaxed);
  stats.bytes = state_->arena->size() + stats.front_bytes +
                state_->options.max_entries * (SieveTable<KeySlot>::SlotBytes() + sizeof(uint32_t));
  return stats;
}

bool KeyCache::is_memory_locked() const { return state_->arena->is_locked(); }

}  // namespace signet
