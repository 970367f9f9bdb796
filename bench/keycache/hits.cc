// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "bench/keycache/figures.h"
#include "bench/keycache/keys.h"
#include "bench/keycache/unlocked_map.h"
#include "server/keycache/key_cache_front.h"

namespace signet {
namespace {

constexpr int kThreads = 2;
constexpr size_t kTraceLength = size_t{1} << 18;
// One operation in so many disturbs: by turns a key that is used once, and a
// revocation, after which the key's next use loads it anew.
constexpr uint64_t kDisturbEvery = 100;

std::vector<std::unique_ptr<KeyCacheFront>> MakeFronts(KeyCache* cache) {
  std::vector<std::unique_ptr<KeyCacheFront>> fronts;
  fronts.reserve(kThreads);
  for (int i = 0; i < kThreads; ++i) {
    fronts.push_back(KeyCacheFront::Create(cache).value());
  }
  return fronts;
}

UnlockedMap MakeMap(const std::vector<BenchKey>& keys) {
  UnlockedMap map;
  for (const BenchKey& key : keys) {
    map.Insert(key.Meta(), PlainKey{});
  }
  return map;
}

absl::StatusOr<LoadedKey> NeverLoads() { return absl::InternalError("the loader ran"); }

template <typename Keys>
void HitOne(Keys& keys, const KeyMeta& meta, uint64_t operations) {
  CachedKey key;
  for (uint64_t i = 0; i < operations; ++i) {
    Keep(keys.GetOrLoad(meta, kEvening, absl::InfiniteFuture(), NeverLoads, &key));
    Keep(key);
  }
}

void PrintHot(const Effort& effort) {
  const std::vector<BenchKey> keys = MakeKeys(1000);
  const std::unique_ptr<KeyCache> cache = MakeCache(BenchOptions());
  Fill(cache.get(), keys, kDay);
  const auto fronts = MakeFronts(cache.get());
  const UnlockedMap map = MakeMap(keys);
  for (const int threads : {1, 2}) {
    Figure figure = Compare(
        absl::StrCat("hit_hot_", threads, "t"), threads, effort,
        [&](int thread, uint64_t operations) {
          HitOne(*fronts[static_cast<size_t>(thread)], keys[7].Meta(), operations);
        },
        [&](int, uint64_t operations) {
          const KeyMeta meta = keys[7].Meta();
          PlainKey key;
          for (uint64_t i = 0; i < operations; ++i) {
            Keep(map.Find(meta, &key));
            Keep(key);
          }
        });
    figure.budget = 1.0;
    Print(figure);
  }
}

// Days that follow each other, so that each sample can have its own midnight.
class Days {
 public:
  Days() {
    for (int i = 0; i < kDays; ++i) {
      dates_.push_back(absl::FormatTime("%Y%m%d", At(i), absl::UTCTimeZone()));
    }
  }
  const std::string& Date(int day) const { return dates_[static_cast<size_t>(day)]; }
  absl::Time At(int day) const { return kEvening + absl::Hours(24) * day; }

 private:
  static constexpr int kDays = 2000;
  std::vector<std::string> dates_;
};

// Two threads that use keys by a trace through their fronts, with disturbances and,
// half-way through each run, a midnight.
class DisturbedHits {
 public:
  explicit DisturbedHits(size_t count)
      : keys_(MakeKeys(count)), cache_(MakeCache(BenchOptions())), names_(count) {
    for (size_t i = 0; i < count; ++i) {
      names_[i].generation.store(keys_[i].generation);
      names_[i].region = keys_[i].region;
      names_[i].service = keys_[i].service;
    }
    Fill(cache_.get(), keys_, days_.Date(0));
    fronts_ = MakeFronts(cache_.get());
    for (int thread = 0; thread < kThreads; ++thread) {
      lanes_[static_cast<size_t>(thread)].trace =
          ZipfTrace(count, kTraceLength, 1.0, static_cast<uint64_t>(thread));
    }
  }

  void Run(int thread, uint64_t operations) {
    Lane& lane = lanes_[static_cast<size_t>(thread)];
    KeyCacheFront& front = *fronts_[static_cast<size_t>(thread)];
    UseKeys(lane, front, operations / 2);
    ++lane.day;
    // What the server does each second.
    front.Sweep(days_.At(lane.day));
    if (thread == 0) {
      cache_->Sweep(days_.At(lane.day));
    }
    UseKeys(lane, front, operations - operations / 2);
  }

  const std::vector<BenchKey>& keys() const { return keys_; }
  const std::vector<uint32_t>& trace(int thread) const {
    return lanes_[static_cast<size_t>(thread)].trace;
  }

 private:
  // A BenchKey whose version changes.
  struct SharedName {
    std::atomic<uint64_t> generation{0};
    std::string region;
    std::string service;
  };

  struct alignas(64) Lane {
    std::vector<uint32_t> trace;
    int day = 0;
    uint64_t next = 0;
  };

  void UseKeys(Lane& lane, KeyCacheFront& front, uint64_t operations) {
    const std::string& date = days_.Date(lane.day);
    const absl::Time now = days_.At(lane.day);
    CachedKey key;
    for (uint64_t i = 0; i < operations; ++i) {
      const uint32_t number = lane.trace[lane.next++ % kTraceLength];
      const SharedName& name = names_[number];
      KeyMeta meta = {name.generation.load(std::memory_order_relaxed), date, name.region,
                      name.service};
      if (i % kDisturbEvery == 0) {
        Disturb(i, number, &meta);
      }
      const auto loader = [&] { return SampleKey(meta.generation); };
      Keep(front.GetOrLoad(meta, now, absl::InfiniteFuture(), loader, &key));
      Keep(key);
    }
  }

  void Disturb(uint64_t i, uint32_t number, KeyMeta* meta) {
    const uint64_t fresh = next_generation_.fetch_add(1, std::memory_order_relaxed);
    if (i % (2 * kDisturbEvery) == 0) {
      meta->generation = fresh;
      return;
    }
    names_[number].generation.store(fresh, std::memory_order_relaxed);
    cache_->Revoke(meta->generation);
    meta->generation = fresh;
  }

  const Days days_;
  const std::vector<BenchKey> keys_;
  const std::unique_ptr<KeyCache> cache_;
  std::vector<SharedName> names_;
  std::atomic<uint64_t> next_generation_{1000000};
  std::vector<std::unique_ptr<KeyCacheFront>> fronts_;
  std::array<Lane, kThreads> lanes_;
};

Figure CompareZipf(size_t count, const Effort& effort) {
  DisturbedHits ours(count);
  const UnlockedMap map = MakeMap(ours.keys());
  Effort longer = effort;
  // So that the loads after midnight weigh little, if more than they do in a day.
  longer.seconds *= 8;
  return Compare(
      absl::StrCat("hit_zipf_2t_", count), kThreads, longer,
      [&](int thread, uint64_t operations) { ours.Run(thread, operations); },
      [&](int thread, uint64_t operations) {
        const std::vector<uint32_t>& trace = ours.trace(thread);
        PlainKey key;
        for (uint64_t i = 0; i < operations; ++i) {
          Keep(map.Find(ours.keys()[trace[i % kTraceLength]].Meta(), &key));
          Keep(key);
        }
      });
}

double RatioOf(const Figure& figure) {
  return Median(figure.samples) / Median(figure.against_samples);
}

// Of both sizes, and the worse of the two under the name of the budget.
void PrintZipf(const Effort& effort) {
  Figure worst;
  for (const size_t count : {1000, 10000}) {
    Figure figure = CompareZipf(count, effort);
    figure.budget = 1.3;
    Print(figure);
    if (worst.samples.empty() || RatioOf(figure) > RatioOf(worst)) {
      worst = figure;
    }
  }
  worst.name = "hit_zipf_2t";
  Print(worst);
}

// The path that a front's misses take, against one map under std::shared_mutex.
Figure CompareReaders(absl::string_view name, size_t count, size_t length, const Effort& effort) {
  const std::vector<BenchKey> keys = MakeKeys(count);
  const std::unique_ptr<KeyCache> cache = MakeCache(BenchOptions());
  Fill(cache.get(), keys, kDay);
  const UnlockedMap map = MakeMap(keys);
  std::shared_mutex mu;
  std::vector<std::vector<uint32_t>> traces;
  for (uint64_t thread = 0; thread < kThreads; ++thread) {
    traces.push_back(ZipfTrace(count, length, 1.0, thread));
  }
  return Compare(
      name, kThreads, effort,
      [&](int thread, uint64_t operations) {
        const std::vector<uint32_t>& trace = traces[static_cast<size_t>(thread)];
        CachedKey key;
        for (uint64_t i = 0; i < operations; ++i) {
          Keep(cache->GetOrLoad(keys[trace[i % length]].Meta(), kEvening, absl::InfiniteFuture(),
                                NeverLoads, &key));
          Keep(key);
        }
      },
      [&](int thread, uint64_t operations) {
        const std::vector<uint32_t>& trace = traces[static_cast<size_t>(thread)];
        PlainKey key;
        for (uint64_t i = 0; i < operations; ++i) {
          const std::shared_lock<std::shared_mutex> lock(mu);
          Keep(map.Find(keys[trace[i % length]].Meta(), &key));
          Keep(key);
        }
      });
}

void PrintReaders(const Effort& effort) {
  Figure worst;
  const std::pair<const char*, size_t> sizes[] = {{"reader_path_2t_hot", 1},
                                                  {"reader_path_2t_zipf_10000", 10000}};
  for (const auto& [name, count] : sizes) {
    Figure figure = CompareReaders(name, count, kTraceLength, effort);
    figure.budget = 1.0;
    Print(figure);
    if (worst.samples.empty() || RatioOf(figure) > RatioOf(worst)) {
      worst = figure;
    }
  }
  worst.name = "reader_path_2t";
  Print(worst);
}

}  // namespace

void PrintHitFigures(const Effort& effort) {
  PrintHot(effort);
  PrintZipf(effort);
  PrintReaders(effort);
}

}  // namespace signet
