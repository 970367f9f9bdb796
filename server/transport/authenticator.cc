// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/authenticator.h"

#include <optional>

#include "server/base/error.h"
#include "server/transport/caller_identity.h"

namespace signet {

absl::Status Authenticator::Identify(const grpc::ServerContextBase& server_context,
                                     CallContext* call) {
  // A getter that gRPC did not declare const.
  grpc_call* const c_call = const_cast<grpc::ServerContextBase&>(server_context).c_call();
  const std::optional<ConnectionCaller> caller = CallerOf(c_call, sources_.tls.get());
  if (!caller.has_value()) {
    return MakeError(absl::StatusCode::kUnauthenticated, Reason::kCallerUnknown, "",
                     "the client certificate names no caller: it needs one SPIFFE ID, or a DNS "
                     "name of more than one label, of an authority that may vouch for it");
  }
  call->caller = caller->name;
  call->proof = caller->proof;
  return absl::OkStatus();
}

}  // namespace signet
