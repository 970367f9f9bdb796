// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_BENCH_LOAD_LOAD_RUN_H_
#define SIGNET_BENCH_LOAD_LOAD_RUN_H_

#include <atomic>
#include <functional>

#include "absl/status/statusor.h"
#include "bench/load/load_options.h"
#include "bench/load/load_result.h"

namespace signet::load {

// What to tell while it runs; called once a second.
using ProgressFunction = std::function<void(const SecondRow& row)>;

// Runs the load to its end: its duration or total, and up to the timeout for what
// is in flight then; earlier once `is_interrupted` is set. A server that goes
// away meanwhile is part of the result.
//
// Errors: of the files that the options name, and of the server when it does not
// answer before the run or refuses what the run needs beforehand.
absl::StatusOr<LoadResult> RunLoad(const LoadOptions& options,
                                   const std::atomic<bool>& is_interrupted,
                                   const ProgressFunction& on_second);

}  // namespace signet::load

#endif  // SIGNET_BENCH_LOAD_LOAD_RUN_H_
