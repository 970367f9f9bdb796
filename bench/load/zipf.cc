// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/load/zipf.h"

#include <algorithm>
#include <cmath>

namespace signet::load {

Zipf::Zipf(size_t count, double exponent) : cumulative_(count) {
  double sum = 0;
  for (size_t rank = 0; rank < count; ++rank) {
    sum += std::pow(static_cast<double>(rank + 1), -exponent);
    cumulative_[rank] = sum;
  }
  for (double& value : cumulative_) {
    value /= sum;
  }
}

size_t Zipf::Draw(Random& random) const {
  const auto found = std::upper_bound(cumulative_.begin(), cumulative_.end(), random.Uniform());
  const size_t rank = static_cast<size_t>(found - cumulative_.begin());
  return std::min(rank, cumulative_.size() - 1);
}

double Zipf::Probability(size_t rank) const {
  return rank == 0 ? cumulative_[0] : cumulative_[rank] - cumulative_[rank - 1];
}

}  // namespace signet::load
