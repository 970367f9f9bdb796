// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_KEYCACHE_KEY_CACHE_H_
#define SIGNET_SERVER_KEYCACHE_KEY_CACHE_H_

#include <cstddef>
#include <cstdint>
#include <memory>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "server/base/clock.h"
#include "server/keycache/cached_key.h"
#include "server/sigv4/signing_key.h"

namespace signet {

struct KeyCacheOptions {
  // Keys held at most, 0 to 1,000,000. Their memory, 112 bytes of it locked for
  // each, is taken at the start. 0: every call derives or loads for itself.
  size_t max_entries = 10000;
  // A loaded key older than this is loaded again at its next use: by one caller,
  // while the others go on with the old one.
  absl::Duration revocation_check_interval = absl::Minutes(60);
  // A key is not used once its credential version is older than this.
  absl::Duration expire_key_after = absl::InfiniteDuration();
  // How long a key is kept whose credential looks temporary but does not say when
  // it expires, and a key of a date that has passed.
  absl::Duration unknown_expiry_ttl = absl::Hours(1);
  // How long a failed reload, and the reload of a latest key that is revoked, is
  // not tried again.
  absl::Duration reload_retry_interval = absl::Seconds(1);
  // Keys that each KeyCacheFront holds at most, rounded up to a power of two; 0 to
  // 65,536. Their memory, 256 bytes a key, is locked. 0: fronts hold none.
  size_t front_entries = 4096;
  // Where the kernel does not lock the memory, use it all the same.
  bool allow_unlocked_memory = false;
};

// Names one key exactly. Views outlive the call.
struct KeyMeta {
  // The process-local number of a credential version; never reused.
  uint64_t generation = 0;
  // "20150830"
  absl::string_view date;
  absl::string_view region;
  absl::string_view service;
};

// Names the key of whichever version of a credential is the latest. Views outlive
// the call.
struct LatestKeyId {
  absl::string_view credential;
  absl::string_view date;
  absl::string_view region;
  absl::string_view service;
};

// What the cache knows of the credential version behind a key.
struct KeyOrigin {
  uint64_t generation = 0;
  absl::Time created;
  // InfiniteFuture: does not expire, or does not say.
  absl::Time expires = absl::InfiniteFuture();
  // Has a session token, so that it will expire even if it does not say when.
  bool looks_temporary = false;
  bool is_revoked = false;
};

// What a loader brings.
struct LoadedKey {
  KeyOrigin origin;
  SigningKey key;
};

// Makes a key, perhaps slowly. Runs in the thread of the caller who gave it, under
// no lock of the cache.
using KeyLoader = absl::FunctionRef<absl::StatusOr<LoadedKey>()>;

// Counters since the start, and the state now.
struct KeyCacheStats {
  // Calls answered from the cache, and those of them answered by a front; a front
  // reports its own with each sweep.
  uint64_t hits = 0;
  uint64_t front_hits = 0;
  // Calls that found nothing usable.
  uint64_t misses = 0;
  // Loaders run, and those of them that failed or brought an unusable key.
  uint64_t loads = 0;
  uint64_t load_errors = 0;
  // Calls that waited for another caller's loader.
  uint64_t waits = 0;
  // Derived keys that were not put into the cache, since that would have meant
  // waiting or since the key cannot be held (see GetOrDerive).
  uint64_t bypasses = 0;
  // Keys that went to make room, and keys that went because their time was up.
  uint64_t evictions = 0;
  uint64_t expiries = 0;
  // Calls that met a revoked key.
  uint64_t revoked_hits = 0;
  // Keys held now, and the memory reserved for max_entries of them and for the fronts.
  uint64_t entries = 0;
  uint64_t bytes = 0;
  // Fronts, and the memory reserved for them: part of `bytes`.
  uint64_t fronts = 0;
  uint64_t front_bytes = 0;
};

// Signing keys by credential version and scope, bounded, in locked memory.
//
// Safe for concurrent use. `now` is always the caller's reading of the wall clock,
// taken once for the whole request; every answer is usable at that instant. All
// calls that give a key return OK with `*key` filled, or an error with `*key`
// unspecified.
//
// A key lives until the earliest of: 24 hours after the end of its date (streams
// resume that long), the credential's expiry, created + expire_key_after, and the
// time limits of unknown_expiry_ttl. Keys whose date, region and service are
// longer than 64 bytes together are made anew for each call.
class KeyCache {
 public:
  // InvalidArgument, Reason::kInvalidConfig: an option out of range.
  // ResourceExhausted, kKeyMemoryExhausted: the memory cannot be had or locked.
  // `clock` outlives the cache.
  static absl::StatusOr<std::unique_ptr<KeyCache>> Create(const KeyCacheOptions& options,
                                                          const Clock& clock);
  ~KeyCache();
  KeyCache(const KeyCache&) = delete;
  KeyCache& operator=(const KeyCache&) = delete;

  // The key of a credential version that the caller has at hand; derived where the
  // cache does not have it. Never waits: when the cache is busy, the key is
  // derived for this caller alone (a bypass).
  //
  // FailedPrecondition, kCredentialRevoked: revoked, by `origin` or by Revoke().
  // Unavailable, kCredentialExpired: expired at `now`.
  // InvalidArgument, kInvalidSigningTime: `spec.date` is no date.
  absl::Status GetOrDerive(const KeyOrigin& origin, const SigningKeySpec& spec, absl::Time now,
                           CachedKey* key);

  // The key that `meta` names; loaded where the cache does not have it or its last
  // look at the source is older than revocation_check_interval. One load of a key
  // at a time; the others wait for it until `deadline` (by the wall clock). A
  // revoked key is returned, marked as such. An error is not remembered; a failed
  // reload leaves the last good key in use until its time is up.
  //
  // Whatever the loader fails with; DeadlineExceeded, kDeadlineExceeded;
  // Unavailable, kCredentialExpired: the loader brought an expired key;
  // FailedPrecondition, kCredentialVersionNotHeld: it brought another generation.
  absl::Status GetOrLoad(const KeyMeta& meta, absl::Time now, absl::Time deadline, KeyLoader loader,
                         CachedKey* key);

  // GetOrLoad of the latest version, which the loader finds out. Where that version
  // is revoked, the loader is asked for a newer one, at most once in
  // reload_retry_interval; without one, the revoked key is returned, marked.
  absl::Status GetOrLoadLatest(const LatestKeyId& id, absl::Time now, absl::Time deadline,
                               KeyLoader loader, CachedKey* key);

  // True and the key if it is there and the cache is not busy. Never waits, never
  // loads. The key may be revoked (marked) or due for a reload.
  bool TryGet(const KeyMeta& meta, absl::Time now, CachedKey* key);

  // Marks all keys of a credential version, those being loaded included. No call
  // that starts after this has returned gets one of them unmarked. Takes the same time
  // however many keys there are.
  void Revoke(uint64_t generation);

  // Forgets which version of the credential is the latest, as after a rotation:
  // GetOrLoadLatest asks its loader again.
  void ForgetLatest(absl::string_view credential);

  // Wipes the keys of a credential version, as of one that nobody can ask for any more.
  // Takes a look at every key; no key of it that is being loaded goes in afterwards.
  // Returns how many there were.
  size_t WipeGeneration(uint64_t generation);

  // Wipes all keys and forgets all latest versions; revocations stay. No call that
  // starts after this has returned gets a key from before. Returns how many there were.
  size_t Purge();

  // Wipes keys whose time is up. Called now and then; holds up readers of one
  // shard for one small step at a time. Returns how many went.
  size_t Sweep(absl::Time now);

  KeyCacheStats stats() const;

  // False when the memory could not be locked and the options allowed that.
  bool is_memory_locked() const;

 private:
  friend class KeyCacheFront;
  struct State;
  explicit KeyCache(std::unique_ptr<State> state);

  const std::unique_ptr<State> state_;
};

}  // namespace signet

#endif  // SIGNET_SERVER_KEYCACHE_KEY_CACHE_H_
