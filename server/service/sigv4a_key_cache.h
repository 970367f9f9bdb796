// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SERVICE_SIGV4A_KEY_CACHE_H_
#define SIGNET_SERVER_SERVICE_SIGV4A_KEY_CACHE_H_

#include <cstddef>
#include <cstdint>
#include <memory>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "server/base/mutex.h"
#include "server/credentials/credential_version.h"
#include "server/sigv4/sigv4a.h"

namespace signet {

// Key pairs of SigV4A by generation of the credential version. They have
// neither date, region nor service, so one for each version is all; they are
// never leased. Bounded: when full, the one of the oldest generation goes. Safe
// for concurrent use.
class Sigv4aKeyCache {
 public:
  explicit Sigv4aKeyCache(size_t max_entries) : max_entries_(max_entries) {}

  // The key pair of the version; derived at first use, in this thread.
  absl::StatusOr<std::shared_ptr<const Sigv4aKey>> GetOrDerive(const CredentialVersion& version)
      ABSL_LOCKS_EXCLUDED(mu_);

  // Wipes the key of a version that may not be used any more. True where there was one.
  bool Remove(uint64_t generation) ABSL_LOCKS_EXCLUDED(mu_);

  // Wipes all. Returns how many there were.
  size_t Clear() ABSL_LOCKS_EXCLUDED(mu_);

  size_t size() const ABSL_LOCKS_EXCLUDED(mu_);

 private:
  const size_t max_entries_;
  mutable SharedMutex mu_;
  absl::flat_hash_map<uint64_t, std::shared_ptr<const Sigv4aKey>> keys_ ABSL_GUARDED_BY(mu_);
};

}  // namespace signet

#endif  // SIGNET_SERVER_SERVICE_SIGV4A_KEY_CACHE_H_
