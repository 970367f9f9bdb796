// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_KEYCACHE_THREAD_STRIPE_H_
#define SIGNET_SERVER_KEYCACHE_THREAD_STRIPE_H_

#include <cstdint>

namespace signet {

// Numbers for threads, so that each can have a cache line of its own to write. The first
// few that live at a time have one from 1 to kThreadStripes - 1 to themselves; the others
// share 0.
inline constexpr uint32_t kThreadStripes = 8;

namespace internal {
inline constexpr uint32_t kNoStripe = UINT32_MAX;
// Constant initialisation: reading it takes no call.
inline thread_local constinit uint32_t thread_stripe = kNoStripe;
uint32_t AssignThreadStripe();
}  // namespace internal

inline uint32_t ThreadStripe() {
  const uint32_t stripe = internal::thread_stripe;
  return stripe != internal::kNoStripe ? stripe : internal::AssignThreadStripe();
}

}  // namespace signet

#endif  // SIGNET_SERVER_KEYCACHE_THREAD_STRIPE_H_
