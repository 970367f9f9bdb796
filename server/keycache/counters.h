// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_KEYCACHE_COUNTERS_H_
#define SIGNET_SERVER_KEYCACHE_COUNTERS_H_

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "server/keycache/thread_stripe.h"

namespace signet {

// What the cache counts.
enum class KeyEvent {
  kHit,
  kFrontHit,
  kMiss,
  kLoad,
  kLoadError,
  kWait,
  kBypass,
  kEviction,
  kExpiry,
  kRevokedHit,
};

// A counter for each event. Threads count in different cache lines, as a hit would
// otherwise wait for the line that all threads write; and who has a line alone counts
// without an atomic addition.
class KeyCounters {
 public:
  void Count(KeyEvent event, uint64_t by = 1) {
    const uint32_t stripe = ThreadStripe();
    std::atomic<uint64_t>& count = stripes_[stripe].counts[static_cast<size_t>(event)];
    if (stripe == 0) {
      count.fetch_add(by, std::memory_order_relaxed);
    } else {
      count.store(count.load(std::memory_order_relaxed) + by, std::memory_order_relaxed);
    }
  }

  uint64_t Sum(KeyEvent event) const {
    uint64_t sum = 0;
    for (const Stripe& stripe : stripes_) {
      sum += stripe.counts[static_cast<size_t>(event)].load(std::memory_order_relaxed);
    }
    return sum;
  }

 private:
  static constexpr size_t kEvents = static_cast<size_t>(KeyEvent::kRevokedHit) + 1;

  struct alignas(64) Stripe {
    std::array<std::atomic<uint64_t>, kEvents> counts = {};
  };

  std::array<Stripe, kThreadStripes> stripes_;
};

}  // namespace signet

#endif  // SIGNET_SERVER_KEYCACHE_COUNTERS_H_
