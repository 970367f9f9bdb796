// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/listeners.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <functional>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "server/base/status_macros.h"
#include "server/transport/admin_rpcs.h"
#include "server/transport/caller_identity.h"
#include "server/transport/reflection.h"
#include "server/transport/signing_rpcs.h"

namespace signet {
namespace {

using Users = std::vector<ServerConfig::LocalUser>;
using MakeRpcs = std::function<std::vector<std::unique_ptr<RpcSet>>()>;
using CredentialsList = std::vector<std::shared_ptr<grpc::ServerCredentials>>;
using MakeCredentials = std::function<CredentialsList()>;

ConnectionLimits ToConnectionLimits(const ServerConfig::Limits& limits) {
  ConnectionLimits result;
  result.max_message_bytes = limits.max_batch_bytes;
  result.max_metadata_bytes = limits.max_metadata_bytes;
  result.max_streams = limits.max_streams_per_connection;
  result.handshake_timeout = limits.handshake_timeout;
  result.max_idle = limits.idle_timeout;
  result.max_age = limits.max_connection_age;
  result.age_grace = limits.max_connection_age_grace;
  return result;
}

absl::StatusOr<std::unique_ptr<LaneGroup>> StartLanes(const ServerConfig& config,
                                                      const MakeCredentials& make_credentials,
                                                      const MakeRpcs& make_rpcs,
                                                      MetricsRegistry* metrics) {
  std::vector<std::unique_ptr<Lane>> lanes;
  for (int i = 0; i < config.lanes; ++i) {
    SIGNET_ASSIGN_OR_RETURN(lanes.emplace_back(), Lane::Start(make_credentials(), make_rpcs(),
                                                              ToConnectionLimits(config.limits),
                                                              OverloadOptions(), metrics));
  }
  return std::make_unique<LaneGroup>(std::move(lanes));
}

// The first user that is the peer. Users are named by uid or by gid; the overflow
// ID is nobody's.
std::optional<size_t> FindUser(const Users& users, const PeerCredentials& peer) {
  for (size_t i = 0; i < users.size(); ++i) {
    const bool is_by_group = users[i].gid.has_value();
    if ((!users[i].uid.has_value() || *users[i].uid == peer.uid) &&
        (!is_by_group || (*users[i].gid == peer.gid && peer.gid != OverflowGid()))) {
      return i;
    }
  }
  return std::nullopt;
}

// Who is at the other end of a Unix socket: an index into `users`.
std::optional<size_t> IdentifyUser(const Users& users, AcceptedConnection& connection) {
  const std::optional<PeerCredentials> peer = PeerCredentialsOf(connection.fd.get());
  if (!peer.has_value()) {
    return std::nullopt;
  }
  connection.peer = absl::StrCat("uid ", peer->uid);
  if (peer->uid == OverflowUid()) {
    return std::nullopt;
  }
  return FindUser(users, *peer);
}

TlsFiles FilesOf(const ServerConfig::TcpListener& listener) {
  TlsFiles files = {.cert_file = listener.cert_file,
                    .key_file = listener.key_file,
                    .client_ca_file = listener.client_ca_file,
                    .trust_bundles = {}};
  for (const ServerConfig::TrustBundle& bundle : listener.trust_bundles) {
    files.trust_bundles.push_back({bundle.trust_domain, bundle.ca_file});
  }
  return files;
}

// The IP address, without the port: that is what a peer has one of.
bool IdentifyAddress(AcceptedConnection& connection) {
  sockaddr_storage storage = {};
  socklen_t length = sizeof(storage);
  if (::getpeername(connection.fd.get(), reinterpret_cast<sockaddr*>(&storage), &length) != 0) {
    return false;
  }
  char text[INET6_ADDRSTRLEN] = {};
  if (storage.ss_family == AF_INET6) {
    ::inet_ntop(AF_INET6, &reinterpret_cast<const sockaddr_in6*>(&storage)->sin6_addr, text,
                sizeof(text));
  } else {
    ::inet_ntop(AF_INET, &reinterpret_cast<const sockaddr_in*>(&storage)->sin_addr, text,
                sizeof(text));
  }
  connection.peer = text;
  const int on = 1;
  ::setsockopt(connection.fd.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
  return true;
}

}  // namespace

absl::Status CheckTlsFiles(const ServerConfig::TcpListener& listener) {
  const TlsFiles files = FilesOf(listener);
  SIGNET_ASSIGN_OR_RETURN(const TlsBytes bytes, ReadTlsFiles(files));
  return MakeTlsMaterial(files, bytes, absl::Now()).status();
}

absl::StatusOr<std::unique_ptr<Listeners>> Listeners::Start(const ServerConfig& config,
                                                            const ServiceContext& context,
                                                            HealthState* health,
                                                            MetricsRegistry* metrics) {
  std::unique_ptr<Listeners> listeners(new Listeners());
  if (config.tokens.has_value()) {
    SIGNET_ASSIGN_OR_RETURN(listeners->tokens_,
                            TokenVerifier::Create(*config.tokens, *context.clock, metrics));
  }
  if (config.unix_listener.has_value()) {
    SIGNET_RETURN_IF_ERROR(listeners->AddUnix(config, context, health, metrics));
  }
  if (config.tcp_listener.has_value()) {
    SIGNET_RETURN_IF_ERROR(listeners->AddTcp(config, context, metrics));
  }
  const ConnectionCaps caps = {
      .total = static_cast<size_t>(config.limits.max_connections),
      .per_peer = static_cast<size_t>(config.limits.max_connections_per_peer)};
  SIGNET_ASSIGN_OR_RETURN(
      listeners->accept_loop_,
      AcceptLoop::Start(std::move(listeners->sources_), caps,
                        config.limits.max_resident_bytes.value_or(DefaultMemoryLimit()), metrics));
  return listeners;
}

Listeners::~Listeners() { Shutdown(absl::InfinitePast()); }

absl::Status Listeners::AddUnix(const ServerConfig& config, const ServiceContext& context,
                                HealthState* health, MetricsRegistry* metrics) {
  const ServerConfig::UnixListener& listener = *config.unix_listener;
  SIGNET_ASSIGN_OR_RETURN(unix_socket_,
                          UnixSocket::Listen(listener.path, {.mode = listener.mode,
                                                             .owner_uid = listener.owner_uid,
                                                             .owner_gid = listener.owner_gid}));
  const MakeCredentials make_credentials = [&listener] {
    CredentialsList credentials;
    for (const ServerConfig::LocalUser& user : listener.users) {
      credentials.push_back(LocalUserCredentials(user.name));
    }
    return credentials;
  };
  // Health and reflection are for the machine's own probes and tools.
  const MakeRpcs make_rpcs = [&] {
    std::vector<std::unique_ptr<RpcSet>> rpcs;
    rpcs.push_back(MakeSigningRpcs(context, SourcesOf(config, nullptr), metrics));
    rpcs.push_back(MakeAdminRpcs(context, SourcesOf(config, nullptr), metrics));
    rpcs.push_back(MakeHealthRpcs(health));
    rpcs.push_back(MakeReflectionRpcs());
    return rpcs;
  };
  SIGNET_ASSIGN_OR_RETURN(groups_.emplace_back(),
                          StartLanes(config, make_credentials, make_rpcs, metrics));
  LaneGroup* const group = groups_.back().get();
  const Users users = listener.users;
  sources_.push_back({.fd = unix_socket_->fd(),
                      .handler = {.listener = "unix",
                                  .identify =
                                      [users](AcceptedConnection& connection) {
                                        const std::optional<size_t> user =
                                            IdentifyUser(users, connection);
                                        connection.credentials_index = user.value_or(0);
                                        return user.has_value();
                                      },
                                  .take =
                                      [group](AcceptedConnection connection) {
                                        group->TakeConnection(std::move(connection.fd),
                                                              connection.credentials_index);
                                      },
                                  .release_memory = [group] { group->ReleaseMemory(); }}});
  addresses_.push_back(absl::StrCat("unix:", unix_socket_->path()));
  return absl::OkStatus();
}

absl::Status Listeners::AddTcp(const ServerConfig& config, const ServiceContext& context,
                               MetricsRegistry* metrics) {
  const ServerConfig::TcpListener& listener = *config.tcp_listener;
  SIGNET_ASSIGN_OR_RETURN(tls_, TlsStore::Create(FilesOf(listener), *context.clock, metrics));
  SIGNET_ASSIGN_OR_RETURN(tcp_socket_, ListenTcp(listener.address));
  const MakeRpcs make_rpcs = [&] {
    std::vector<std::unique_ptr<RpcSet>> rpcs;
    rpcs.push_back(MakeSigningRpcs(context, SourcesOf(config, tls_), metrics));
    rpcs.push_back(MakeAdminRpcs(context, SourcesOf(config, tls_), metrics));
    return rpcs;
  };
  const MakeCredentials make_credentials = [this] {
    reloaded_tls_.push_back(std::make_unique<ReloadedTls>(tls_));
    return CredentialsList{reloaded_tls_.back()->Credentials()};
  };
  SIGNET_ASSIGN_OR_RETURN(groups_.emplace_back(),
                          StartLanes(config, make_credentials, make_rpcs, metrics));
  LaneGroup* const group = groups_.back().get();
  sources_.push_back({.fd = tcp_socket_->fd.get(),
                      .handler = {.listener = "tcp",
                                  .identify = &IdentifyAddress,
                                  .take =
                                      [group](AcceptedConnection connection) {
                                        group->TakeConnection(std::move(connection.fd), 0);
                                      },
                                  .release_memory = [group] { group->ReleaseMemory(); }}});
  addresses_.push_back(tcp_socket_->address);
  return absl::OkStatus();
}

CallerSources Listeners::SourcesOf(const ServerConfig& config,
                                   std::shared_ptr<const TlsStore> tls) const {
  return {.tls = std::move(tls), .tokens = tokens_, .trusted_proxies = config.trusted_proxies};
}

bool Listeners::PollFiles() {
  if (tokens_ != nullptr) {
    tokens_->Poll();
  }
  return tls_ == nullptr || tls_->Poll();
}

void Listeners::Shutdown(absl::Time deadline) {
  accept_loop_.reset();
  unix_socket_.reset();
  tcp_socket_.reset();
  // Each blocks until the deadline at worst, so all of them at once.
  std::vector<std::thread> threads;
  for (const auto& group : groups_) {
    for (const auto& lane : group->lanes()) {
      threads.emplace_back([lane = lane.get(), deadline] { lane->Shutdown(deadline); });
    }
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  groups_.clear();
}

}  // namespace signet
