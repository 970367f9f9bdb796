// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/library_logs.h"

#include <atomic>
#include <cstdint>

#include "absl/time/clock.h"
#include "google/protobuf/stubs/common.h"
#include "grpc/support/log.h"
#include "grpcpp/version_info.h"
#include "server/observability/log.h"

// Newer versions of both log through Abseil.
#if GRPC_CPP_VERSION_MAJOR == 1 && GRPC_CPP_VERSION_MINOR < 65
#define SIGNET_GRPC_HAS_LOG_FUNCTION 1
#endif
#if GOOGLE_PROTOBUF_VERSION < 4022000
#include "google/protobuf/stubs/logging.h"
#define SIGNET_PROTOBUF_HAS_LOG_HANDLER 1
#endif

namespace signet {
namespace {

#ifdef SIGNET_GRPC_HAS_LOG_FUNCTION
constexpr int64_t kIntervalNanos = 1'000'000'000;

void LogOfGrpc(gpr_log_func_args* args) {
  static std::atomic<int64_t> next_nanos{0};
  static std::atomic<int64_t> not_logged{0};
  const int64_t now = absl::GetCurrentTimeNanos();
  int64_t next = next_nanos.load(std::memory_order_relaxed);
  if (now < next || !next_nanos.compare_exchange_strong(next, now + kIntervalNanos)) {
    not_logged.fetch_add(1, std::memory_order_relaxed);
    return;
  }
  Log(args->severity == GPR_LOG_SEVERITY_ERROR ? LogLevel::kWarning : LogLevel::kDebug, "grpc",
      {{"text", args->message}, {"not_logged_before", not_logged.exchange(0)}});
}
#endif

}  // namespace

void RouteLibraryLogs() {
#ifdef SIGNET_GRPC_HAS_LOG_FUNCTION
  gpr_set_log_function(&LogOfGrpc);
#endif
#ifdef SIGNET_PROTOBUF_HAS_LOG_HANDLER
  google::protobuf::SetLogHandler(nullptr);
#endif
}

}  // namespace signet
