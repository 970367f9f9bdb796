// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_TRANSPORT_ACCEPT_LOOP_H_
#define SIGNET_SERVER_TRANSPORT_ACCEPT_LOOP_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "server/observability/metrics.h"
#include "server/transport/connection_table.h"
#include "server/transport/file_descriptor.h"
#include "server/transport/memory_watch.h"

namespace signet {

// A connection on its way from accept to a lane.
struct AcceptedConnection {
  FileDescriptor fd;
  // Whom the caps count it for: "uid 1000", "192.0.2.1".
  std::string peer;
  // Which of the lane's credentials it is served under.
  size_t credentials_index = 0;
};

// What a listener does with a connection: finds out who is there...
struct ConnectionHandler {
  // "unix", "tcp": for logs and metrics.
  absl::string_view listener;
  // Names the peer in `connection`, or returns false: the connection is closed.
  std::function<bool(AcceptedConnection& connection)> identify;
  // ... and takes it over once the caps allow it.
  std::function<void(AcceptedConnection connection)> take;
  // Has those who serve the connections give back memory that they have freed.
  std::function<void()> release_memory = [] {};
};

// Accepts connections of all listeners on a thread of its own. gRPC's own
// accept loop dies for good when descriptors run out and cannot tell who
// connects; this one closes what it has no descriptor for, by means of one it
// keeps in reserve, and goes on.
class AcceptLoop {
 public:
  struct Listener {
    // A nonblocking listening socket; outlives the loop.
    int fd;
    ConnectionHandler handler;
  };

  // Starts accepting. ResourceExhausted: no descriptor for the reserve.
  static absl::StatusOr<std::unique_ptr<AcceptLoop>> Start(std::vector<Listener> listeners,
                                                           const ConnectionCaps& caps,
                                                           uint64_t memory_limit_bytes,
                                                           MetricsRegistry* metrics);

  // As Stop().
  ~AcceptLoop();
  AcceptLoop(const AcceptLoop&) = delete;
  AcceptLoop& operator=(const AcceptLoop&) = delete;

  // Accepts no more and joins the thread. Connections that wait in the backlog
  // stay there until the listeners are closed.
  void Stop();

 private:
  struct Source {
    Listener listener;
    Counter* accepted;
    Counter* refused;
    Counter* out_of_descriptors;
    // Refusals that are not logged one by one: a stranger must not be able to
    // fill the log.
    absl::Time next_refusal_log = absl::InfinitePast();
    int64_t refusals_not_logged = 0;
  };

  AcceptLoop(std::vector<Listener> listeners, const ConnectionCaps& caps,
             uint64_t memory_limit_bytes, MetricsRegistry* metrics);

  void Run();
  void WatchMemory();
  void AcceptFrom(Source& source);
  // Takes a connection with the descriptor held in reserve, and refuses it when there
  // still is no other. False: nobody waits any more, or they have to.
  bool AcceptByReserve(Source& source);
  void Admit(Source& source, FileDescriptor fd);
  void LogRefusal(Source& source, absl::string_view why, absl::string_view peer);

  std::vector<Source> sources_;
  ConnectionTable table_;
  MemoryWatch memory_;
  bool may_accept_ = true;
  absl::Duration memory_interval_;
  Gauge* const open_;
  FileDescriptor reserve_;
  FileDescriptor wake_;
  std::thread thread_;
};

}  // namespace signet

#endif  // SIGNET_SERVER_TRANSPORT_ACCEPT_LOOP_H_
