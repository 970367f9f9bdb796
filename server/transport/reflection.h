// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_TRANSPORT_REFLECTION_H_
#define SIGNET_SERVER_TRANSPORT_REFLECTION_H_

#include <memory>

#include "grpc/reflection/v1/reflection.pb.h"
#include "server/transport/lane.h"

namespace signet {

// What the reflection protocol answers about the services of this process.
::grpc::reflection::v1::ServerReflectionResponse Reflect(
    const ::grpc::reflection::v1::ServerReflectionRequest& request);

// grpc.reflection.v1 and v1alpha. Not gRPC's own plug-in: that one serves on
// every listener of the process and brings threads and queues of its own.
std::unique_ptr<RpcSet> MakeReflectionRpcs();

}  // namespace signet

#endif  // SIGNET_SERVER_TRANSPORT_REFLECTION_H_
