// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/observability/rpc_metrics.h"

#include <iterator>

namespace signet {
namespace {

constexpr absl::string_view kCodeNames[] = {
    "OK",       "Canceled",       "Unknown",          "InvalidArgument",   "DeadlineExceeded",
    "NotFound", "AlreadyExists",  "PermissionDenied", "ResourceExhausted", "FailedPrecondition",
    "Aborted",  "OutOfRange",     "Unimplemented",    "Internal",          "Unavailable",
    "DataLoss", "Unauthenticated"};

absl::string_view TypeName(RpcType type) {
  switch (type) {
    case RpcType::kUnary:
      return "unary";
    case RpcType::kClientStream:
      return "client_stream";
    case RpcType::kServerStream:
      return "server_stream";
    case RpcType::kBidiStream:
      break;
  }
  return "bidi_stream";
}

// The code's place in kCodeNames.
size_t CodeIndex(absl::StatusCode code) {
  const auto index = static_cast<size_t>(code);
  return index < std::size(kCodeNames) ? index : static_cast<size_t>(absl::StatusCode::kUnknown);
}

}  // namespace

absl::string_view RpcCodeName(absl::StatusCode code) { return kCodeNames[CodeIndex(code)]; }

RpcMetrics::RpcMetrics(MetricsRegistry* registry, RpcType type, absl::string_view service,
                       absl::string_view method) {
  static_assert(std::size(kCodeNames) == kCodes);
  const MetricLabel labels[] = {
      {"grpc_type", TypeName(type)}, {"grpc_service", service}, {"grpc_method", method}};
  started_ = registry->GetCounter(kGrpcServerStartedTotal, labels);
  handling_ = registry->GetHistogram(kGrpcServerHandlingSeconds, labels);
  for (size_t i = 0; i < kCodes; ++i) {
    handled_[i] = registry->GetCounter(
        kGrpcServerHandledTotal, {labels[0], labels[1], labels[2], {"grpc_code", kCodeNames[i]}});
  }
}

void RpcMetrics::Handled(absl::StatusCode code, absl::Duration duration) {
  handled_[CodeIndex(code)]->Increment();
  handling_->Observe(duration);
}

}  // namespace signet
