// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// The key cache: hits and misses, one thread and two.

#include <algorithm>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "benchmark/benchmark.h"
#include "server/base/clock.h"
#include "server/keycache/key_cache.h"

namespace signet {
namespace {

constexpr char kSecret[] = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
constexpr char kDate[] = "20261130";

absl::Time Noon() {
  static const absl::Time noon =
      absl::FromCivil(absl::CivilHour(2026, 11, 30, 12), absl::UTCTimeZone());
  return noon;
}

// One cache for all threads of a benchmark and all benchmarks.
KeyCache& SharedCache() {
  static KeyCache& cache = *[] {
    KeyCacheOptions options;
    options.allow_unlocked_memory = true;
    return KeyCache::Create(options, Clock::Real()).value().release();
  }();
  return cache;
}

KeyOrigin OriginOf(uint64_t generation) {
  KeyOrigin origin;
  origin.generation = generation;
  origin.created = Noon();
  return origin;
}

SigningKeySpec Spec() { return {kSecret, kDate, "us-east-1", "s3"}; }

// Threads hit the same key, or with an argument each its own of so many.
void BM_Hit(benchmark::State& state) {
  KeyCache& cache = SharedCache();
  const uint64_t keys = std::max<uint64_t>(1, static_cast<uint64_t>(state.range(0)));
  CachedKey key;
  for (uint64_t generation = 1; generation <= keys; ++generation) {
    cache.GetOrDerive(OriginOf(generation), Spec(), Noon(), &key).IgnoreError();
  }
  uint64_t i = static_cast<uint64_t>(state.thread_index()) * 7919;
  for (auto _ : state) {
    const absl::Status status = cache.GetOrDerive(OriginOf(1 + i++ % keys), Spec(), Noon(), &key);
    benchmark::DoNotOptimize(status.ok());
  }
}
BENCHMARK(BM_Hit)->Arg(1)->Arg(1000)->ThreadRange(1, 2)->UseRealTime();

// A new generation each time: derive, and evict once the cache is full.
void BM_Miss(benchmark::State& state) {
  KeyCache& cache = SharedCache();
  uint64_t generation = (uint64_t{1} << 40) * static_cast<uint64_t>(state.thread_index() + 1);
  CachedKey key;
  for (auto _ : state) {
    const absl::Status status = cache.GetOrDerive(OriginOf(++generation), Spec(), Noon(), &key);
    benchmark::DoNotOptimize(status.ok());
  }
}
BENCHMARK(BM_Miss)->ThreadRange(1, 2)->UseRealTime();

void BM_HitLatest(benchmark::State& state) {
  KeyCache& cache = SharedCache();
  const LatestKeyId id = {"dev", kDate, "us-east-1", "s3"};
  const auto loader = [] { return LoadedKey{OriginOf(1), DeriveSigningKey(Spec())}; };
  CachedKey key;
  for (auto _ : state) {
    const absl::Status status =
        cache.GetOrLoadLatest(id, Noon(), absl::InfiniteFuture(), loader, &key);
    benchmark::DoNotOptimize(status.ok());
  }
}
BENCHMARK(BM_HitLatest)->ThreadRange(1, 2)->UseRealTime();

}  // namespace
}  // namespace signet
