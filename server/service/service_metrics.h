// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SERVICE_SERVICE_METRICS_H_
#define SIGNET_SERVER_SERVICE_SERVICE_METRICS_H_

#include <array>

#include "server/observability/metric_names.h"
#include "server/observability/metrics.h"
#include "server/policy/operation.h"

namespace signet {

// The handlers' counters, looked up once. Safe for concurrent use.
class ServiceMetrics {
 public:
  explicit ServiceMetrics(MetricsRegistry* registry) {
    for (int i = 0; i < kOperations; ++i) {
      const absl::string_view operation = OperationName(static_cast<Operation>(i));
      signatures_[i] = registry->GetCounter(kSignaturesTotal, {{"operation", operation}});
      allowed_[i] = registry->GetCounter(kPolicyDecisionsTotal,
                                         {{"operation", operation}, {"decision", "allow"}});
      denied_[i] = registry->GetCounter(kPolicyDecisionsTotal,
                                        {{"operation", operation}, {"decision", "deny"}});
      would_deny_[i] = registry->GetCounter(kPolicyWouldDenyTotal, {{"operation", operation}});
    }
  }

  void CountSignature(Operation operation) {
    signatures_[static_cast<size_t>(operation)]->Increment();
  }
  void CountDecision(Operation operation, bool is_allowed) {
    (is_allowed ? allowed_ : denied_)[static_cast<size_t>(operation)]->Increment();
  }
  // Let through by record mode alone.
  void CountWouldDeny(Operation operation) {
    would_deny_[static_cast<size_t>(operation)]->Increment();
  }

 private:
  std::array<Counter*, kOperations> signatures_;
  std::array<Counter*, kOperations> allowed_;
  std::array<Counter*, kOperations> denied_;
  std::array<Counter*, kOperations> would_deny_;
};

}  // namespace signet

#endif  // SIGNET_SERVER_SERVICE_SERVICE_METRICS_H_
