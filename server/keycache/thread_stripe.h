// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_KEYCACHE_THREAD_STRIPE_H_
#define SIGNET_SERVER_KEYCACHE_THREAD_STRIPE_H_

#include <atomic>
#include <cstdint>

namespace signet {

// A small number for the calling thread, always the same: threads that write
// "their" cache line of several do not wait for each other's.
inline uint32_t ThreadStripe() {
  static std::atomic<uint32_t> next_thread{1};
  // Constant initialisation: reading it costs no call.
  static thread_local uint32_t stripe = 0;
  if (stripe == 0) {
    stripe = next_thread.fetch_add(1, std::memory_order_relaxed);
  }
  return stripe;
}

}  // namespace signet

#endif  // SIGNET_SERVER_KEYCACHE_THREAD_STRIPE_H_
