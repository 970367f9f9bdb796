// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_TRANSPORT_LIBRARY_LOGS_H_
#define SIGNET_SERVER_TRANSPORT_LIBRARY_LOGS_H_

namespace signet {

// Sends what gRPC says into our log, at most one line a second, and silences
// Protobuf: both write to standard error in forms of their own, and a peer can
// make them write as often as it likes. To be called once, at the start.
void RouteLibraryLogs();

}  // namespace signet

#endif  // SIGNET_SERVER_TRANSPORT_LIBRARY_LOGS_H_
