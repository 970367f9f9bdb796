// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_TRANSPORT_CONNECTION_TABLE_H_
#define SIGNET_SERVER_TRANSPORT_CONNECTION_TABLE_H_

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"

namespace signet {

// How many connections may be open at once.
struct ConnectionCaps {
  size_t total = 4096;
  // Of one local user, or one IP address.
  size_t per_peer = 1024;
};

// Which connections are open, and whose they are.
//
// gRPC owns a connection's descriptor and does not tell when it closes it. But
// a socket's inode number is its own: a descriptor that is gone, or has another
// inode behind it, says that the connection has ended. Sweep() looks. Belongs to
// one thread.
class ConnectionTable {
 public:
  explicit ConnectionTable(const ConnectionCaps& caps) : caps_(caps) {}

  // Notes the connection, or returns false when a cap is reached (after a
  // sweep, so that connections which have ended do not count).
  bool Add(int fd, absl::string_view peer);

  // Forgets the connections that have ended.
  void Sweep();

  size_t open() const { return connections_.size(); }

  // Notes what each connection has brought since this was called last.
  void MeasureTraffic();

  // Closes the `count` connections that brought the most by MeasureTraffic(), of equals
  // the youngest, and returns how many there were. Their calls end as if the peer had gone.
  size_t CloseBusiest(size_t count);

 private:
  struct Connection {
    int fd;
    ino_t inode;
    std::string peer;
    // The higher, the later it was added.
    uint64_t number = 0;
    // Bytes that it has received in all, and lately, as MeasureTraffic() found them.
    uint64_t received = 0;
    uint64_t traffic = 0;
  };

  bool IsFull(absl::string_view peer) const;

  const ConnectionCaps caps_;
  std::vector<Connection> connections_;
  uint64_t next_number_ = 0;
  absl::flat_hash_map<std::string, size_t> open_by_peer_;
};

}  // namespace signet

#endif  // SIGNET_SERVER_TRANSPORT_CONNECTION_TABLE_H_
