// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_TESTS_SUPPORT_ALLOCATION_COUNTER_H_
#define SIGNET_TESTS_SUPPORT_ALLOCATION_COUNTER_H_

#include <cstdint>

namespace signet {

// How often this thread has asked for heap memory so far: malloc, calloc,
// realloc, aligned_alloc, posix_memalign, and with them operator new and what
// libraries do. Linking this in replaces malloc of the whole binary.
int64_t AllocationsOfThisThread();

// False under sanitizers, which bring a malloc of their own: nothing is counted.
bool CanCountAllocations();

}  // namespace signet

#endif  // SIGNET_TESTS_SUPPORT_ALLOCATION_COUNTER_H_
