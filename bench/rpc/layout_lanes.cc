// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <atomic>
#include <utility>
#include <vector>

#include "absl/strings/strip.h"
#include "absl/time/clock.h"
#include "bench/rpc/echo_rpcs.h"
#include "bench/rpc/layout.h"
#include "server/base/status_macros.h"
#include "server/transport/accept_loop.h"
#include "server/transport/lane.h"
#include "server/transport/signing_rpcs.h"
#include "server/transport/tcp_socket.h"
#include "server/transport/unix_socket.h"

namespace signet {
namespace {

// signetd's lanes and accept loop, with the echo beside the service.
class LanesLayout final : public Layout {
 public:
  absl::Status Start(const LayoutOptions& options,
                     const std::shared_ptr<grpc::ServerCredentials>& credentials,
                     BenchService* service) {
    for (int i = 0; i < options.lanes; ++i) {
      std::vector<std::unique_ptr<RpcSet>> rpcs;
      rpcs.push_back(MakeSigningRpcs(service->context(), {}, service->metrics()));
      rpcs.push_back(MakeEchoRpcs(service->sign_answer_bytes(), service->lease_answer_bytes()));
      SIGNET_ASSIGN_OR_RETURN(lanes_.emplace_back(),
                              Lane::Start({credentials}, std::move(rpcs), ConnectionLimits()));
    }
    SIGNET_ASSIGN_OR_RETURN(const int fd, Listen(options.address));
    const ConnectionHandler handler = {
        .listener = "bench",
        .identify = [](AcceptedConnection& /*connection*/) { return true; },
        .take =
            [this](AcceptedConnection connection) {
              const int on = 1;
              ::setsockopt(connection.fd.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
              lanes_[next_++ % lanes_.size()]->TakeConnection(std::move(connection.fd), 0);
            }};
    SIGNET_ASSIGN_OR_RETURN(accept_loop_,
                            AcceptLoop::Start({{.fd = fd, .handler = handler}}, ConnectionCaps(),
                                              DefaultMemoryLimit(), service->metrics()));
    return absl::OkStatus();
  }

 private:
  absl::StatusOr<int> Listen(absl::string_view address) {
    if (absl::ConsumePrefix(&address, "unix:")) {
      SIGNET_ASSIGN_OR_RETURN(unix_socket_, UnixSocket::Listen(address, {}));
      return unix_socket_->fd();
    }
    SIGNET_ASSIGN_OR_RETURN(TcpSocket socket, ListenTcp(address));
    tcp_socket_ = std::move(socket.fd);
    return tcp_socket_.get();
  }

  std::vector<std::unique_ptr<Lane>> lanes_;
  // Of the accepting thread.
  size_t next_ = 0;
  std::unique_ptr<UnixSocket> unix_socket_;
  FileDescriptor tcp_socket_;
  std::unique_ptr<AcceptLoop> accept_loop_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<Layout>> StartLanes(
    const LayoutOptions& options, const std::shared_ptr<grpc::ServerCredentials>& credentials,
    BenchService* service) {
  auto layout = std::make_unique<LanesLayout>();
  SIGNET_RETURN_IF_ERROR(layout->Start(options, credentials, service));
  return layout;
}

}  // namespace signet
