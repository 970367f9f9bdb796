// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/tcp_socket.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;

TEST(TcpSocketTest, TellsThePortItGot) {
  ASSERT_OK_AND_ASSIGN(const TcpSocket v4, ListenTcp("127.0.0.1:0"));
  EXPECT_THAT(v4.address, MatchesRegex("127\\.0\\.0\\.1:[1-9][0-9]*"));
  ASSERT_OK_AND_ASSIGN(const TcpSocket by_name, ListenTcp("localhost:0"));
  EXPECT_THAT(by_name.address, MatchesRegex(".*:[1-9][0-9]*"));
}

TEST(TcpSocketTest, NamesAnAddressInUse) {
  ASSERT_OK_AND_ASSIGN(const TcpSocket first, ListenTcp("127.0.0.1:0"));
  EXPECT_THAT(ListenTcp(first.address),
              StatusIs(absl::StatusCode::kAlreadyExists, HasSubstr(first.address)));
}

TEST(TcpSocketTest, RefusesMalformedAddresses) {
  for (const char* const address : {"", "localhost", ":80", "localhost:", "localhost:65536",
                                    "localhost:-1", "localhost:http", "::1:80", "[::1:80"}) {
    EXPECT_THAT(ListenTcp(address),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("host:port")))
        << address;
  }
  EXPECT_THAT(ListenTcp("no-such-host.invalid:80"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("no-such-host.invalid")));
}

}  // namespace
}  // namespace signet
