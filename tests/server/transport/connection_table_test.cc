// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/connection_table.h"

#include <sys/socket.h>

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

}  // namespace
}  // namespace signet
