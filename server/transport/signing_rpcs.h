// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_TRANSPORT_SIGNING_RPCS_H_
#define SIGNET_SERVER_TRANSPORT_SIGNING_RPCS_H_

#include <memory>

#include "server/observability/metrics.h"
#include "server/service/service_context.h"
#include "server/transport/authenticator.h"
#include "server/transport/lane.h"

namespace signet {

// signet.v1.SigningService, by the handlers of server/service, for one lane of a
// listener whose callers are known by `callers`. What `context` points to and
// `registry` outlive the result.
std::unique_ptr<RpcSet> MakeSigningRpcs(const ServiceContext& context, CallerSources callers,
                                        MetricsRegistry* registry);

}  // namespace signet

#endif  // SIGNET_SERVER_TRANSPORT_SIGNING_RPCS_H_
