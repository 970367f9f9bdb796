// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_TESTS_SERVER_KEYCACHE_KEY_CACHE_FIXTURE_H_
#define SIGNET_TESTS_SERVER_KEYCACHE_KEY_CACHE_FIXTURE_H_

#include <cstdint>
#include <memory>
#include <string>

#include "gtest/gtest.h"
#include "server/digest/hex.h"
#include "server/keycache/key_cache.h"
#include "server/sigv4/signing_key.h"
#include "tests/support/fake_clock.h"
#include "tests/support/status_matchers.h"

namespace signet {

// Noon of the day that kDate names.
inline const absl::Time kNoon =
    absl::FromCivil(absl::CivilHour(2026, 11, 30, 12), absl::UTCTimeZone());
inline constexpr char kDate[] = "20261130";

// A cache under a clock that stands still, and short ways to use it. The secret of
// generation N is "secret-N".
class KeyCacheTest : public ::testing::Test {
 protected:
  static KeyCacheOptions Defaults() {
    KeyCacheOptions options;
    options.allow_unlocked_memory = true;
    return options;
  }

  explicit KeyCacheTest(const KeyCacheOptions& options = Defaults())
      : cache_(KeyCache::Create(options, clock_).value()) {}

  // Replaces the cache by one with other options.
  void Restart(const KeyCacheOptions& options) {
    cache_ = KeyCache::Create(options, clock_).value();
  }

  absl::Time Now() const { return clock_.Now(); }

  static std::string SecretOf(uint64_t generation) {
    return "secret-" + std::to_string(generation);
  }

  static KeyMeta MetaOf(uint64_t generation, absl::string_view region = "us-east-1",
                        absl::string_view service = "s3") {
    return {generation, kDate, region, service};
  }

  static LatestKeyId LatestOf(absl::string_view credential) {
    return {credential, kDate, "us-east-1", "s3"};
  }

  KeyOrigin OriginOf(uint64_t generation) const {
    KeyOrigin origin;
    origin.generation = generation;
    origin.created = kNoon - absl::Hours(1);
    return origin;
  }

  static SigningKey KeyOf(const KeyMeta& meta) {
    return DeriveSigningKey({SecretOf(meta.generation), meta.date, meta.region, meta.service});
  }

  // The right signing key, in hex.
  static std::string HexOf(const KeyMeta& meta) { return ToHex(KeyOf(meta).Reveal()); }

  LoadedKey Loaded(const KeyMeta& meta) const { return {OriginOf(meta.generation), KeyOf(meta)}; }

  absl::Status Derive(const KeyMeta& meta, CachedKey* key) {
    return Derive(OriginOf(meta.generation), meta, key);
  }
  absl::Status Derive(const KeyOrigin& origin, const KeyMeta& meta, CachedKey* key) {
    return cache_->GetOrDerive(
        origin, {SecretOf(origin.generation), meta.date, meta.region, meta.service}, Now(), key);
  }

  absl::Status Load(const KeyMeta& meta, KeyLoader loader, CachedKey* key) {
    return cache_->GetOrLoad(meta, Now(), absl::InfiniteFuture(), loader, key);
  }
  // With a loader that brings the right key.
  absl::Status Load(const KeyMeta& meta, CachedKey* key) {
    return Load(
        meta, [&] { return Loaded(meta); }, key);
  }

  absl::Status LoadLatest(const LatestKeyId& id, KeyLoader loader, CachedKey* key) {
    return cache_->GetOrLoadLatest(id, Now(), absl::InfiniteFuture(), loader, key);
  }
  absl::Status LoadLatest(const LatestKeyId& id, uint64_t generation, CachedKey* key) {
    return LoadLatest(
        id,
        [&] {
          return Loaded({generation, id.date, id.region, id.service});
        },
        key);
  }

  bool IsCached(const KeyMeta& meta) {
    CachedKey key;
    return cache_->TryGet(meta, Now(), &key);
  }

  FakeClock clock_{kNoon};
  std::unique_ptr<KeyCache> cache_;
};

// A loader for calls that must be answered without one.
inline absl::StatusOr<LoadedKey> MustNotLoad() {
  ADD_FAILURE() << "the loader ran";
  return absl::InternalError("the loader ran");
}

}  // namespace signet

#endif  // SIGNET_TESTS_SERVER_KEYCACHE_KEY_CACHE_FIXTURE_H_
