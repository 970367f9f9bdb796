// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/keycache/keys.h"

#include <stdio.h>
#include <stdlib.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace signet {
namespace {

constexpr const char* kRegions[] = {"us-east-1", "us-west-2", "eu-central-1", "ap-southeast-2"};
constexpr const char* kServices[] = {"s3", "dynamodb", "execute-api", "sqs"};

}  // namespace

std::vector<BenchKey> MakeKeys(size_t count) {
  std::vector<BenchKey> keys;
  for (size_t i = 0; i < count; ++i) {
    keys.push_back({i + 1, kRegions[i % 4], kServices[i / 4 % 4]});
  }
  return keys;
}

std::vector<uint32_t> ZipfTrace(size_t count, size_t length, double exponent, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<double> sums(count);
  double sum = 0;
  for (size_t i = 0; i < count; ++i) {
    sum += std::pow(static_cast<double>(i + 1), -exponent);
    sums[i] = sum;
  }
  std::vector<uint32_t> names(count);
  std::iota(names.begin(), names.end(), 0u);
  std::shuffle(names.begin(), names.end(), std::mt19937_64(42));
  std::uniform_real_distribution<double> uniform(0, sum);
  std::vector<uint32_t> trace(length);
  for (uint32_t& number : trace) {
    const auto place = std::upper_bound(sums.begin(), sums.end() - 1, uniform(random));
    number = names[static_cast<size_t>(place - sums.begin())];
  }
  return trace;
}

LoadedKey SampleKey(uint64_t generation) {
  KeyOrigin origin;
  origin.generation = generation;
  origin.created = kEvening - absl::Hours(1);
  Sha256Digest bytes = {};
  bytes[0] = static_cast<uint8_t>(generation);
  return {origin, SigningKey(bytes)};
}

KeyCacheOptions BenchOptions() {
  KeyCacheOptions options;
  options.max_entries = 20000;
  options.allow_unlocked_memory = true;
  return options;
}

std::unique_ptr<KeyCache> MakeCache(const KeyCacheOptions& options) {
  auto cache = KeyCache::Create(options, Clock::Real());
  if (!cache.ok()) {
    fprintf(stderr, "%s\n", cache.status().ToString().c_str());
    exit(1);
  }
  return *std::move(cache);
}

void Fill(KeyCache* cache, const std::vector<BenchKey>& keys, absl::string_view date) {
  CachedKey key;
  for (const BenchKey& bench_key : keys) {
    const auto loader = [&] { return SampleKey(bench_key.generation); };
    cache->GetOrLoad(bench_key.MetaOn(date), kEvening, absl::InfiniteFuture(), loader, &key)
        .IgnoreError();
  }
}

}  // namespace signet
