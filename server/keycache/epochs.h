// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_KEYCACHE_EPOCHS_H_
#define SIGNET_SERVER_KEYCACHE_EPOCHS_H_

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace signet {

// Counters that tell whether what is known of a generation may be out of date: read
// one before looking, keep its value with what was seen, and look again once it
// differs. Whoever changes something changes it first, then advances. Generations
// share counters, which costs a look too many now and then, never one too few. Safe
// for concurrent use.
class Epochs {
 public:
  uint32_t Of(uint64_t generation) const {
    return counters_[generation % kCounters].load(std::memory_order_acquire);
  }

  void Advance(uint64_t generation) {
    counters_[generation % kCounters].fetch_add(1, std::memory_order_acq_rel);
  }

  void AdvanceAll() {
    for (std::atomic<uint32_t>& counter : counters_) {
      counter.fetch_add(1, std::memory_order_acq_rel);
    }
  }

 private:
  static constexpr size_t kCounters = 1024;

  std::array<std::atomic<uint32_t>, kCounters> counters_ = {};
};

}  // namespace signet

#endif  // SIGNET_SERVER_KEYCACHE_EPOCHS_H_
