// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// Who may connect to the Unix socket, and as whom.

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <fstream>
#include <string>

#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/support/in_process_server.h"

namespace signet {
namespace {

using ::testing::HasSubstr;

int Connect(const std::string& target) {
  const std::string path = target.substr(strlen("unix:"));
  const int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  strncpy(address.sun_path, path.c_str(), sizeof(address.sun_path) - 1);
  return connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0 ? fd : -1;
}

enum class Outcome { kServed = 0, kClosed = 1, kNotConnected = 2 };

// Connects as another user, from another process, and tells whether the server
// speaks (an HTTP/2 server does so first) or hangs up.
Outcome ConnectAs(uid_t uid, gid_t gid, const std::string& target) {
  const pid_t child = fork();
  if (child == 0) {
    if (setgid(gid) != 0 || setuid(uid) != 0) {
      _exit(99);
    }
    const int fd = Connect(target);
    if (fd < 0) {
      _exit(static_cast<int>(Outcome::kNotConnected));
    }
    char byte = 0;
    _exit(static_cast<int>(read(fd, &byte, 1) == 1 ? Outcome::kServed : Outcome::kClosed));
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) != 99);
  return static_cast<Outcome>(WEXITSTATUS(status));
}

Outcome ConnectAs(uid_t id, const std::string& target) { return ConnectAs(id, id, target); }

class LocalIdentityTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (geteuid() != 0) {
      GTEST_SKIP() << "only root can be other users";
    }
    server_.config().unix_listener->mode = 0666;
    chmod(server_.folder().Path("").c_str(), 0755);
  }

  InProcessServer server_;
};

TEST_F(LocalIdentityTest, AnUnknownUserIsHungUpOn) {
  server_.config().unix_listener->users.push_back({"bob", 4242, std::nullopt});
  server_.Start();
  EXPECT_EQ(ConnectAs(4242, server_.target()), Outcome::kServed);
  EXPECT_EQ(ConnectAs(4243, server_.target()), Outcome::kClosed);
  EXPECT_EQ(ConnectAs(0, server_.target()), Outcome::kServed);
}

// It stands for every user that has no number here.
TEST_F(LocalIdentityTest, TheOverflowUserIsHungUpOnEvenIfConfigured) {
  uid_t overflow = 0;
  std::ifstream("/proc/sys/kernel/overflowuid") >> overflow;
  ASSERT_NE(overflow, 0u);
  server_.config().unix_listener->users = {{"nobody", overflow, std::nullopt},
                                           {"team", std::nullopt, 4300}};
  server_.Start();
  EXPECT_EQ(ConnectAs(overflow, server_.target()), Outcome::kClosed);
  // Not by its group either.
  EXPECT_EQ(ConnectAs(overflow, 4300, server_.target()), Outcome::kClosed);
}

TEST_F(LocalIdentityTest, UsersMayBeNamedByGroup) {
  server_.config().unix_listener->users = {{"team", std::nullopt, 4300}};
  server_.Start();
  EXPECT_EQ(ConnectAs(4300, server_.target()), Outcome::kServed);
  EXPECT_EQ(ConnectAs(4301, server_.target()), Outcome::kClosed);
}

TEST_F(LocalIdentityTest, TheOverflowGroupIsNobodysGroup) {
  server_.config().unix_listener->users = {{"team", std::nullopt, 65534},
                                           {"bob", 4242, std::nullopt}};
  server_.Start();
  EXPECT_EQ(ConnectAs(4242, 65534, server_.target()), Outcome::kServed);
  EXPECT_EQ(ConnectAs(4243, 65534, server_.target()), Outcome::kClosed);
}

TEST_F(LocalIdentityTest, TheSocketsModeKeepsOthersOut) {
  server_.config().unix_listener->mode = 0600;
  server_.config().unix_listener->users.push_back({"bob", 4242, std::nullopt});
  server_.Start();
  EXPECT_EQ(ConnectAs(4242, server_.target()), Outcome::kNotConnected);
}

TEST_F(LocalIdentityTest, TheSocketsOwnerAndGroupMayBeOthers) {
  server_.config().unix_listener->mode = 0660;
  server_.config().unix_listener->owner_uid = 4250;
  server_.config().unix_listener->owner_gid = 4260;
  server_.config().unix_listener->users = {{"bob", 4242, std::nullopt},
                                           {"owner", 4250, std::nullopt}};
  server_.Start();
  struct stat there = {};
  ASSERT_EQ(stat(server_.folder().Path("s").c_str(), &there), 0);
  EXPECT_EQ(there.st_uid, 4250u);
  EXPECT_EQ(there.st_gid, 4260u);
  EXPECT_EQ(there.st_mode & 0777, 0660u);
  // By its mode for owner and group, and by the list of users.
  EXPECT_EQ(ConnectAs(4242, 4260, server_.target()), Outcome::kServed);
  EXPECT_EQ(ConnectAs(4250, 4250, server_.target()), Outcome::kServed);
  EXPECT_EQ(ConnectAs(4242, 4242, server_.target()), Outcome::kNotConnected);
  EXPECT_EQ(ConnectAs(4243, 4260, server_.target()), Outcome::kClosed);
}

TEST_F(LocalIdentityTest, EachUserHasItsOwnName) {
  server_.config().unix_listener->users = {{"carol", 0, std::nullopt}, {"bob", 4242, std::nullopt}};
  server_.Start();
  const auto stub = server_.NewStub();
  for (int i = 0; i < 3; ++i) {
    PatientContext context;
    v1::GetServerInfoResponse info;
    ASSERT_TRUE(stub->GetServerInfo(&context, {}, &info).ok());
    EXPECT_EQ(info.caller(), "carol");
  }
}

TEST(ConnectionCapsTest, OneConnectionTooManyIsRefusedUntilAnotherEnds) {
  InProcessServer server;
  server.config().limits.max_connections_per_peer = 2;
  server.Start();
  const auto served = [](int fd) {
    char byte = 0;
    return read(fd, &byte, 1) == 1;
  };
  const int first = Connect(server.target());
  const int second = Connect(server.target());
  ASSERT_TRUE(served(first) && served(second));
  const int third = Connect(server.target());
  EXPECT_FALSE(served(third));
  close(third);
  close(first);
  // The server needs a moment to notice that the first one is gone.
  bool is_served = false;
  for (int i = 0; i < 1000 && !is_served; ++i) {
    const int again = Connect(server.target());
    is_served = served(again);
    close(again);
    usleep(10'000);
  }
  EXPECT_TRUE(is_served);
  close(second);
}

}  // namespace
}  // namespace signet
