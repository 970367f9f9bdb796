// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_BENCH_RPC_BENCH_SERVICE_H_
#define SIGNET_BENCH_RPC_BENCH_SERVICE_H_

#include <memory>

#include "absl/status/statusor.h"
#include "server/credentials/credential_store.h"
#include "server/keycache/key_cache.h"
#include "server/observability/metrics.h"
#include "server/policy/policy_holder.h"
#include "server/service/service_context.h"

namespace signet {

// What the handlers work with, as signetd has it: one credential with a session
// token, and a rule that lets every caller do everything.
class BenchService {
 public:
  static absl::StatusOr<std::unique_ptr<BenchService>> Create();

  const ServiceContext& context() const { return context_; }
  MetricsRegistry* metrics() { return &registry_; }

  // Bytes of the answers to SampleSign() and SampleLease().
  size_t sign_answer_bytes() const { return sign_answer_bytes_; }
  size_t lease_answer_bytes() const { return lease_answer_bytes_; }

 private:
  explicit BenchService(std::shared_ptr<const Policy> policy);
  absl::Status MeasureAnswers();

  MetricsRegistry registry_;
  ServiceMetrics metrics_;
  PolicyHolder policy_;
  Sigv4aKeyCache sigv4a_keys_;
  std::unique_ptr<KeyCache> keys_;
  std::unique_ptr<CredentialStore> credentials_;
  ServiceContext context_;
  size_t sign_answer_bytes_ = 0;
  size_t lease_answer_bytes_ = 0;
};

}  // namespace signet

#endif  // SIGNET_BENCH_RPC_BENCH_SERVICE_H_
