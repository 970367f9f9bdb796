// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_TRANSPORT_TLS_STORE_H_
#define SIGNET_SERVER_TRANSPORT_TLS_STORE_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "server/base/clock.h"
#include "server/base/mutex.h"
#include "server/observability/metrics.h"
#include "server/transport/tls_material.h"

namespace signet {

// The TLS files of a listener, and what of them is in use. Files are written one after
// the other, by programs that end in the middle: what is missing, garbled, does not
// belong together or is out of date is refused, counted and logged once, and the last
// good material stays.
class TlsStore {
 public:
  // Loads the files. Errors as ReadTlsFiles() and MakeTlsMaterial(). The other arguments
  // outlive the store; the metrics are never read again after it has gone.
  static absl::StatusOr<std::shared_ptr<TlsStore>> Create(const TlsFiles& files, const Clock& clock,
                                                          MetricsRegistry* metrics);

  // Looks at the files, takes what changed, and warns of an end that is near (30, 7 and 1
  // days before it). Content counts once it has stood still for a tenth of a second,
  // which is how long this then takes. To be called about once a second, by one thread.
  // False while something that was refused is in the files.
  bool Poll();

  // What is in use. For any thread.
  std::shared_ptr<const TlsMaterial> current() const ABSL_LOCKS_EXCLUDED(mu_);

  // Changes with current(), after it.
  uint64_t version() const { return version_.load(std::memory_order_acquire); }

 private:
  TlsStore(const TlsFiles& files, const Clock& clock, MetricsRegistry* metrics);

  void Use(TlsBytes bytes, TlsMaterial material) ABSL_LOCKS_EXCLUDED(mu_);
  void Refuse(const absl::Status& why);
  void LookAtExpiry();

  const TlsFiles files_;
  const Clock& clock_;
  Counter* const reloads_;
  Counter* const refusals_;
  Gauge* const expiry_;
  Gauge* const authorities_expiry_;
  // Of the polling thread.
  TlsBytes in_use_;
  std::string refused_;
  size_t warnings_given_ = 0;

  std::atomic<uint64_t> version_{0};
  mutable Mutex mu_;
  std::shared_ptr<const TlsMaterial> current_ ABSL_GUARDED_BY(mu_);
};

}  // namespace signet

#endif  // SIGNET_SERVER_TRANSPORT_TLS_STORE_H_
