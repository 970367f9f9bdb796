// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/load/load_connection.h"

#include "absl/memory/memory.h"
#include "client_lib/cpp/connection.h"
#include "server/base/status_macros.h"

namespace signet::load {

absl::StatusOr<std::unique_ptr<LoadConnection>> LoadConnection::Create(
    const SignerOptions& options) {
  SIGNET_ASSIGN_OR_RETURN(ChannelParts parts, ChannelPartsFor(options));
  parts.arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  parts.arguments.SetInt(GRPC_ARG_ENABLE_RETRIES, 0);
  return absl::WrapUnique(new LoadConnection(
      grpc::CreateCustomChannel(options.target, parts.credentials, parts.arguments)));
}

}  // namespace signet::load
