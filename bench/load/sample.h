// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_BENCH_LOAD_SAMPLE_H_
#define SIGNET_BENCH_LOAD_SAMPLE_H_

#include <string>
#include <variant>

#include "bench/load/seeds.h"
#include "bench/load/workload.h"
#include "signet/v1/signing.pb.h"

namespace signet::load {

// A signed request; the answer's session token is left out where it came in a
// batch.
struct SignedSample {
  v1::SignRequestResponse response;
  bool token_left_out = false;
};

// The last signature of a stream, which depends on all before it.
struct UploadSample {
  const UploadSeed* seed = nullptr;
  std::string last_signature;
};

// An answer to be checked.
struct Sample {
  CallPlan plan;
  std::variant<SignedSample, UploadSample, v1::GetOrLoadKeyResponse> answer;
};

}  // namespace signet::load

#endif  // SIGNET_BENCH_LOAD_SAMPLE_H_
