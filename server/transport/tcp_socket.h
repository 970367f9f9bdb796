// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_TRANSPORT_TCP_SOCKET_H_
#define SIGNET_SERVER_TRANSPORT_TCP_SOCKET_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "server/transport/file_descriptor.h"

namespace signet {

struct TcpSocket {
  FileDescriptor fd;
  // As bound, with the port the kernel chose where 0 was asked: "127.0.0.1:8443",
  // "[::1]:8443".
  std::string address;
};

// Binds "host:port" ("0.0.0.0:8443", "[::]:8443", "localhost:0") and listens.
// Nonblocking, TCP_NODELAY is inherited by what it accepts.
//
// Each error is one line that names the address. InvalidArgument: not of that
// form, or the host has no address. AlreadyExists: the address is in use.
absl::StatusOr<TcpSocket> ListenTcp(absl::string_view address);

}  // namespace signet

#endif  // SIGNET_SERVER_TRANSPORT_TCP_SOCKET_H_
