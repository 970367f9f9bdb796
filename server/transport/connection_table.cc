// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/connection_table.h"

#include <sys/stat.h>

#include <utility>

namespace signet {
namespace {

// 0 for a descriptor that is not open.
ino_t InodeOf(int fd) {
  struct stat status = {};
  return ::fstat(fd, &status) == 0 ? status.st_ino : 0;
}

}  // namespace

bool ConnectionTable::IsFull(absl::string_view peer) const {
  const auto found = open_by_peer_.find(peer);
  return connections_.size() >= caps_.total ||
         (found != open_by_peer_.end() && found->second >= caps_.per_peer);
}

bool ConnectionTable::Add(int fd, absl::string_view peer) {
  if (IsFull(peer)) {
    Sweep();
    if (IsFull(peer)) {
      return false;
    }
  }
  connections_.push_back({.fd = fd, .inode = InodeOf(fd), .peer = std::string(peer)});
  ++open_by_peer_[peer];
  return true;
}

void ConnectionTable::Sweep() {
  for (size_t i = 0; i < connections_.size();) {
    Connection& connection = connections_[i];
    if (InodeOf(connection.fd) == connection.inode) {
      ++i;
      continue;
    }
    const auto count = open_by_peer_.find(connection.peer);
    if (--count->second == 0) {
      open_by_peer_.erase(count);
    }
    if (&connection != &connections_.back()) {
      connection = std::move(connections_.back());
    }
    connections_.pop_back();
  }
}

}  // namespace signet
