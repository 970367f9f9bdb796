// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_BENCH_RPC_LAYOUT_H_
#define SIGNET_BENCH_RPC_LAYOUT_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "bench/rpc/bench_service.h"
#include "server/transport/tls_credentials.h"

namespace signet {

struct LayoutOptions {
  // "lanes": what signetd does. "queues": several queues in one grpc::Server.
  // "reuseport": a grpc::Server a lane, all at one TCP port. "sync", "callback":
  // gRPC's other ways to serve.
  std::string kind = "lanes";
  // Threads that poll, but for "sync" and "callback", where gRPC has its own.
  int lanes = 1;
  // "unix:PATH" or "127.0.0.1:PORT".
  std::string address;
  // For TCP.
  TlsFiles tls;
};

// A way to have gRPC serve. All have SignRequest; "lanes" has the whole service
// and the echo, "queues" and "reuseport" have the echo too.
class Layout {
 public:
  // InvalidArgument: no such kind; Unavailable: gRPC did not start.
  static absl::StatusOr<std::unique_ptr<Layout>> Start(const LayoutOptions& options,
                                                       BenchService* service);
  // Stops at once.
  virtual ~Layout() = default;
};

// Made by Start().
absl::StatusOr<std::unique_ptr<Layout>> StartLanes(
    const LayoutOptions& options, const std::shared_ptr<grpc::ServerCredentials>& credentials,
    BenchService* service);
absl::StatusOr<std::unique_ptr<Layout>> StartQueues(
    const LayoutOptions& options, const std::shared_ptr<grpc::ServerCredentials>& credentials,
    BenchService* service);
absl::StatusOr<std::unique_ptr<Layout>> StartHandlers(
    const LayoutOptions& options, const std::shared_ptr<grpc::ServerCredentials>& credentials,
    BenchService* service);

}  // namespace signet

#endif  // SIGNET_BENCH_RPC_LAYOUT_H_
