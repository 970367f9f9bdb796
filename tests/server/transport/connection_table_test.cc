// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/connection_table.h"

#include <sys/socket.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "server/transport/file_descriptor.h"

namespace signet {
namespace {

FileDescriptor NewSocket() { return FileDescriptor(socket(AF_UNIX, SOCK_STREAM, 0)); }

TEST(ConnectionTableTest, CapsEachPeerAndAll) {
  ConnectionTable table({.total = 3, .per_peer = 2});
  std::vector<FileDescriptor> sockets;
  for (int i = 0; i < 5; ++i) {
    sockets.push_back(NewSocket());
  }
  EXPECT_TRUE(table.Add(sockets[0].get(), "a"));
  EXPECT_TRUE(table.Add(sockets[1].get(), "a"));
  EXPECT_FALSE(table.Add(sockets[2].get(), "a"));
  EXPECT_TRUE(table.Add(sockets[3].get(), "b"));
  EXPECT_FALSE(table.Add(sockets[4].get(), "c"));
  EXPECT_EQ(table.open(), 3u);
}

TEST(ConnectionTableTest, AClosedConnectionMakesRoomForAnother) {
  ConnectionTable table({.total = 10, .per_peer = 1});
  FileDescriptor first = NewSocket();
  ASSERT_TRUE(table.Add(first.get(), "a"));
  first.Close();
  // The kernel gives the same number again; the inode tells them apart.
  const FileDescriptor second = NewSocket();
  EXPECT_TRUE(table.Add(second.get(), "a"));
  EXPECT_EQ(table.open(), 1u);
  const FileDescriptor third = NewSocket();
  EXPECT_FALSE(table.Add(third.get(), "a"));
}

TEST(ConnectionTableTest, SweepForgetsOnlyWhatHasEnded) {
  ConnectionTable table({.total = 10, .per_peer = 10});
  std::vector<FileDescriptor> sockets;
  for (int i = 0; i < 6; ++i) {
    sockets.push_back(NewSocket());
    ASSERT_TRUE(table.Add(sockets.back().get(), i % 2 == 0 ? "a" : "b"));
  }
  sockets[0].Close();
  sockets[3].Close();
  sockets[5].Close();
  table.Sweep();
  EXPECT_EQ(table.open(), 3u);
  table.Sweep();
  EXPECT_EQ(table.open(), 3u);
}

class TrafficTest : public ::testing::Test {
 protected:
  struct Pair {
    FileDescriptor ours;
    FileDescriptor peers;
  };

  // A connection that the table knows.
  Pair Connect() {
    int ends[2];
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends), 0);
    EXPECT_TRUE(table_.Add(ends[0], "a"));
    return {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
  }

  static void Send(const FileDescriptor& from, size_t bytes) {
    const std::string data(bytes, 'x');
    ASSERT_EQ(write(from.get(), data.data(), data.size()), static_cast<ssize_t>(bytes));
  }

  // Whether our end was shut down: the peer may not write any more.
  static bool IsClosed(const Pair& pair) {
    return send(pair.peers.get(), "x", 1, MSG_NOSIGNAL) < 0;
  }

  ConnectionTable table_{{.total = 10, .per_peer = 10}};
};

TEST_F(TrafficTest, ClosesWhatHasTheMostWaiting) {
  const Pair quiet = Connect();
  const Pair flooding = Connect();
  const Pair idle = Connect();
  Send(quiet.peers, 10);
  Send(flooding.peers, 10000);
  table_.MeasureTraffic();
  EXPECT_EQ(table_.CloseBusiest(1), 1u);
  EXPECT_TRUE(IsClosed(flooding));
  EXPECT_FALSE(IsClosed(quiet));
  EXPECT_FALSE(IsClosed(idle));
}

TEST_F(TrafficTest, CountsAnswersThatThePeerDoesNotTake) {
  const Pair reader = Connect();
  const Pair hoarder = Connect();
  Send(hoarder.ours, 10000);
  table_.MeasureTraffic();
  EXPECT_EQ(table_.CloseBusiest(1), 1u);
  EXPECT_TRUE(IsClosed(hoarder));
  EXPECT_FALSE(IsClosed(reader));
}

TEST_F(TrafficTest, OfEqualsTheYoungestGoesFirst) {
  const Pair older = Connect();
  const Pair younger = Connect();
  table_.MeasureTraffic();
  EXPECT_EQ(table_.CloseBusiest(1), 1u);
  EXPECT_TRUE(IsClosed(younger));
  EXPECT_FALSE(IsClosed(older));
}

TEST_F(TrafficTest, LeavesADescriptorAloneThatIsAnothersNow) {
  Pair pair = Connect();
  table_.MeasureTraffic();
  const int number = pair.ours.get();
  pair.ours.Close();
  int ends[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
  const Pair strange = {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
  ASSERT_EQ(strange.ours.get(), number);
  EXPECT_EQ(table_.CloseBusiest(5), 0u);
  EXPECT_FALSE(IsClosed(strange));
}

}  // namespace
}  // namespace signet
