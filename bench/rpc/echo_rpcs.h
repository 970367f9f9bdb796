// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_BENCH_RPC_ECHO_RPCS_H_
#define SIGNET_BENCH_RPC_ECHO_RPCS_H_

#include <cstddef>
#include <memory>

#include "server/transport/lane.h"

namespace signet {

// signet.bench.v1.Echo: what an RPC costs that does nothing. Its methods, Sign and
// Lease, take any bytes and answer with as many as they are told here.
std::unique_ptr<RpcSet> MakeEchoRpcs(size_t sign_answer_bytes, size_t lease_answer_bytes);

}  // namespace signet

#endif  // SIGNET_BENCH_RPC_ECHO_RPCS_H_
