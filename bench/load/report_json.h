// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_BENCH_LOAD_REPORT_JSON_H_
#define SIGNET_BENCH_LOAD_REPORT_JSON_H_

#include <string>

#include "bench/load/load_result.h"

namespace signet::load {

// Everything that was measured, as one JSON object. Latencies are in
// microseconds, "_us" at the end of their names.
std::string JsonText(const LoadResult& result);

}  // namespace signet::load

#endif  // SIGNET_BENCH_LOAD_REPORT_JSON_H_
