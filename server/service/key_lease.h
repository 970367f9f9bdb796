// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SERVICE_KEY_LEASE_H_
#define SIGNET_SERVER_SERVICE_KEY_LEASE_H_

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "server/service/call_context.h"
#include "server/service/service_context.h"
#include "signet/v1/signing.pb.h"

namespace signet {

// Tomorrow's key is leased this long before UTC midnight.
inline constexpr absl::Duration kTomorrowWindow = absl::Minutes(15);

// SigningService.GetOrLoadKey. Whoever sends `response` wipes its key afterwards
// (WipeLease).
absl::Status GetOrLoadKey(const ServiceContext& context, const CallContext& call,
                          const v1::GetOrLoadKeyRequest& request,
                          v1::GetOrLoadKeyResponse* response);

// Wipes key and session token of a response that was sent.
void WipeLease(v1::GetOrLoadKeyResponse* response);

}  // namespace signet

#endif  // SIGNET_SERVER_SERVICE_KEY_LEASE_H_
