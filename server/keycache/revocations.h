// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_KEYCACHE_REVOCATIONS_H_
#define SIGNET_SERVER_KEYCACHE_REVOCATIONS_H_

#include <atomic>
#include <cstdint>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_set.h"
#include "server/keycache/striped_mutex.h"

namespace signet {

// The generations revoked so far: 8 bytes each, for as long as the process lives,
// since whoever still holds such a version may come with it at any time. Safe for
// concurrent use.
class Revocations {
 public:
  void Add(uint64_t generation) {
    StripedWriterLock lock(&mu_);
    generations_.insert(generation);
    is_empty_.store(false, std::memory_order_release);
  }

  bool Contains(uint64_t generation) const {
    if (is_empty_.load(std::memory_order_acquire)) {
      return false;
    }
    StripedReaderLock lock(&mu_);
    return generations_.contains(generation);
  }

 private:
  std::atomic<bool> is_empty_{true};
  mutable StripedMutex mu_;
  absl::flat_hash_set<uint64_t> generations_ ABSL_GUARDED_BY(mu_);
};

}  // namespace signet

#endif  // SIGNET_SERVER_KEYCACHE_REVOCATIONS_H_
