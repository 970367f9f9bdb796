// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_TRANSPORT_LISTENERS_H_
#define SIGNET_SERVER_TRANSPORT_LISTENERS_H_

#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "server/observability/metrics.h"
#include "server/service/config.h"
#include "server/service/service_context.h"
#include "server/service/token_verifier.h"
#include "server/transport/accept_loop.h"
#include "server/transport/authenticator.h"
#include "server/transport/health.h"
#include "server/transport/lane.h"
#include "server/transport/tcp_socket.h"
#include "server/transport/tls_credentials.h"
#include "server/transport/tls_store.h"
#include "server/transport/unix_socket.h"

namespace signet {

// The lanes of one listener, who get its connections in turn.
class LaneGroup {
 public:
  explicit LaneGroup(std::vector<std::unique_ptr<Lane>> lanes) : lanes_(std::move(lanes)) {}

  void TakeConnection(FileDescriptor fd, size_t credentials_index) {
    lanes_[next_++ % lanes_.size()]->TakeConnection(std::move(fd), credentials_index);
  }

  void ReleaseMemory() {
    for (const std::unique_ptr<Lane>& lane : lanes_) {
      lane->ReleaseMemory();
    }
  }

  std::vector<std::unique_ptr<Lane>>& lanes() { return lanes_; }

 private:
  std::vector<std::unique_ptr<Lane>> lanes_;
  // Of the accepting thread.
  size_t next_ = 0;
};

// What of a listener's TLS files keeps it from starting. Errors as ReadTlsFiles() and
// MakeTlsMaterial().
absl::Status CheckTlsFiles(const ServerConfig::TcpListener& listener);

// The server's way in: its sockets, the thread that accepts, the lanes that
// serve. Callers on the Unix socket are known by their user ID, those on TCP by
// their certificate; there is no other way in.
class Listeners {
 public:
  // Binds and serves what `config` says. Everything pointed to outlives the
  // result. Errors, each one line, as UnixSocket::Listen, ListenTcp,
  // TlsStore::Create, Lane::Start.
  static absl::StatusOr<std::unique_ptr<Listeners>> Start(const ServerConfig& config,
                                                          const ServiceContext& context,
                                                          HealthState* health,
                                                          MetricsRegistry* metrics);

  // As Shutdown() with no time left.
  ~Listeners();
  Listeners(const Listeners&) = delete;
  Listeners& operator=(const Listeners&) = delete;

  // Looks after TLS files and tokens' keys that changed; see TlsStore::Poll() and
  // TokenVerifier::Poll(). False: there are TLS files that are not taken.
  bool PollFiles();

  // TlsStore::version(); 0 without TLS.
  uint64_t tls_version() const { return tls_ != nullptr ? tls_->version() : 0; }

  // Closes the sockets, so that another process can have them, and lets calls
  // that run end until `deadline`. Blocks.
  void Shutdown(absl::Time deadline);

  // "unix:/run/signet/signet.sock", "127.0.0.1:8443" (the port as bound).
  const std::vector<std::string>& addresses() const { return addresses_; }

 private:
  Listeners() = default;

  CallerSources SourcesOf(const ServerConfig& config, std::shared_ptr<const TlsStore> tls) const;
  absl::Status AddUnix(const ServerConfig& config, const ServiceContext& context,
                       HealthState* health, MetricsRegistry* metrics);
  absl::Status AddTcp(const ServerConfig& config, const ServiceContext& context,
                      MetricsRegistry* metrics);

  std::vector<std::string> addresses_;
  std::unique_ptr<UnixSocket> unix_socket_;
  std::optional<TcpSocket> tcp_socket_;
  // Null without tokens.
  std::shared_ptr<TokenVerifier> tokens_;
  // Null without TCP.
  std::shared_ptr<TlsStore> tls_;
  // One for each lane; the lanes use them until they end.
  std::vector<std::unique_ptr<ReloadedTls>> reloaded_tls_;
  std::vector<std::unique_ptr<LaneGroup>> groups_;
  std::vector<AcceptLoop::Listener> sources_;
  std::unique_ptr<AcceptLoop> accept_loop_;
};

}  // namespace signet

#endif  // SIGNET_SERVER_TRANSPORT_LISTENERS_H_
