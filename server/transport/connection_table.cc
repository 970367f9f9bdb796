// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/connection_table.h"

#include <fcntl.h>
#include <linux/sockios.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <algorithm>
#include <utility>

#include "server/transport/file_descriptor.h"

namespace signet {
namespace {

// 0 for a descriptor that is not open.
ino_t InodeOf(int fd) {
  struct stat status = {};
  return ::fstat(fd, &status) == 0 ? status.st_ino : 0;
}

// A descriptor of our own for the same connection, so that the number cannot come to mean
// another one meanwhile; not valid when the connection has ended.
FileDescriptor Hold(int fd, ino_t inode) {
  FileDescriptor own(::fcntl(fd, F_DUPFD_CLOEXEC, 0));
  return own.is_valid() && InodeOf(own.get()) == inode ? std::move(own) : FileDescriptor();
}

// Bytes that wait in the kernel, unread by us or unread by the peer. Whoever floods a
// server, or never takes an answer, has the most of them.
uint64_t WaitingBytes(int fd) {
  int unread = 0;
  int unsent = 0;
  return (::ioctl(fd, SIOCINQ, &unread) == 0 ? static_cast<uint64_t>(unread) : 0) +
         (::ioctl(fd, SIOCOUTQ, &unsent) == 0 ? static_cast<uint64_t>(unsent) : 0);
}

// Bytes that have come in all; 0 on Unix sockets, which do not count.
uint64_t ReceivedBytes(int fd) {
  tcp_info info = {};
  socklen_t length = sizeof(info);
  return ::getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &length) == 0 ? info.tcpi_bytes_received
                                                                      : 0;
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
  connections_.push_back(
      {.fd = fd, .inode = InodeOf(fd), .peer = std::string(peer), .number = next_number_++});
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

void ConnectionTable::MeasureTraffic() {
  for (Connection& connection : connections_) {
    // A number that came to mean another socket is told by the inode at closing.
    const uint64_t received = ReceivedBytes(connection.fd);
    connection.traffic =
        WaitingBytes(connection.fd) + received - std::min(received, connection.received);
    connection.received = received;
  }
}

size_t ConnectionTable::CloseBusiest(size_t count) {
  Sweep();
  std::vector<const Connection*> order;
  for (const Connection& connection : connections_) {
    order.push_back(&connection);
  }
  count = std::min(count, order.size());
  const auto middle = order.begin() + static_cast<std::ptrdiff_t>(count);
  std::partial_sort(order.begin(), middle, order.end(), [](const auto* a, const auto* b) {
    return std::pair(a->traffic, a->number) > std::pair(b->traffic, b->number);
  });
  std::for_each(order.begin(), middle, [](const Connection* connection) {
    const FileDescriptor own = Hold(connection->fd, connection->inode);
    if (own.is_valid()) {
      ::shutdown(own.get(), SHUT_RDWR);
    }
  });
  return count;
}

}  // namespace signet
