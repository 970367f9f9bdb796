// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_TESTS_SUPPORT_KNOB_H_
#define SIGNET_TESTS_SUPPORT_KNOB_H_

#include <cstdint>
#include <cstdlib>

#include "absl/strings/numbers.h"

namespace signet {

// How much of something a test does: what an environment variable says, as tests/hard/run
// sets it, else `standard`.
inline uint64_t Knob(const char* name, uint64_t standard) {
  const char* const text = std::getenv(name);
  uint64_t value = standard;
  return text != nullptr && absl::SimpleAtoi(text, &value) ? value : standard;
}

}  // namespace signet

#endif  // SIGNET_TESTS_SUPPORT_KNOB_H_
