// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_BENCH_LOAD_VERIFY_REPORT_H_
#define SIGNET_BENCH_LOAD_VERIFY_REPORT_H_

#include <array>
#include <cstdint>
#include <numeric>
#include <string>

#include "bench/load/mix.h"

namespace signet::load {

// What came of recomputing answers.
struct VerifyReport {
  int64_t checked = 0;
  // Of the checked ones, by operation.
  std::array<int64_t, kOperationCount> wrong = {};
  std::string first_difference;
  // Could not be recomputed: no key.
  int64_t unchecked = 0;
  std::string first_problem;
  // Were not looked at: they came faster than they could be checked.
  int64_t skipped = 0;

  int64_t wrong_count() const { return std::accumulate(wrong.begin(), wrong.end(), int64_t{0}); }
};

}  // namespace signet::load

#endif  // SIGNET_BENCH_LOAD_VERIFY_REPORT_H_
