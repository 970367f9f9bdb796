// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0
//
// Stands before glibc's allocator and counts, so that the allocations of shared
// libraries (OpenSSL's) count too. Freeing stays glibc's.

#include <cerrno>
#include <cstddef>

#include "bench/peers/peer.h"

// glibc's own names of what is counted.
// NOLINTBEGIN(bugprone-reserved-identifier)
extern "C" {
void* __libc_malloc(size_t size);
void* __libc_calloc(size_t count, size_t size);
void* __libc_realloc(void* old, size_t size);
void* __libc_memalign(size_t alignment, size_t size);
}
// NOLINTEND(bugprone-reserved-identifier)

namespace signet::peers {
namespace {

thread_local Allocations counted = {0, 0};

void Count(size_t bytes) {
  ++counted.count;
  counted.bytes += bytes;
}

}  // namespace

Allocations ThreadAllocations() { return counted; }

}  // namespace signet::peers

extern "C" {

void* malloc(size_t size) noexcept {
  signet::peers::Count(size);
  return __libc_malloc(size);
}

void* calloc(size_t count, size_t size) noexcept {
  signet::peers::Count(count * size);
  return __libc_calloc(count, size);
}

void* realloc(void* old, size_t size) noexcept {
  signet::peers::Count(size);
  return __libc_realloc(old, size);
}

void* aligned_alloc(size_t alignment, size_t size) noexcept {
  signet::peers::Count(size);
  return __libc_memalign(alignment, size);
}

int posix_memalign(void** out, size_t alignment, size_t size) noexcept {
  signet::peers::Count(size);
  *out = __libc_memalign(alignment, size);
  return *out == nullptr ? ENOMEM : 0;
}
}
