// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_BENCH_LOAD_FLAG_VALUE_H_
#define SIGNET_BENCH_LOAD_FLAG_VALUE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"

namespace signet::load {

// Values of flags. Errors are InvalidArgument, kInvalidConfig, `flag` as field,
// and say what came and what is allowed.

// A whole number from `min` to `max`.
absl::StatusOr<int64_t> WholeNumber(absl::string_view flag, absl::string_view text, int64_t min,
                                    int64_t max);

// A number from `min` to `max`.
absl::StatusOr<double> Number(absl::string_view flag, absl::string_view text, double min,
                              double max);

// A duration with its unit, from `min` to `max`.
absl::StatusOr<absl::Duration> DurationValue(absl::string_view flag, absl::string_view text,
                                             absl::Duration min, absl::Duration max);

// The N of "1/N", 1 to 1,000,000.
absl::StatusOr<int64_t> OneOutOf(absl::string_view flag, absl::string_view text);

// Comma-separated names: 1 to `max_count`, none empty, none twice.
absl::StatusOr<std::vector<std::string>> Names(absl::string_view flag, absl::string_view text,
                                               size_t max_count);

}  // namespace signet::load

#endif  // SIGNET_BENCH_LOAD_FLAG_VALUE_H_
