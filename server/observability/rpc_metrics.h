// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_OBSERVABILITY_RPC_METRICS_H_
#define SIGNET_SERVER_OBSERVABILITY_RPC_METRICS_H_

#include <array>
#include <cstddef>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "server/observability/metrics.h"

namespace signet {

enum class RpcType { kUnary, kClientStream, kServerStream, kBidiStream };

// A status code as the gRPC ecosystem's metrics spell it: "OK",
// "InvalidArgument", "DeadlineExceeded"; "Unknown" for codes that do not exist.
absl::string_view RpcCodeName(absl::StatusCode code);

// The standard metrics of one RPC method, looked up once. Make one per method
// at start and keep it. Safe for concurrent use; takes no lock.
class RpcMetrics {
 public:
  // `service` as in "signet.v1.SigningService", `method` as in "SignRequest".
  // The registry must outlive this object.
  RpcMetrics(MetricsRegistry* registry, RpcType type, absl::string_view service,
             absl::string_view method);

  void Started() { started_->Increment(); }

  // `duration` runs from Started() to the status.
  void Handled(absl::StatusCode code, absl::Duration duration);

 private:
  static constexpr size_t kCodes = 17;

  Counter* started_;
  std::array<Counter*, kCodes> handled_;
  Histogram* handling_;
};

}  // namespace signet

#endif  // SIGNET_SERVER_OBSERVABILITY_RPC_METRICS_H_
