// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// Other ways to hold signing keys, each as simple as it is usually written, against the
// cache with a front: a hot key, and keys by a trace.

#include <array>
#include <atomic>
#include <deque>
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
#include "server/keycache/key_shard.h"
#include "server/sigv4/signing_key.h"

namespace signet {
namespace {

constexpr size_t kTraceLength = size_t{1} << 16;

// What a miss costs where a key is derived again.
PlainKey Derive(const KeyMeta& meta) {
  const SigningKey signing_key = DeriveSigningKey(
      {"wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", meta.date, meta.region, meta.service});
  PlainKey key = {};
  key.material.signing_key = signing_key.Reveal();
  key.material.hmac_key = MakeHmacSha256Key(absl::MakeConstSpan(signing_key.Reveal()));
  key.generation = meta.generation;
  return key;
}

// The key used last, as the C and Go SDKs' signers of old kept it.
class SingleSlot {
 public:
  void Get(const KeyMeta& meta, PlainKey* key) {
    const std::lock_guard<std::mutex> lock(mu_);
    if (key_.generation != meta.generation || date_ != meta.date || region_ != meta.region ||
        service_ != meta.service) {
      key_ = Derive(meta);
      date_ = std::string(meta.date);
      region_ = std::string(meta.region);
      service_ = std::string(meta.service);
    }
    *key = key_;
  }

 private:
  std::mutex mu_;
  PlainKey key_ = {};
  std::string date_;
  std::string region_;
  std::string service_;
};

// One map under a lock; `Shared` where hits take the reader's side.
template <typename Lock, typename Shared>
class LockedMap {
 public:
  void Get(const KeyMeta& meta, PlainKey* key) {
    {
      const Shared lock(mu_);
      if (map_.Find(meta, key)) {
        return;
      }
    }
    *key = Derive(meta);
    const std::lock_guard<Lock> lock(mu_);
    map_.Insert(meta, *key);
  }

 private:
  Lock mu_;
  UnlockedMap map_;
};

using OneMutex = LockedMap<std::mutex, std::lock_guard<std::mutex>>;
using OneReaderLock = LockedMap<std::shared_mutex, std::shared_lock<std::shared_mutex>>;

class ShardedReaderLocks {
 public:
  void Get(const KeyMeta& meta, PlainKey* key) { shards_[HashOfKey(meta) >> 60].Get(meta, key); }

 private:
  std::array<OneReaderLock, 16> shards_;
};

// An array searched from end to end, the oldest written over.
class FixedArray {
 public:
  void Get(const KeyMeta& meta, PlainKey* key) {
    const std::lock_guard<std::mutex> lock(mu_);
    for (const Entry& entry : entries_) {
      if (entry.key.generation == meta.generation && entry.date == meta.date &&
          entry.region == meta.region && entry.service == meta.service) {
        *key = entry.key;
        return;
      }
    }
    *key = Derive(meta);
    entries_[next_++ % entries_.size()] = {*key, std::string(meta.date), std::string(meta.region),
                                           std::string(meta.service)};
  }

 private:
  struct Entry {
    PlainKey key = {};
    std::string date;
    std::string region;
    std::string service;
  };
  std::mutex mu_;
  std::array<Entry, 64> entries_;
  size_t next_ = 0;
};

// As the Java SDK: 300 keys in the order they came, under a reader/writer lock.
class Fifo300 {
 public:
  void Get(const KeyMeta& meta, PlainKey* key) {
    {
      const std::shared_lock<std::shared_mutex> lock(mu_);
      if (map_.Find(meta, key)) {
        return;
      }
    }
    *key = Derive(meta);
    const std::lock_guard<std::shared_mutex> lock(mu_);
    map_.Insert(meta, *key);
    order_.push_back(meta.generation);
    if (order_.size() > 300) {
      const uint64_t oldest = order_.front();
      order_.pop_front();
      map_.EraseIf([oldest](uint64_t generation) { return generation == oldest; });
    }
  }

 private:
  std::shared_mutex mu_;
  UnlockedMap map_;
  std::deque<uint64_t> order_;
};

// Readers go by a pointer to a map that never changes; a writer copies it all. Maps of
// before are kept, so this shows the reader's cost, not one that could be shipped.
class Snapshot {
 public:
  Snapshot() { Publish(std::make_unique<UnlockedMap>()); }
  void Get(const KeyMeta& meta, PlainKey* key) {
    if (current_.load(std::memory_order_acquire)->Find(meta, key)) {
      return;
    }
    *key = Derive(meta);
    const std::lock_guard<std::mutex> lock(mu_);
    auto next = std::make_unique<UnlockedMap>(*current_.load());
    next->Insert(meta, *key);
    Publish(std::move(next));
  }

 private:
  void Publish(std::unique_ptr<UnlockedMap> map) {
    current_.store(map.get(), std::memory_order_release);
    maps_.push_back(std::move(map));
  }
  std::mutex mu_;
  std::atomic<const UnlockedMap*> current_{nullptr};
  std::vector<std::unique_ptr<UnlockedMap>> maps_;
};

// Ours, without a front.
class NoFront {
 public:
  NoFront() : cache_(MakeCache(BenchOptions())) {}
  void Get(const KeyMeta& meta, CachedKey* key) {
    const auto loader = [&] { return SampleKey(meta.generation); };
    Keep(cache_->GetOrLoad(meta, kEvening, absl::InfiniteFuture(), loader, key));
  }

 private:
  const std::unique_ptr<KeyCache> cache_;
};

struct Load {
  std::string name;
  int threads;
  std::vector<BenchKey> keys;
  std::vector<uint32_t> trace;
};

template <typename Key, typename Get>
Work WorkOf(const Load& load, Get get) {
  return [&load, get](int thread, uint64_t operations) {
    const size_t start = static_cast<size_t>(thread) * 7919;
    Key key;
    for (uint64_t i = 0; i < operations; ++i) {
      get(thread, load.keys[load.trace[(start + i) % kTraceLength]].Meta(), &key);
      Keep(key);
    }
  };
}

template <typename Store, typename Key = PlainKey>
void PrintStore(absl::string_view name, const Load& load, const Effort& effort) {
  const std::unique_ptr<KeyCache> cache = MakeCache(BenchOptions());
  Fill(cache.get(), load.keys, kDay);
  std::vector<std::unique_ptr<KeyCacheFront>> fronts;
  fronts.reserve(static_cast<size_t>(load.threads));
  for (int i = 0; i < load.threads; ++i) {
    fronts.push_back(KeyCacheFront::Create(cache.get()).value());
  }
  Store store;
  Key key;
  for (const BenchKey& bench_key : load.keys) {
    store.Get(bench_key.Meta(), &key);
  }
  Figure figure =
      Compare(absl::StrCat("store_", name, "_", load.name), load.threads, effort,
              WorkOf<CachedKey>(load,
                                [&](int thread, const KeyMeta& meta, CachedKey* out) {
                                  const auto loader = [&] { return SampleKey(meta.generation); };
                                  Keep(fronts[static_cast<size_t>(thread)]->GetOrLoad(
                                      meta, kEvening, absl::InfiniteFuture(), loader, out));
                                }),
              WorkOf<Key>(load, [&](int, const KeyMeta& meta, Key* out) { store.Get(meta, out); }));
  figure.is_inverse = true;
  figure.better = "higher";
  Print(figure);
}

}  // namespace

void PrintStoreFigures(const Effort& effort) {
  Effort wall = effort;
  wall.timer = Timer::kWall;
  wall.pairs = 6;
  wall.seconds = effort.seconds / 2;
  std::vector<Load> loads;
  for (const int threads : {1, 2}) {
    loads.push_back({absl::StrCat("hot_", threads, "t"), threads, MakeKeys(1),
                     std::vector<uint32_t>(kTraceLength, 0)});
    loads.push_back({absl::StrCat("zipf1000_", threads, "t"), threads, MakeKeys(1000),
                     ZipfTrace(1000, kTraceLength, 1.0, 1)});
  }
  for (const Load& load : loads) {
    PrintStore<SingleSlot>("single_slot", load, wall);
    PrintStore<OneMutex>("one_mutex", load, wall);
    PrintStore<FixedArray>("fixed_array_fifo", load, wall);
    PrintStore<Fifo300>("fifo_300", load, wall);
    PrintStore<OneReaderLock>("one_reader_lock", load, wall);
    PrintStore<ShardedReaderLocks>("sharded_reader_locks", load, wall);
    PrintStore<Snapshot>("snapshot", load, wall);
    PrintStore<NoFront, CachedKey>("no_front", load, wall);
  }
}

}  // namespace signet
