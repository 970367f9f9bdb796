// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_POLICY_RATE_LIMITER_H_
#define SIGNET_SERVER_POLICY_RATE_LIMITER_H_

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/hash/hash.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "server/base/mutex.h"
#include "server/policy/rule.h"

namespace signet {

// How much of their rates callers have used: a bucket of tokens for each rule
// and caller. Outlives policies, so that a reload fills no bucket. Safe for
// concurrent use; threads meet only where the same part of the names is asked for.
class RateLimiter {
 public:
  // Buckets held at once; those that are full again are dropped first.
  static constexpr size_t kMostBuckets = size_t{1} << 16;

  // Takes one token. Nothing when there was one, else how long until there is.
  // Where no bucket can be held any more there is none for a second. `now` never
  // goes back.
  std::optional<absl::Duration> Take(absl::string_view rule, const RateLimit& rate,
                                     absl::string_view caller, absl::Duration now);

  // Buckets held.
  size_t size() const;

 private:
  using Name = std::pair<absl::string_view, absl::string_view>;
  using OwnName = std::pair<std::string, std::string>;
  struct NameHash {
    using is_transparent = void;
    size_t operator()(const Name& name) const { return absl::Hash<Name>()(name); }
  };
  struct NameEq {
    using is_transparent = void;
    bool operator()(const Name& a, const Name& b) const { return a == b; }
  };
  struct Shard {
    mutable Mutex mu;
    // When a bucket will be full again.
    absl::flat_hash_map<OwnName, absl::Duration, NameHash, NameEq> full_at ABSL_GUARDED_BY(mu);
    absl::Duration next_sweep ABSL_GUARDED_BY(mu) = -absl::InfiniteDuration();
  };
  static constexpr size_t kShards = 16;

  // Makes room by dropping full buckets, at most once a second. False: there is none.
  static bool HasRoom(Shard* shard, absl::Duration now) ABSL_EXCLUSIVE_LOCKS_REQUIRED(shard->mu);

  std::array<Shard, kShards> shards_;
};

}  // namespace signet

#endif  // SIGNET_SERVER_POLICY_RATE_LIMITER_H_
