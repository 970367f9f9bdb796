// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_BENCH_LOAD_ZIPF_H_
#define SIGNET_BENCH_LOAD_ZIPF_H_

#include <cstddef>
#include <vector>

#include "bench/load/random.h"

namespace signet::load {

// Draws ranks 0 to count - 1, rank r with a probability proportional to
// 1 / (r + 1)^exponent; an exponent of 0 makes all equal. Immutable.
class Zipf {
 public:
  // REQUIRES: count >= 1, exponent >= 0. Keeps 8 bytes a rank.
  Zipf(size_t count, double exponent);

  size_t Draw(Random& random) const;

  size_t count() const { return cumulative_.size(); }
  // Of one draw to give `rank`.
  double Probability(size_t rank) const;

 private:
  std::vector<double> cumulative_;
};

}  // namespace signet::load

#endif  // SIGNET_BENCH_LOAD_ZIPF_H_
