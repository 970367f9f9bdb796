// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SERVICE_VERIFY_H_
#define SIGNET_SERVER_SERVICE_VERIFY_H_

#include "absl/status/status.h"
#include "server/service/call_context.h"
#include "server/service/service_context.h"
#include "signet/v1/signing.pb.h"

namespace signet {

// SigningService.VerifyRequest. Unknown access keys, credentials that the caller
// may not verify by, and wrong signatures give the same answer after the same
// work, and none tells the right signature.
absl::Status VerifyRequest(const ServiceContext& context, const CallContext& call,
                           const v1::VerifyRequestRequest& request,
                           v1::VerifyRequestResponse* response);

}  // namespace signet

#endif  // SIGNET_SERVER_SERVICE_VERIFY_H_
