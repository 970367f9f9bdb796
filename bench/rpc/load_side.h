// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_BENCH_RPC_LOAD_SIDE_H_
#define SIGNET_BENCH_RPC_LOAD_SIDE_H_

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "bench/rpc/byte_channel.h"
#include "bench/rpc/http2_calls.h"

namespace signet {

// What one side of a comparison is measured with.
struct LoadOptions {
  int connections = 1;
  int concurrency = 1;
  // Calls a second at planned times; 0 for a closed loop.
  double rate = 0;
  // With a rate: calls in flight at most, what is due beyond them is never sent; 0: as many
  // as the client holds, what is due beyond them is sent later.
  int max_in_flight = 0;
  // Connect to a Unix socket as that user and the following ones, one for each
  // connection; 0: as who this is.
  int first_uid = 0;
  double seconds = 0.5;
  double warmup_seconds = 0.1;
};

// Latencies in microseconds of calls that were answered well, from the planned time where
// there is a rate.
struct LoadFigures {
  int64_t calls = 0;
  int64_t errors = 0;
  // Of `calls`, those that were answered well; and calls that were due and not sent.
  int64_t answered = 0;
  int64_t not_sent = 0;
  double seconds = 0;
  double server_cpu_seconds = 0;
  double client_cpu_seconds = 0;
  double p50 = 0;
  double p99 = 0;
  double p999 = 0;
  // Of the answers that were errors.
  double error_p50 = 0;
  double error_p99 = 0;
};

// A server, a method and the connections to it. One thread.
class LoadSide {
 public:
  // Connects. `server` is the process whose CPU time is told; `path` and
  // `message` as Http2Calls.
  static absl::StatusOr<std::unique_ptr<LoadSide>> Connect(const ChannelTarget& target,
                                                           const std::string& path,
                                                           const std::string& message, pid_t server,
                                                           const LoadOptions& options);
  ~LoadSide();
  LoadSide(const LoadSide&) = delete;
  LoadSide& operator=(const LoadSide&) = delete;

  // Loads the server for the warm-up and the seconds, and waits for what is in
  // flight. Unavailable: the connection broke.
  absl::StatusOr<LoadFigures> Run();

  uint32_t answer_bytes() const { return connections_[0]->answer_bytes(); }

 private:
  LoadSide(pid_t server, const LoadOptions& options);

  void StartCall(size_t connection, double planned);
  void OnDone(size_t connection, uint32_t call, bool ok);
  void StartPlanned(double now);
  absl::Status Poll(bool may_wait);
  void BeginMeasuring(double now);
  LoadFigures Figures() const;

  const pid_t server_;
  const LoadOptions options_;
  const int epoll_;
  std::vector<std::unique_ptr<Http2Calls>> connections_;
  // When each slot's call was to start; slots are used again.
  std::vector<double> planned_;
  std::vector<uint32_t> free_slots_;
  std::vector<float> latencies_;
  std::vector<float> error_latencies_;
  LoadFigures figures_;
  double next_planned_ = 0;
  size_t next_connection_ = 0;
  int64_t in_flight_ = 0;
  // Of each connection.
  std::vector<int> open_calls_;
  bool is_measuring_ = false;
  bool is_ending_ = false;
};

}  // namespace signet

#endif  // SIGNET_BENCH_RPC_LOAD_SIDE_H_
