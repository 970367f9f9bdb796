// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/accept_loop.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "absl/time/clock.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/transport/unix_socket.h"
#include "tests/support/captured_log.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_folder.h"

namespace signet {
namespace {

using ::testing::HasSubstr;

// Answers each connection with one byte and closes it.
class Greeter {
 public:
  void Start(ConnectionCaps caps = {}) {
    auto listener = UnixSocket::Listen(folder_.Path("s"), {});
    ASSERT_OK(listener);
    socket_ = *std::move(listener);
    ConnectionHandler handler = {.listener = "unix",
                                 .identify =
                                     [this](AcceptedConnection& connection) {
                                       connection.peer = "somebody";
                                       return is_known_.load();
                                     },
                                 .take =
                                     [](AcceptedConnection connection) {
                                       EXPECT_EQ(write(connection.fd.get(), "!", 1), 1);
                                     }};
    auto loop = AcceptLoop::Start({{.fd = socket_->fd(), .handler = std::move(handler)}}, caps,
                                  uint64_t{1} << 40, &metrics_);
    ASSERT_OK(loop);
    loop_ = *std::move(loop);
  }

  static int NewSocket() {
    const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    EXPECT_GE(fd, 0);
    return fd;
  }

  // Connects a socket, a new one by default, and returns it.
  int Connect(int fd = NewSocket()) const {
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    strncpy(address.sun_path, socket_->path().c_str(), sizeof(address.sun_path) - 1);
    EXPECT_EQ(connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
    return fd;
  }

  // Whether the server sends something before it closes; closes as well.
  static bool IsGreeted(int fd) {
    const bool is_greeted = Hears(fd);
    close(fd);
    return is_greeted;
  }

  // The same, and the descriptor stays in use. The server's is free when it returns.
  static bool Hears(int fd) {
    char byte = 0;
    const bool is_greeted = read(fd, &byte, 1) == 1;
    while (read(fd, &byte, 1) == 1) {
    }
    return is_greeted;
  }

  void SetKnown(bool is_known) { is_known_ = is_known; }
  void Stop() { loop_->Stop(); }
  std::string Metrics() const { return metrics_.PrometheusText(); }

 private:
  TempFolder folder_;
  MetricsRegistry metrics_;
  std::atomic<bool> is_known_{true};
  std::unique_ptr<UnixSocket> socket_;
  std::unique_ptr<AcceptLoop> loop_;
};

TEST(AcceptLoopTest, HandsOverThoseWhoAreKnown) {
  CapturedLog log;
  Greeter greeter;
  greeter.Start();
  EXPECT_TRUE(Greeter::IsGreeted(greeter.Connect()));
  greeter.SetKnown(false);
  EXPECT_FALSE(Greeter::IsGreeted(greeter.Connect()));
  greeter.Stop();
  EXPECT_THAT(greeter.Metrics(),
              HasSubstr("signet_connections_total{listener=\"unix\",result=\"accepted\"} 1\n"));
  EXPECT_THAT(greeter.Metrics(),
              HasSubstr("signet_connections_total{listener=\"unix\",result=\"refused\"} 1\n"));
}

// A stranger who knocks without end fills no log.
TEST(AcceptLoopTest, LogsFewRefusals) {
  CapturedLog log;
  Greeter greeter;
  greeter.Start();
  greeter.SetKnown(false);
  const absl::Time start = absl::Now();
  for (int i = 0; i < 1000; ++i) {
    EXPECT_FALSE(Greeter::IsGreeted(greeter.Connect()));
  }
  greeter.Stop();
  const double seconds = absl::ToDoubleSeconds(absl::Now() - start);
  EXPECT_LE(static_cast<double>(log.Lines().size()), seconds + 1);
  EXPECT_THAT(log.Lines().at(0), HasSubstr("no configured user"));
}

// Lets the process open nothing more while it lives.
class NoFreeDescriptors {
 public:
  NoFreeDescriptors() {
    EXPECT_EQ(getrlimit(RLIMIT_NOFILE, &previous_), 0);
    const int lowest_free = open("/dev/null", O_RDONLY | O_CLOEXEC);
    close(lowest_free);
    const rlimit tight = {.rlim_cur = static_cast<rlim_t>(lowest_free),
                          .rlim_max = previous_.rlim_max};
    EXPECT_EQ(setrlimit(RLIMIT_NOFILE, &tight), 0);
  }
  ~NoFreeDescriptors() { EXPECT_EQ(setrlimit(RLIMIT_NOFILE, &previous_), 0); }
  NoFreeDescriptors(const NoFreeDescriptors&) = delete;
  NoFreeDescriptors& operator=(const NoFreeDescriptors&) = delete;

 private:
  rlimit previous_ = {};
};

// What gRPC's own accept loop does not survive (CVE-2023-4785).
TEST(AcceptLoopTest, SurvivesRunningOutOfDescriptors) {
  CapturedLog log;
  Greeter greeter;
  greeter.Start();
  // Both ends of a connection are in this process, so the client's are made
  // before: with one descriptor free, client and accept4 would race for it.
  const int first = Greeter::NewSocket();
  const int second = Greeter::NewSocket();
  {
    const NoFreeDescriptors none;
    EXPECT_FALSE(Greeter::Hears(greeter.Connect(first)));
    EXPECT_FALSE(Greeter::Hears(greeter.Connect(second)));
  }
  close(first);
  close(second);
  EXPECT_TRUE(Greeter::IsGreeted(greeter.Connect()));
  greeter.Stop();
  EXPECT_THAT(
      greeter.Metrics(),
      HasSubstr("signet_connections_total{listener=\"unix\",result=\"out_of_descriptors\"}"));
}

// Whoever comes when descriptors are free again is greeted, also right after.
TEST(AcceptLoopTest, RefusesNobodyOnceDescriptorsAreFreeAgain) {
  CapturedLog log;
  Greeter greeter;
  greeter.Start();
  int refused = 0;
  for (int i = 0; i < 1000; ++i) {
    const int first = Greeter::NewSocket();
    const int second = Greeter::NewSocket();
    {
      const NoFreeDescriptors none;
      // Greeted all the same where accept4 held a descriptor for a moment just now.
      refused += Greeter::IsGreeted(greeter.Connect(first)) ? 0 : 1;
    }
    ASSERT_TRUE(Greeter::IsGreeted(greeter.Connect(second))) << "after " << i;
  }
  EXPECT_GT(refused, 0);
  greeter.Stop();
}

}  // namespace
}  // namespace signet
