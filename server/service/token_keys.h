// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SERVICE_TOKEN_KEYS_H_
#define SIGNET_SERVER_SERVICE_TOKEN_KEYS_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "server/base/mutex.h"
#include "server/observability/metrics.h"
#include "server/service/config.h"
#include "server/service/jwk_set.h"

namespace signet {

// Reads a key set: from a file or over the network.
using ReadKeySet = std::function<absl::StatusOr<std::string>()>;

// The keys of one issuer, and when they are to be read again. A set that cannot be had or
// is no good is logged once and counted; the last good one stays, from a URL for 24 hours.
class TokenKeys {
 public:
  // How they are read.
  struct Pace {
    // Between two reads.
    absl::Duration interval;
    // And where a token names an unknown key.
    absl::Duration least_interval;
    // After the last good read.
    absl::Duration kept_for;
  };
  static Pace FilePace();
  static Pace UrlPace();

  // `name` is for logs and metrics: the cluster. `metrics` outlives it.
  TokenKeys(std::string name, Pace pace, ReadKeySet read, MetricsRegistry* metrics);

  // Whether Read() is due. For any thread.
  bool IsDue(absl::Time now) const ABSL_LOCKS_EXCLUDED(mu_);

  // Reads the keys; blocks. One thread at a time. The error, if there is one, is logged.
  absl::Status Read(absl::Time now) ABSL_LOCKS_EXCLUDED(mu_);

  // What a token may be verified with now; null when there is nothing. For any thread.
  std::shared_ptr<const JwkSet> current(absl::Time now) const ABSL_LOCKS_EXCLUDED(mu_);

  // Whether current() has not become too old. For any thread; takes no lock.
  bool AreKept(absl::Time now) const {
    return absl::ToUnixNanos(now) <= kept_until_nanos_.load(std::memory_order_relaxed);
  }

  // Changes with current(). For any thread.
  uint64_t version() const { return version_.load(std::memory_order_acquire); }

  // A token names a key that is not there. For any thread.
  void AskForMore() { is_asked_.store(true, std::memory_order_relaxed); }

 private:
  absl::Status Take(absl::StatusOr<std::string> json, absl::Time now) ABSL_LOCKS_EXCLUDED(mu_);

  const std::string name_;
  const Pace pace_;
  const ReadKeySet read_;
  Counter* const reads_;
  Counter* const failures_;
  std::atomic<uint64_t> version_{1};
  std::atomic<bool> is_asked_{false};
  std::atomic<int64_t> kept_until_nanos_{0};
  // Of the reading thread.
  std::string taken_;
  std::string refused_;

  mutable Mutex mu_;
  std::shared_ptr<const JwkSet> keys_ ABSL_GUARDED_BY(mu_);
  absl::Time good_at_ ABSL_GUARDED_BY(mu_) = absl::InfinitePast();
  absl::Time read_at_ ABSL_GUARDED_BY(mu_) = absl::InfinitePast();
};

// How a configured issuer's keys are read, and the object that does.
std::unique_ptr<TokenKeys> MakeTokenKeys(const ServerConfig::TokenIssuer& issuer,
                                         MetricsRegistry* metrics);

// What of an issuer's key file keeps the server from starting; OK for a URL. Errors as
// ReadFile() and JwkSet::Parse().
absl::Status CheckKeySetFile(const ServerConfig::TokenIssuer& issuer);

}  // namespace signet

#endif  // SIGNET_SERVER_SERVICE_TOKEN_KEYS_H_
