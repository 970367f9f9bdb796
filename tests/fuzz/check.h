// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_TESTS_FUZZ_CHECK_H_
#define SIGNET_TESTS_FUZZ_CHECK_H_

#include <cstdio>
#include <cstdlib>

// Stops a fuzzer on a broken promise, in every build type.
#define SIGNET_FUZZ_CHECK(condition)                                                      \
  do {                                                                                    \
    if (!(condition)) {                                                                   \
      std::fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition); \
      std::abort();                                                                       \
    }                                                                                     \
  } while (false)

#endif  // SIGNET_TESTS_FUZZ_CHECK_H_
