// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_CLIENT_LIB_CPP_LEASE_CACHE_H_
#define SIGNET_CLIENT_LIB_CPP_LEASE_CACHE_H_

#include <map>
#include <memory>
#include <string>
#include <tuple>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "client_lib/cpp/connection.h"
#include "server/base/clock.h"
#include "server/base/mutex.h"
#include "server/base/secret.h"
#include "server/digest/hmac_sha256.h"

namespace signet {

// A leased signing key. Immutable; the key is wiped when the last user lets go.
struct Lease {
  Lease() = default;
  ~Lease() { Wipe(&signing_key); }
  Lease(const Lease&) = delete;
  Lease& operator=(const Lease&) = delete;

  HmacSha256Key signing_key;
  std::string access_key_id;
  Secret session_token;
  std::string credential_version;
  std::string date;
  absl::Time not_after;
  absl::Time renew_after;
  absl::Time credential_expires_at = absl::InfiniteFuture();
  // What to add to this machine's monotonic clock to get the server's time.
  absl::Duration server_offset;
};

// What a lease is asked for by. An empty version or date is the latest and
// today's.
struct LeaseKey {
  std::string credential;
  std::string credential_version;
  std::string region;
  std::string service;
  std::string date;

  bool operator<(const LeaseKey& other) const {
    return std::tie(credential, credential_version, region, service, date) <
           std::tie(other.credential, other.credential_version, other.region, other.service,
                    other.date);
  }
};

// Leases from the server, kept until they are due for renewal. A renewal that
// fails keeps the old lease until its not_after. Safe for concurrent use.
class LeaseCache {
 public:
  // Both outlive the cache.
  LeaseCache(Connection& connection, const Clock& clock) : connection_(connection), clock_(clock) {}

  // Errors of GetOrLoadKey.
  absl::StatusOr<std::shared_ptr<const Lease>> Get(const LeaseKey& key) ABSL_LOCKS_EXCLUDED(mu_);

  // The server's time by `lease`.
  absl::Time ServerNow(const Lease& lease) const {
    return absl::UnixEpoch() + clock_.Monotonic() + lease.server_offset;
  }

 private:
  absl::StatusOr<std::shared_ptr<const Lease>> Fetch(const LeaseKey& key);
  std::shared_ptr<const Lease> Find(const LeaseKey& key) ABSL_LOCKS_EXCLUDED(mu_);

  Connection& connection_;
  const Clock& clock_;
  Mutex mu_;
  std::map<LeaseKey, std::shared_ptr<const Lease>> leases_ ABSL_GUARDED_BY(mu_);
};

}  // namespace signet

#endif  // SIGNET_CLIENT_LIB_CPP_LEASE_CACHE_H_
