// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SERVICE_GRPC_STATUS_H_
#define SIGNET_SERVER_SERVICE_GRPC_STATUS_H_

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "grpcpp/support/status.h"
#include "server/base/error.h"
#include "signet/v1/signing.pb.h"

namespace signet {

// google.rpc.ErrorInfo.domain of all our errors.
inline constexpr char kErrorDomain[] = "signet";

// The status as it goes over the wire, with google.rpc.Status as details:
// ErrorInfo, and BadRequest where a field is to blame. Messages are cut at
// 1,024 bytes, and what is not UTF-8 in them becomes '?'.
grpc::Status ToGrpcStatus(const absl::Status& status);

// The same with a RetryInfo: the caller is to wait so long before it tries again.
// REQUIRES: not OK.
grpc::Status ToGrpcStatus(const absl::Status& status, absl::Duration retry_after);

// The same failure as an entry of a batch.
v1::BatchError ToBatchError(const absl::Status& status);

// The value of the API's enum for a reason.
v1::ErrorReason ToErrorReason(Reason reason);

}  // namespace signet

#endif  // SIGNET_SERVER_SERVICE_GRPC_STATUS_H_
