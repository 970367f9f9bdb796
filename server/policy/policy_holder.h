// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_POLICY_POLICY_HOLDER_H_
#define SIGNET_SERVER_POLICY_POLICY_HOLDER_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "server/base/mutex.h"
#include "server/policy/policy.h"
#include "server/policy/rate_limiter.h"

namespace signet {

// The policy in force. A call takes the snapshot once and decides by it to its
// end; a reload swaps in the next one. Safe for concurrent use.
class PolicyHolder {
 public:
  explicit PolicyHolder(std::shared_ptr<const Policy> policy) : policy_(std::move(policy)) {}

  std::shared_ptr<const Policy> Get() const {
    ReaderLock lock(&mu_);
    return policy_;
  }

  void Set(std::shared_ptr<const Policy> policy) {
    {
      WriterLock lock(&mu_);
      policy_.swap(policy);
      version_.fetch_add(1, std::memory_order_release);
    }
    // The old one goes here, outside the lock.
  }

  // Another number after each Set(): for what goes on while policies change.
  uint64_t version() const { return version_.load(std::memory_order_acquire); }

  // What callers have used of their rates, by whichever policy.
  RateLimiter& rates() const { return rates_; }

 private:
  mutable RateLimiter rates_;
  mutable SharedMutex mu_;
  std::atomic<uint64_t> version_ = 0;
  std::shared_ptr<const Policy> policy_ ABSL_GUARDED_BY(mu_);
};

}  // namespace signet

#endif  // SIGNET_SERVER_POLICY_POLICY_HOLDER_H_
