// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_TRANSPORT_ADMIN_RPCS_H_
#define SIGNET_SERVER_TRANSPORT_ADMIN_RPCS_H_

#include <memory>

#include "server/observability/metrics.h"
#include "server/service/service_context.h"
#include "server/transport/authenticator.h"
#include "server/transport/lane.h"

namespace signet {

// signet.v1.AdminService for one lane of a listener, for a context with an AdminContext,
// whose tasks and reloads end before the lane does. `callers` as for MakeSigningRpcs().
// What `context` points to and `registry` outlive the result.
std::unique_ptr<RpcSet> MakeAdminRpcs(const ServiceContext& context, CallerSources callers,
                                      MetricsRegistry* registry);

}  // namespace signet

#endif  // SIGNET_SERVER_TRANSPORT_ADMIN_RPCS_H_
