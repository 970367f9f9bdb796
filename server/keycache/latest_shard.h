// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_KEYCACHE_LATEST_SHARD_H_
#define SIGNET_SERVER_KEYCACHE_LATEST_SHARD_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/strings/string_view.h"
#include "server/keycache/key_cache.h"
#include "server/keycache/name_bytes.h"
#include "server/keycache/sieve_table.h"
#include "server/keycache/striped_mutex.h"

namespace signet {

size_t HashOfLatest(const LatestKeyId& id);

// Which generation is the latest for one id.
struct LatestSlot {
  bool Matches(const LatestKeyId& id) const {
    return IsSame(credential, id.credential) && IsSame(date, id.date) &&
           IsSame(region, id.region) && IsSame(service, id.service);
  }
  static bool IsSame(absl::string_view a, absl::string_view b) {
    return a.size() == b.size() && EqualNameBytes(a.data(), b.data(), a.size());
  }

  std::string credential;
  std::string date;
  std::string region;
  std::string service;
  uint64_t generation = 0;
  // Where that version is revoked: when a newer one may be asked for, in Unix
  // nanoseconds.
  int64_t retry_at = 0;
};

// A bounded part of the mapping from ids to their latest generation. Safe for
// concurrent use.
class LatestShard {
 public:
  // The times so far that all or some were forgotten.
  using ForgetCount = std::atomic<uint64_t>;

  LatestShard(uint32_t capacity, const ForgetCount& forgets);

  // False where nothing is known of `id`.
  bool Find(const LatestKeyId& id, size_t hash, uint64_t* generation, int64_t* retry_at) const;

  // Not where something was forgotten since `forgets_seen`.
  void Set(const LatestKeyId& id, size_t hash, uint64_t generation, int64_t retry_at,
           uint64_t forgets_seen);

  // Sets `retry_at`, if there is such a mapping.
  void Postpone(const LatestKeyId& id, size_t hash, int64_t retry_at);

  // Forgets the mappings of a credential; of all credentials if it is empty.
  void Forget(absl::string_view credential);

 private:
  const uint32_t capacity_;
  const ForgetCount& forgets_;
  mutable StripedMutex mu_;
  // Made when it is first needed: whoever has the version at hand never asks for
  // the latest.
  std::optional<SieveTable<LatestSlot>> table_ ABSL_GUARDED_BY(mu_);
};

}  // namespace signet

#endif  // SIGNET_SERVER_KEYCACHE_LATEST_SHARD_H_
