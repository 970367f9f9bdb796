// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_TRANSPORT_HASH_STREAM_H_
#define SIGNET_SERVER_TRANSPORT_HASH_STREAM_H_

#include <memory>

#include "grpcpp/grpcpp.h"
#include "server/service/call_recorder.h"
#include "server/transport/client_stream.h"
#include "server/transport/lane_context.h"

namespace signet {

// A HashPayload call on the wire. `context` and `recorder` outlive it.
std::unique_ptr<ClientStreamSession> OpenHashStream(const LaneContext& context,
                                                    CallRecorder* recorder,
                                                    const grpc::ServerContext& server_context);

}  // namespace signet

#endif  // SIGNET_SERVER_TRANSPORT_HASH_STREAM_H_
