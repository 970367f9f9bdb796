// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_TRANSPORT_AUTHENTICATOR_H_
#define SIGNET_SERVER_TRANSPORT_AUTHENTICATOR_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "grpcpp/grpcpp.h"
#include "server/service/call_context.h"
#include "server/service/token_cache.h"
#include "server/service/token_verifier.h"
#include "server/transport/tls_store.h"

namespace signet {

// What a listener knows of callers beyond their connections. All of it is safe for
// concurrent use.
struct CallerSources {
  // What its connections are made with; null for the Unix socket.
  std::shared_ptr<const TlsStore> tls = nullptr;
  // Null: tokens are not looked at.
  std::shared_ptr<const TokenVerifier> tokens = nullptr;
  // Who speaks for others.
  std::vector<std::string> trusted_proxies = {};
};

// Finds out who calls. One for each lane, used on its thread alone.
class Authenticator {
 public:
  explicit Authenticator(CallerSources sources);

  // Sets the caller of `call` and how it was proven; valid as long as `server_context`
  // and `call`. Whose connection it is comes first; a trusted proxy's word replaces that,
  // and a token what there is then. Other metadata never says who calls.
  //
  // Unauthenticated, kCallerUnknown: the connection is nobody's, or its proxy says nothing
  // sound; kInvalidToken: there is one that is not good, or none where one is required.
  absl::Status Identify(const grpc::ServerContextBase& server_context, CallContext* call);

 private:
  absl::Status TakeForwarded(const grpc::ServerContextBase& server_context, CallContext* call);
  absl::Status TakeToken(const grpc::ServerContextBase& server_context, CallContext* call);

  const CallerSources sources_;
  std::optional<TokenCache> tokens_;
};

}  // namespace signet

#endif  // SIGNET_SERVER_TRANSPORT_AUTHENTICATOR_H_
