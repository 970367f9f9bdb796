// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_BENCH_LOAD_SIGNATURE_CHECK_H_
#define SIGNET_BENCH_LOAD_SIGNATURE_CHECK_H_

#include <string>

#include "absl/status/statusor.h"
#include "bench/load/sample.h"
#include "bench/load/signing_key_source.h"
#include "bench/load/workload.h"

namespace signet::load {

// What recomputing an answer comes to: empty when all of it is equal, else what
// differs, never its value. An error: it could not be recomputed.
absl::StatusOr<std::string> DifferenceOf(const Sample& sample, const Workload& workload,
                                         SigningKeySource& keys);

}  // namespace signet::load

#endif  // SIGNET_BENCH_LOAD_SIGNATURE_CHECK_H_
