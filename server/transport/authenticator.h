// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_TRANSPORT_AUTHENTICATOR_H_
#define SIGNET_SERVER_TRANSPORT_AUTHENTICATOR_H_

#include <memory>
#include <utility>

#include "absl/status/status.h"
#include "grpcpp/grpcpp.h"
#include "server/service/call_context.h"
#include "server/transport/tls_store.h"

namespace signet {

// What a listener knows of callers beyond their connections. All of it is safe for
// concurrent use.
struct CallerSources {
  // What its connections are made with; null for the Unix socket.
  std::shared_ptr<const TlsStore> tls;
};

// Finds out who calls. One for each lane, used on its thread alone.
class Authenticator {
 public:
  explicit Authenticator(CallerSources sources) : sources_(std::move(sources)) {}

  // Sets the caller of `call` and how it was proven; valid as long as `server_context`
  // and `call`. Unauthenticated, kCallerUnknown: the connection is nobody's.
  absl::Status Identify(const grpc::ServerContextBase& server_context, CallContext* call);

 private:
  const CallerSources sources_;
};

}  // namespace signet

#endif  // SIGNET_SERVER_TRANSPORT_AUTHENTICATOR_H_
