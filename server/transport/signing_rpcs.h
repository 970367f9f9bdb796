// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_TRANSPORT_SIGNING_RPCS_H_
#define SIGNET_SERVER_TRANSPORT_SIGNING_RPCS_H_

#include <memory>

#include "server/observability/metrics.h"
#include "server/service/service_context.h"
#include "server/transport/lane.h"

namespace signet {

// signet.v1.SigningService, by the handlers of server/service. `context` and
// `registry` outlive the result.
std::unique_ptr<RpcSet> MakeSigningRpcs(const ServiceContext& context, MetricsRegistry* registry);

}  // namespace signet

#endif  // SIGNET_SERVER_TRANSPORT_SIGNING_RPCS_H_
