// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_BENCH_KEYCACHE_UNLOCKED_MAP_H_
#define SIGNET_BENCH_KEYCACHE_UNLOCKED_MAP_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "absl/base/attributes.h"
#include "absl/container/flat_hash_map.h"
#include "absl/hash/hash.h"
#include "server/keycache/cached_key.h"
#include "server/keycache/key_cache.h"

namespace signet {

// What a key is copied out as where a plain map holds it: as much as a CachedKey.
struct PlainKey {
  KeyMaterial material;
  uint64_t generation;
  int64_t created;
  int64_t not_after;
};

// The map that one would write first: Abseil's, found by a structured key without
// building it, the value copied out. No lock, no time, no revocation, no bound: the
// floor that caches are held against.
class UnlockedMap {
 public:
  // Not inlined, as the cache's calls are not: what it costs would otherwise depend on the
  // loop around it, by a factor of two.
  ABSL_ATTRIBUTE_NOINLINE bool Find(const KeyMeta& meta, PlainKey* key) const {
    const auto found = map_.find(meta);
    if (found == map_.end()) {
      return false;
    }
    *key = found->second;
    return true;
  }

  void Insert(const KeyMeta& meta, const PlainKey& key) {
    map_.insert_or_assign(Name{meta.generation, std::string(meta.date), std::string(meta.region),
                               std::string(meta.service)},
                          key);
  }

  template <typename Visit>
  void EraseIf(const Visit& visit) {
    absl::erase_if(map_, [&](const auto& entry) { return visit(entry.first.generation); });
  }

  size_t size() const { return map_.size(); }

 private:
  struct Name {
    uint64_t generation;
    std::string date;
    std::string region;
    std::string service;
  };

  struct Hash {
    using is_transparent = void;
    template <typename N>
    size_t operator()(const N& name) const {
      return absl::HashOf(name.generation, absl::string_view(name.date),
                          absl::string_view(name.region), absl::string_view(name.service));
    }
  };

  struct Equal {
    using is_transparent = void;
    template <typename A, typename B>
    bool operator()(const A& a, const B& b) const {
      return a.generation == b.generation && a.date == b.date && a.region == b.region &&
             a.service == b.service;
    }
  };

  absl::flat_hash_map<Name, PlainKey, Hash, Equal> map_;
};

}  // namespace signet

#endif  // SIGNET_BENCH_KEYCACHE_UNLOCKED_MAP_H_
