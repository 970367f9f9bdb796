// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/rpc/layout.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "server/base/status_macros.h"
#include "server/transport/caller_identity.h"

namespace signet {

absl::StatusOr<std::unique_ptr<Layout>> Layout::Start(const LayoutOptions& options,
                                                      BenchService* service) {
  std::shared_ptr<grpc::ServerCredentials> credentials = LocalUserCredentials("bench");
  if (!absl::StartsWith(options.address, "unix:")) {
    SIGNET_ASSIGN_OR_RETURN(credentials, MutualTlsCredentials(options.tls));
  }
  if (options.kind == "lanes") {
    return StartLanes(options, credentials, service);
  }
  if (options.kind == "queues" || options.kind == "reuseport") {
    return StartQueues(options, credentials, service);
  }
  if (options.kind == "sync" || options.kind == "callback") {
    return StartHandlers(options, credentials, service);
  }
  return absl::InvalidArgumentError(absl::StrCat("no layout is called ", options.kind));
}

}  // namespace signet
