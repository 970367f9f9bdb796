// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_BENCH_KEYCACHE_KEYS_H_
#define SIGNET_BENCH_KEYCACHE_KEYS_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "server/base/clock.h"
#include "server/keycache/key_cache.h"

namespace signet {

// Half an hour before the midnight that ends kDay.
inline const absl::Time kEvening =
    absl::FromCivil(absl::CivilMinute(2026, 11, 30, 23, 30), absl::UTCTimeZone());
inline constexpr char kDay[] = "20261130";
inline constexpr char kNextDay[] = "20261201";

// What a caller has in hand for a key, in memory of its own as in a request.
struct BenchKey {
  KeyMeta MetaOn(absl::string_view date) const { return {generation, date, region, service}; }
  KeyMeta Meta() const { return MetaOn(kDay); }

  uint64_t generation;
  std::string region;
  std::string service;
};

// `count` keys of as many generations in some regions and services.
std::vector<BenchKey> MakeKeys(size_t count);

// `length` numbers below `count`: number i with a weight of 1 / (i + 1)^exponent, in an
// order that the seed decides; which key is how popular is shuffled.
std::vector<uint32_t> ZipfTrace(size_t count, size_t length, double exponent, uint64_t seed);

// The key that stands for all: what deriving costs is measured by itself.
LoadedKey SampleKey(uint64_t generation);

std::unique_ptr<KeyCache> MakeCache(const KeyCacheOptions& options);
KeyCacheOptions BenchOptions();

// Puts them in.
void Fill(KeyCache* cache, const std::vector<BenchKey>& keys, absl::string_view date);

}  // namespace signet

#endif  // SIGNET_BENCH_KEYCACHE_KEYS_H_
