// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_BENCH_LOAD_VERIFIER_H_
#define SIGNET_BENCH_LOAD_VERIFIER_H_

#include <cstdint>
#include <deque>
#include <memory>
#include <thread>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/time/time.h"
#include "bench/load/sample.h"
#include "bench/load/signing_key_source.h"
#include "bench/load/verify_report.h"
#include "bench/load/workload.h"
#include "server/base/mutex.h"

namespace signet::load {

// Recomputes sampled answers on a thread of its own, so that measuring does not
// wait for it. Safe for concurrent use.
class Verifier {
 public:
  // Takes every `every`th answer. `workload` outlives it.
  Verifier(const Workload& workload, std::unique_ptr<SigningKeySource> keys, int64_t every);
  ~Verifier();
  Verifier(const Verifier&) = delete;
  Verifier& operator=(const Verifier&) = delete;

  int64_t every() const { return every_; }

  // Skips the sample when too many are waiting.
  void Offer(Sample sample) ABSL_LOCKS_EXCLUDED(mu_);

  // Ends it, after what waits has been checked but within `timeout`. Call once.
  VerifyReport Finish(absl::Duration timeout) ABSL_LOCKS_EXCLUDED(mu_);

 private:
  static constexpr size_t kMaxWaiting = 4096;

  void Run() ABSL_LOCKS_EXCLUDED(mu_);
  void Check(const Sample& sample) ABSL_LOCKS_EXCLUDED(mu_);

  const Workload& workload_;
  const std::unique_ptr<SigningKeySource> keys_;
  const int64_t every_;
  Mutex mu_;
  CondVar changed_;
  std::deque<Sample> waiting_ ABSL_GUARDED_BY(mu_);
  bool is_ending_ ABSL_GUARDED_BY(mu_) = false;
  VerifyReport report_ ABSL_GUARDED_BY(mu_);
  std::thread thread_;
};

}  // namespace signet::load

#endif  // SIGNET_BENCH_LOAD_VERIFIER_H_
