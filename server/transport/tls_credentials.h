// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_TRANSPORT_TLS_CREDENTIALS_H_
#define SIGNET_SERVER_TRANSPORT_TLS_CREDENTIALS_H_

#include <cstdint>
#include <memory>
#include <optional>

#include "absl/status/statusor.h"
#include "grpc/grpc_security.h"
#include "grpcpp/security/server_credentials.h"
#include "server/transport/tls_material.h"
#include "server/transport/tls_store.h"

namespace signet {

// Credentials that require and verify a client certificate before a byte of HTTP/2 is
// read, TLS 1.2 at least. They never change.
//
// Errors as ReadTlsFiles() and MakeTlsMaterial().
absl::StatusOr<std::shared_ptr<grpc::ServerCredentials>> MutualTlsCredentials(
    const TlsFiles& files);

// The same for one gRPC server, with what a store has in use at each handshake.
// Connections that are open stay as they are. Outlives the server.
class ReloadedTls {
 public:
  explicit ReloadedTls(std::shared_ptr<const TlsStore> store) : store_(std::move(store)) {}
  ReloadedTls(const ReloadedTls&) = delete;
  ReloadedTls& operator=(const ReloadedTls&) = delete;

  // To be called once.
  std::shared_ptr<grpc::ServerCredentials> Credentials();

 private:
  // gRPC asks at each handshake, under a lock of its own.
  static grpc_ssl_certificate_config_reload_status Fetch(
      void* self, grpc_ssl_server_certificate_config** config);

  const std::shared_ptr<const TlsStore> store_;
  std::optional<uint64_t> fetched_version_;
};

}  // namespace signet

#endif  // SIGNET_SERVER_TRANSPORT_TLS_CREDENTIALS_H_
