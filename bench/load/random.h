// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_BENCH_LOAD_RANDOM_H_
#define SIGNET_BENCH_LOAD_RANDOM_H_

#include <cstdint>

namespace signet::load {

// SplitMix64: a few instructions a number, and the same sequence for the same
// seed on every machine, so that a run can be repeated. Not for secrets.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}

  uint64_t Next() {
    state_ += 0x9e3779b97f4a7c15;
    uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

  // 0 to 1, 1 itself left out.
  double Uniform() { return static_cast<double>(Next() >> 11) * 0x1p-53; }

  // 0 to `bound` - 1. REQUIRES: bound > 0.
  uint64_t Below(uint64_t bound) {
    return static_cast<uint64_t>(Uniform() * static_cast<double>(bound));
  }

 private:
  uint64_t state_;
};

}  // namespace signet::load

#endif  // SIGNET_BENCH_LOAD_RANDOM_H_
