// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_TESTS_SUPPORT_LOOPBACK_LISTENER_H_
#define SIGNET_TESTS_SUPPORT_LOOPBACK_LISTENER_H_

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "gtest/gtest.h"

namespace signet {

// A socket that listens on a free port of 127.0.0.1, which is in `*port`.
inline int ListenOnLoopback(int* port) {
  const int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  auto* const generic = reinterpret_cast<sockaddr*>(&address);
  EXPECT_EQ(bind(listener, generic, size), 0);
  EXPECT_EQ(listen(listener, 16), 0);
  EXPECT_EQ(getsockname(listener, generic, &size), 0);
  *port = ntohs(address.sin_port);
  return listener;
}

}  // namespace signet

#endif  // SIGNET_TESTS_SUPPORT_LOOPBACK_LISTENER_H_
