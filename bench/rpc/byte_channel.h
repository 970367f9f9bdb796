// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_BENCH_RPC_BYTE_CHANNEL_H_
#define SIGNET_BENCH_RPC_BYTE_CHANNEL_H_

#include <cstddef>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace signet {

// Where a server listens.
struct ChannelTarget {
  // "unix:PATH" or "127.0.0.1:PORT".
  std::string address;
  // PEM files of a TCP target; empty for plain TCP.
  std::string ca_file;
  std::string cert_file;
  std::string key_file;
};

// A connected, nonblocking byte stream: a socket, or TLS on top of one.
class ByteChannel {
 public:
  // Unavailable, with one line, when there is no such server or no handshake.
  static absl::StatusOr<std::unique_ptr<ByteChannel>> Connect(const ChannelTarget& target);

  virtual ~ByteChannel() = default;

  virtual int fd() const = 0;

  // Bytes that moved, 0 when none can now, negative when the stream has ended.
  virtual long Read(char* to, size_t size) = 0;
  virtual long Write(absl::string_view from) = 0;
};

}  // namespace signet

#endif  // SIGNET_BENCH_RPC_BYTE_CHANNEL_H_
