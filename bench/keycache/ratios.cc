// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// How much of a trace each policy answers, all by simple implementations of their own
// definitions; ours is the table that the cache uses.

#include <array>
#include <cstdint>
#include <list>
#include <map>
#include <unordered_map>
#include <vector>

#include "absl/strings/str_cat.h"
#include "bench/keycache/figures.h"
#include "bench/keycache/keys.h"
#include "server/keycache/sieve_table.h"

namespace signet {
namespace {

using Trace = std::vector<uint32_t>;

// True for each policy: Use(key) says whether the key was there, and it is afterwards.

class Sieve {
 public:
  explicit Sieve(size_t capacity) : table_(static_cast<uint32_t>(capacity)) {}
  bool Use(uint32_t key) {
    const size_t hash = key * size_t{0x9e3779b97f4a7c15};
    const uint32_t found = table_.Find(key, hash);
    if (found != SieveTable<Slot>::kNone) {
      table_.Touch(found);
      return true;
    }
    table_[table_.Insert(hash, [](uint32_t) {})].key = key;
    return false;
  }

 private:
  struct Slot {
    bool Matches(uint32_t other) const { return key == other; }
    uint32_t key = 0;
  };
  SieveTable<Slot> table_;
};

class Lru {
 public:
  explicit Lru(size_t capacity) : capacity_(capacity) {}
  bool Use(uint32_t key) {
    if (Touch(key)) {
      return true;
    }
    Insert(key);
    return false;
  }
  bool Touch(uint32_t key) {
    const auto found = places_.find(key);
    if (found == places_.end()) {
      return false;
    }
    order_.splice(order_.begin(), order_, found->second);
    return true;
  }
  // Returns what had to go, or `key` itself where nothing had to.
  uint32_t Insert(uint32_t key) {
    order_.push_front(key);
    places_[key] = order_.begin();
    if (order_.size() <= capacity_) {
      return key;
    }
    const uint32_t victim = order_.back();
    Erase(victim);
    return victim;
  }
  void Erase(uint32_t key) {
    order_.erase(places_[key]);
    places_.erase(key);
  }
  uint32_t Last() const { return order_.back(); }
  bool is_full() const { return order_.size() >= capacity_; }

 private:
  const size_t capacity_;
  std::list<uint32_t> order_;
  std::unordered_map<uint32_t, std::list<uint32_t>::iterator> places_;
};

// A fifth on probation, the rest protected.
class Slru {
 public:
  explicit Slru(size_t capacity)
      : probation_(capacity - capacity * 4 / 5), protected_(capacity * 4 / 5) {}
  bool Use(uint32_t key) {
    if (protected_.Touch(key)) {
      return true;
    }
    if (probation_.Touch(key)) {
      probation_.Erase(key);
      const uint32_t demoted = protected_.Insert(key);
      if (demoted != key) {
        probation_.Insert(demoted);
      }
      return true;
    }
    probation_.Insert(key);
    return false;
  }
  uint32_t Last() const { return probation_.Last(); }
  bool is_full() const { return probation_.is_full(); }

 private:
  Lru probation_;
  Lru protected_;
};

// The least often used goes, of several the one used longest ago.
class Lfu {
 public:
  explicit Lfu(size_t capacity) : capacity_(capacity) {}
  bool Use(uint32_t key) {
    const auto found = uses_.find(key);
    const bool is_hit = found != uses_.end();
    if (is_hit) {
      order_.erase(found->second);
      found->second = {found->second.first + 1, ++clock_};
    } else {
      if (uses_.size() == capacity_) {
        uses_.erase(order_.begin()->second);
        order_.erase(order_.begin());
      }
      uses_[key] = {1, ++clock_};
    }
    order_[uses_[key]] = key;
    return is_hit;
  }

 private:
  using Rank = std::pair<uint64_t, uint64_t>;
  const size_t capacity_;
  uint64_t clock_ = 0;
  std::unordered_map<uint32_t, Rank> uses_;
  std::map<Rank, uint32_t> order_;
};

// A window of a hundredth, then an SLRU that lets in only what was seen more often than
// what it would throw out; counts are halved now and then (Einziger et al., 2017).
class TinyLfu {
 public:
  explicit TinyLfu(size_t capacity)
      : sample_(capacity * 10),
        window_(capacity / 100 + 1),
        main_(capacity - capacity / 100 - 1),
        counts_(capacity * 16) {}
  bool Use(uint32_t key) {
    Count(key);
    if (window_.Touch(key)) {
      return true;
    }
    if (in_main_.count(key) != 0) {
      // A demoted key may have fallen off; then it is a miss after all.
      return main_.Use(key);
    }
    const uint32_t candidate = window_.Insert(key);
    if (candidate != key && (!main_.is_full() || Seen(candidate) > Seen(main_.Last()))) {
      if (main_.is_full()) {
        in_main_.erase(main_.Last());
      }
      main_.Use(candidate);
      in_main_[candidate] = true;
    }
    return false;
  }

 private:
  size_t Place(uint32_t key, uint64_t row) const {
    return static_cast<size_t>((key + row) * 0x9e3779b97f4a7c15 >> 20) % counts_.size();
  }
  uint8_t Seen(uint32_t key) const {
    return std::min(counts_[Place(key, 0)], counts_[Place(key, 1000003)]);
  }
  void Count(uint32_t key) {
    for (const uint64_t row : {0, 1000003}) {
      uint8_t& count = counts_[Place(key, row)];
      count = static_cast<uint8_t>(std::min(count + 1, 15));
    }
    if (++seen_ % sample_ == 0) {
      for (uint8_t& count : counts_) {
        count /= 2;
      }
    }
  }

  const size_t sample_;
  size_t seen_ = 0;
  Lru window_;
  Slru main_;
  std::unordered_map<uint32_t, bool> in_main_;
  std::vector<uint8_t> counts_;
};

template <typename Policy>
double HitPercent(const Trace& trace, size_t capacity) {
  Policy policy(capacity);
  size_t hits = 0;
  for (const uint32_t key : trace) {
    hits += policy.Use(key) ? 1 : 0;
  }
  return 100 * static_cast<double>(hits) / static_cast<double>(trace.size());
}

void PrintTrace(absl::string_view name, const Trace& trace, size_t capacity) {
  const double ours = HitPercent<Sieve>(trace, capacity);
  const std::pair<const char*, double> others[] = {
      {"lru", HitPercent<Lru>(trace, capacity)},
      {"slru", HitPercent<Slru>(trace, capacity)},
      {"lfu", HitPercent<Lfu>(trace, capacity)},
      {"tinylfu", HitPercent<TinyLfu>(trace, capacity)}};
  for (const auto& [policy, percent] : others) {
    Figure figure;
    figure.name = absl::StrCat("hit_ratio_", name, "_sieve_vs_", policy);
    figure.samples = {ours};
    figure.against_samples = {percent};
    figure.unit = "%";
    figure.better = "higher";
    Print(figure);
  }
}

}  // namespace

void PrintHitRatios(bool is_quick) {
  const size_t length = is_quick ? 200000 : 1000000;
  constexpr size_t kKeys = 10000;
  const Trace zipf = ZipfTrace(kKeys, length, 1.0, 1);
  // Every tenth stretch is a walk over keys that are used once, as by a scan.
  Trace scan = zipf;
  uint32_t next = kKeys;
  for (size_t i = 0; i < scan.size(); ++i) {
    if (i / 1000 % 10 == 9) {
      scan[i] = next++;
    }
  }
  for (const size_t capacity : {300, 1000, 3000}) {
    PrintTrace(absl::StrCat("zipf_", capacity), zipf, capacity);
    PrintTrace(absl::StrCat("scan_", capacity), scan, capacity);
  }
}

}  // namespace signet
