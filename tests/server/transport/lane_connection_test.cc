// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// How a lane comes by its connections.

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/time/clock.h"
#include "gtest/gtest.h"
#include "server/transport/caller_identity.h"
#include "server/transport/lane.h"

namespace signet {
namespace {

// A peer that never stops: preface, SETTINGS, then frames without content of a type that
// there is not, which have to be skipped (RFC 9113, sections 3.4, 4.1 and 5.5). They are
// written much faster than they are read.
class Flood {
 public:
  explicit Flood(int fd) : fd_(fd), thread_([this] { Write(); }) {}
  ~Flood() {
    is_over_ = true;
    thread_.join();
    close(fd_);
  }

  bool has_filled_the_socket() const { return has_filled_; }

 private:
  static constexpr absl::string_view kFrame{"\x00\x00\x00\xaa\x00\x00\x00\x00\x00", 9};
  static constexpr absl::string_view kSettings{"\x00\x00\x00\x04\x00\x00\x00\x00\x00", 9};

  void Write() {
    std::string bytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
    bytes.append(kSettings.data(), kSettings.size());
    std::string frames;
    for (int i = 0; i < 8192; ++i) {
      frames.append(kFrame.data(), kFrame.size());
    }
    while (!is_over_) {
      const ssize_t count = send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (count > 0) {
        bytes.erase(0, static_cast<size_t>(count));
      } else {
        has_filled_ = true;
        pollfd writable = {.fd = fd_, .events = POLLOUT, .revents = 0};
        poll(&writable, 1, 10);
      }
      if (bytes.empty()) {
        bytes = frames;
      }
    }
  }

  const int fd_;
  std::atomic<bool> is_over_ = false;
  std::atomic<bool> has_filled_ = false;
  std::thread thread_;
};

// Whoever accepts connections also watches the memory, and is not to be kept by a peer.
TEST(LaneConnectionTest, APeerThatFloodsFromItsFirstByteDoesNotKeepWhoBringsIt) {
  absl::StatusOr<std::unique_ptr<Lane>> lane = Lane::Start(
      {LocalUserCredentials("alice")}, {}, ConnectionLimits(), OverloadOptions(), nullptr);
  ASSERT_TRUE(lane.ok()) << lane.status();
  int sockets[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, sockets), 0);
  Flood flood(sockets[1]);
  while (!flood.has_filled_the_socket()) {
    absl::SleepFor(absl::Milliseconds(1));
  }
  std::atomic<bool> is_taken = false;
  std::thread taker([&] {
    (*lane)->TakeConnection(FileDescriptor(sockets[0]), 0);
    is_taken = true;
  });
  // The flood goes on meanwhile.
  const absl::Time patience = absl::Now() + absl::Seconds(10);
  while (!is_taken && absl::Now() < patience) {
    absl::SleepFor(absl::Milliseconds(1));
  }
  EXPECT_TRUE(is_taken);
  shutdown(sockets[1], SHUT_RDWR);
  taker.join();
}

}  // namespace
}  // namespace signet
