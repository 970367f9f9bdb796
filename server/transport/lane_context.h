// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_TRANSPORT_LANE_CONTEXT_H_
#define SIGNET_SERVER_TRANSPORT_LANE_CONTEXT_H_

#include "server/service/service_context.h"
#include "server/transport/authenticator.h"

namespace signet {

// What the RPCs of one lane work with: the handlers' context, and who finds out who
// calls.
struct LaneContext : ServiceContext {
  // Used on the lane's thread alone; outlives its RPCs.
  Authenticator* authenticator = nullptr;
};

}  // namespace signet

#endif  // SIGNET_SERVER_TRANSPORT_LANE_CONTEXT_H_
