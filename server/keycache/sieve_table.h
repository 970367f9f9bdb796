// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_KEYCACHE_SIEVE_TABLE_H_
#define SIGNET_SERVER_KEYCACHE_SIEVE_TABLE_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "absl/container/flat_hash_set.h"
#include "absl/functional/function_ref.h"

namespace signet {

// A hash table of at most `capacity` slots that never move. It is a set of slot
// numbers; what a slot holds is the owner's business. When it is full, SIEVE picks
// what goes: one bit a slot, set when the slot is used, and a hand that walks from
// the oldest slot to the newest, clears set bits and stops at the first clear one
// (Zhang et al., NSDI 2024). Using a slot therefore moves nothing.
//
// Slot has bool Matches(const View&) const for each View it is looked up by. Not
// thread-safe but for this: const functions may run at the same time.
template <typename Slot>
class SieveTable {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  explicit SieveTable(uint32_t capacity)
      : capacity_(capacity),
        nodes_(new Node[capacity]),
        index_(0, Hash{nodes_.get()}, Equal{nodes_.get()}) {
    index_.reserve(capacity);
    for (uint32_t i = 0; i < capacity; ++i) {
      nodes_[i].newer = i + 1 < capacity ? i + 1 : kNone;
    }
    free_ = 0;
  }

  uint32_t capacity() const { return capacity_; }
  size_t size() const { return index_.size(); }
  static constexpr size_t SlotBytes() { return sizeof(Node); }

  Slot& operator[](uint32_t i) { return nodes_[i].slot; }
  const Slot& operator[](uint32_t i) const { return nodes_[i].slot; }

  bool IsUsed(uint32_t i) const { return VersionOf(i) % 2 != 0; }

  // Changes whenever the slot is taken or given up; odd while it is used. May be
  // called at any time.
  uint32_t VersionOf(uint32_t i) const { return nodes_[i].version.load(std::memory_order_acquire); }

  // The slot that matches `view`, whose hash is `hash`; kNone without one.
  template <typename View>
  uint32_t Find(const View& view, size_t hash) const {
    const Lookup<View> lookup = {view, hash};
    // Both lines that the index will ask for, at once.
    index_.prefetch(lookup);
    const auto found = index_.find(lookup);
    return found == index_.end() ? kNone : *found;
  }

  // Remembers that the slot was used. Writes only where that is news, so that
  // readers of one slot do not take its cache line from each other. May be called at
  // any time.
  void Touch(uint32_t i) const {
    std::atomic<bool>& visited = nodes_[i].visited;
    if (!visited.load(std::memory_order_relaxed)) {
      visited.store(true, std::memory_order_relaxed);
    }
  }

  // A slot for a key with that hash, which is not in the table; the caller fills it
  // at once. A full table first gives up a slot, after `on_evict` saw it.
  uint32_t Insert(size_t hash, absl::FunctionRef<void(uint32_t)> on_evict) {
    if (free_ == kNone) {
      const uint32_t victim = PickVictim();
      on_evict(victim);
      Erase(victim);
    }
    const uint32_t i = free_;
    Node& node = nodes_[i];
    free_ = node.newer;
    node.hash = hash;
    node.version.fetch_add(1, std::memory_order_release);
    node.visited.store(false, std::memory_order_relaxed);
    node.older = newest_;
    node.newer = kNone;
    (newest_ == kNone ? oldest_ : nodes_[newest_].newer) = i;
    newest_ = i;
    index_.insert(i);
    return i;
  }

  void Erase(uint32_t i) {
    index_.erase(i);
    Node& node = nodes_[i];
    if (hand_ == i) {
      hand_ = node.newer;
    }
    (node.older == kNone ? oldest_ : nodes_[node.older].newer) = node.newer;
    (node.newer == kNone ? newest_ : nodes_[node.newer].older) = node.older;
    node.version.fetch_add(1, std::memory_order_release);
    node.newer = free_;
    free_ = i;
  }

 private:
  struct Node {
    Slot slot;
    size_t hash = 0;
    uint32_t older = kNone;
    // In a free node, the next free one.
    uint32_t newer = kNone;
    std::atomic<uint32_t> version{0};
    mutable std::atomic<bool> visited{false};
  };

  template <typename View>
  struct Lookup {
    const View& view;
    size_t hash;
  };

  struct Hash {
    using is_transparent = void;
    const Node* nodes;
    size_t operator()(uint32_t i) const { return nodes[i].hash; }
    template <typename View>
    size_t operator()(const Lookup<View>& lookup) const {
      return lookup.hash;
    }
  };

  struct Equal {
    using is_transparent = void;
    const Node* nodes;
    bool operator()(uint32_t a, uint32_t b) const { return a == b; }
    template <typename View>
    bool operator()(uint32_t i, const Lookup<View>& lookup) const {
      return nodes[i].hash == lookup.hash && nodes[i].slot.Matches(lookup.view);
    }
    template <typename View>
    bool operator()(const Lookup<View>& lookup, uint32_t i) const {
      return (*this)(i, lookup);
    }
  };

  uint32_t PickVictim() {
    uint32_t i = hand_ == kNone ? oldest_ : hand_;
    while (nodes_[i].visited.load(std::memory_order_relaxed)) {
      nodes_[i].visited.store(false, std::memory_order_relaxed);
      i = nodes_[i].newer == kNone ? oldest_ : nodes_[i].newer;
    }
    hand_ = i;
    return i;
  }

  const uint32_t capacity_;
  const std::unique_ptr<Node[]> nodes_;
  absl::flat_hash_set<uint32_t, Hash, Equal> index_;
  uint32_t free_ = kNone;
  uint32_t oldest_ = kNone;
  uint32_t newest_ = kNone;
  // Where the search for the next victim goes on; kNone is the oldest.
  uint32_t hand_ = kNone;
};

}  // namespace signet

#endif  // SIGNET_SERVER_KEYCACHE_SIEVE_TABLE_H_
