// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SERVICE_SERVER_INFO_H_
#define SIGNET_SERVER_SERVICE_SERVER_INFO_H_

#include "absl/status/status.h"
#include "server/service/call_context.h"
#include "server/service/service_context.h"
#include "signet/v1/signing.pb.h"

namespace signet {

// SigningService.GetServerInfo. Always OK.
absl::Status GetServerInfo(const ServiceContext& context, const CallContext& call,
                           const v1::GetServerInfoRequest& request,
                           v1::GetServerInfoResponse* response);

}  // namespace signet

#endif  // SIGNET_SERVER_SERVICE_SERVER_INFO_H_
