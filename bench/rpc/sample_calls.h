// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_BENCH_RPC_SAMPLE_CALLS_H_
#define SIGNET_BENCH_RPC_SAMPLE_CALLS_H_

#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "signet/v1/signing.pb.h"

namespace signet {

// The credential that the bench server has.
inline constexpr absl::string_view kBenchCredential = "bench";

// S3 GET of an object with five signed headers.
v1::SignRequestRequest SampleSign();
// The key of today for S3.
v1::GetOrLoadKeyRequest SampleLease();
// `entries` like SampleSign(), each of an object of its own.
v1::BatchSignRequestsRequest SampleBatch(int entries);

struct SampleCall {
  // "/package.Service/Method"
  std::string path;
  std::string message;
};

// By name: "sign", "lease", "batch", "info"; and "echo_sign", "echo_lease", which
// send the same bytes and get as many back as the real call would.
std::optional<SampleCall> FindSampleCall(absl::string_view name);

}  // namespace signet

#endif  // SIGNET_BENCH_RPC_SAMPLE_CALLS_H_
