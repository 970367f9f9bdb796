// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SERVICE_SIGN_REQUEST_H_
#define SIGNET_SERVER_SERVICE_SIGN_REQUEST_H_

#include "absl/status/status.h"
#include "server/service/call_context.h"
#include "server/service/service_context.h"
#include "signet/v1/signing.pb.h"

namespace signet {

// SigningService.SignRequest. `response` is empty on entry, unspecified after an
// error.
absl::Status SignRequest(const ServiceContext& context, const CallContext& call,
                         const v1::SignRequestRequest& request, v1::SignRequestResponse* response);

}  // namespace signet

#endif  // SIGNET_SERVER_SERVICE_SIGN_REQUEST_H_
