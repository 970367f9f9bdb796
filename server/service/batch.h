// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SERVICE_BATCH_H_
#define SIGNET_SERVER_SERVICE_BATCH_H_

#include "absl/status/status.h"
#include "server/service/call_context.h"
#include "server/service/service_context.h"
#include "signet/v1/signing.pb.h"

namespace signet {

inline constexpr int kMaxBatchRequests = 1000;

// SigningService.BatchSignRequests. DeadlineExceeded, kDeadlineExceeded, for the
// whole batch: a part of it would be no answer.
absl::Status BatchSignRequests(const ServiceContext& context, const CallContext& call,
                               const v1::BatchSignRequestsRequest& request,
                               v1::BatchSignRequestsResponse* response);

}  // namespace signet

#endif  // SIGNET_SERVER_SERVICE_BATCH_H_
