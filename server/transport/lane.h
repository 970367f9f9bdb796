// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_TRANSPORT_LANE_H_
#define SIGNET_SERVER_TRANSPORT_LANE_H_

#include <cstddef>
#include <memory>
#include <thread>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "grpcpp/grpcpp.h"
#include "server/transport/call_queue.h"
#include "server/transport/file_descriptor.h"

namespace signet {

// Limits of each connection (README, "Limits").
struct ConnectionLimits {
  int max_message_bytes = 2 * 1024 * 1024;
  int max_metadata_bytes = 16 * 1024;
  int max_streams = 256;
  absl::Duration handshake_timeout = absl::Seconds(5);
  // Without a call.
  absl::Duration max_idle = absl::Minutes(5);
  // After this the client is told to connect anew (streams have `age_grace` to
  // end).
  absl::Duration max_age = absl::Minutes(30);
  absl::Duration age_grace = absl::Seconds(30);
  absl::Duration keepalive_time = absl::Seconds(30);
  absl::Duration keepalive_timeout = absl::Seconds(10);
};

// A group of RPCs that a lane serves. Each lane has its own, used on its thread
// alone once the lane has started.
class RpcSet {
 public:
  virtual ~RpcSet() = default;

  virtual void Register(grpc::ServerBuilder& builder) = 0;

  // Starts taking calls.
  virtual void Serve(CallQueue* queue) = 0;

  // The server is about to shut down: ends calls that would not end by
  // themselves.
  virtual void Drain() {}
};

// A share of the server: one grpc::Server, one completion queue, one thread.
// Lanes share nothing but what the handlers share, so they scale; two queues in
// one grpc::Server would not (they share a set of polled descriptors).
class Lane {
 public:
  // A lane with one entry for each of `credentials`. It has no port: connections
  // come through TakeConnection().
  // `metrics`, or none of them, outlive the lane. Unavailable: gRPC did not start.
  static absl::StatusOr<std::unique_ptr<Lane>> Start(
      const std::vector<std::shared_ptr<grpc::ServerCredentials>>& credentials,
      std::vector<std::unique_ptr<RpcSet>> rpcs, const ConnectionLimits& limits,
      const OverloadOptions& overload = {}, MetricsRegistry* metrics = nullptr);

  // As Shutdown() with no time left.
  ~Lane();
  Lane(const Lane&) = delete;
  Lane& operator=(const Lane&) = delete;

  // Serves a connected, nonblocking socket under the credentials of that index.
  // Safe to call from any thread; after Shutdown() the connection is closed.
  void TakeConnection(FileDescriptor fd, size_t credentials_index);

  // Has the lane's thread give back memory that it has freed, soon. Safe to call from any
  // thread.
  void ReleaseMemory();

  // Tells clients to go elsewhere (GOAWAY), lets running calls end until `deadline`,
  // cancels the rest and joins the thread. Blocks.
  void Shutdown(absl::Time deadline);

 private:
  Lane() = default;

  // Torn down from the last to the first: the server goes before the queue's
  // owner, the RPCs outlive both.
  std::vector<std::unique_ptr<RpcSet>> rpcs_;
  std::unique_ptr<CallQueue> queue_;
  std::vector<std::unique_ptr<grpc::experimental::ExternalConnectionAcceptor>> acceptors_;
  std::unique_ptr<grpc::Server> server_;
  std::thread thread_;
};

}  // namespace signet

#endif  // SIGNET_SERVER_TRANSPORT_LANE_H_
