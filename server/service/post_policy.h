// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SERVICE_POST_POLICY_H_
#define SIGNET_SERVER_SERVICE_POST_POLICY_H_

#include "absl/status/status.h"
#include "server/service/call_context.h"
#include "server/service/service_context.h"
#include "signet/v1/signing.pb.h"

namespace signet {

// SigningService.SignPostPolicy.
absl::Status SignPostPolicy(const ServiceContext& context, const CallContext& call,
                            const v1::SignPostPolicyRequest& request,
                            v1::SignPostPolicyResponse* response);

}  // namespace signet

#endif  // SIGNET_SERVER_SERVICE_POST_POLICY_H_
