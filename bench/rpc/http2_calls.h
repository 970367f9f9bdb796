// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_BENCH_RPC_HTTP2_CALLS_H_
#define SIGNET_BENCH_RPC_HTTP2_CALLS_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "bench/rpc/byte_channel.h"

namespace signet {

// Unary gRPC calls of one method with one ready-made message over one HTTP/2
// connection, written for a tenth of the CPU a gRPC client needs: the header
// block is a handful of table indices, and of answers only frames are read. An
// answer without a message counts as an error, since that is how gRPC sends
// statuses other than OK. RFC 9113, RFC 7541, gRPC's PROTOCOL-HTTP2.
class Http2Calls {
 public:
  // `call` as given to Start().
  using OnDone = std::function<void(uint32_t call, bool ok)>;

  // `path` is "/package.Service/Method", `message` at most 60,000 bytes.
  Http2Calls(std::unique_ptr<ByteChannel> channel, absl::string_view path,
             absl::string_view message);

  int fd() const { return channel_->fd(); }
  bool is_broken() const { return is_broken_; }

  // Queues a call; Flush() sends. What is more than the 256 that the server takes
  // at once waits here.
  void Start(uint32_t call);
  void Flush();

  // Reads what has come and tells of the calls that have ended.
  void Read(const OnDone& on_done);

  // Payload of the last answer, in bytes.
  uint32_t answer_bytes() const { return answer_bytes_; }
  bool has_unsent() const { return !unsent_.empty(); }

 private:
  struct Stream {
    uint32_t call = 0;
    bool has_message = false;
  };

  void AppendHeaders(uint32_t stream_id);
  void SendWaiting();
  void End(uint32_t stream_id, bool ok, const OnDone& on_done);
  void OnFrame(uint8_t type, uint8_t flags, uint32_t stream_id, absl::Span<const char> payload,
               const OnDone& on_done);
  Stream& StreamOf(uint32_t stream_id) { return streams_[(stream_id / 2) % streams_.size()]; }

  std::unique_ptr<ByteChannel> channel_;
  std::string first_headers_;
  std::string later_headers_;
  std::string message_;
  std::string unsent_;
  std::vector<char> received_;
  size_t received_size_ = 0;
  // By stream number, in a ring far longer than the calls at once.
  std::vector<Stream> streams_;
  std::vector<uint32_t> waiting_;
  uint32_t next_stream_id_ = 1;
  int open_streams_ = 0;
  int64_t send_window_ = 65535;
  int64_t unacknowledged_ = 0;
  uint32_t answer_bytes_ = 0;
  bool is_broken_ = false;
};

}  // namespace signet

#endif  // SIGNET_BENCH_RPC_HTTP2_CALLS_H_
