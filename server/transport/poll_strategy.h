// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_TRANSPORT_POLL_STRATEGY_H_
#define SIGNET_SERVER_TRANSPORT_POLL_STRATEGY_H_

namespace signet {

// Has gRPC poll in the way that suits so many lanes, unless GRPC_POLL_STRATEGY
// says how. To be called before gRPC is used and before any thread is started.
//
// With epoll, gRPC has one set of descriptors for the whole process: a lane's
// thread is woken for the others' connections and has to wake them in turn. With
// poll each lane waits for its own connections and nothing else. One lane has
// nobody to share with, and epoll's cost does not grow with its connections.
void ChoosePollStrategy(int lanes);

}  // namespace signet

#endif  // SIGNET_SERVER_TRANSPORT_POLL_STRATEGY_H_
