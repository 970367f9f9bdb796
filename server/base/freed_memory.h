// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_BASE_FREED_MEMORY_H_
#define SIGNET_SERVER_BASE_FREED_MEMORY_H_

namespace signet {

// When memory that is freed goes back to the operating system.
enum class FreedMemory {
  // As the allocator finds it fastest, which may be never.
  kIsKept,
  // At once, where the allocator can. With mimalloc a call then costs a third more.
  kIsReturned,
};

// For all threads, from now on. Safe to call from any thread.
void SetFreedMemory(FreedMemory what);

// Returns what the calling thread has freed, and others of its allocations. Takes
// milliseconds when there is much. Safe to call from any thread.
void ReturnFreedMemory();

}  // namespace signet

#endif  // SIGNET_SERVER_BASE_FREED_MEMORY_H_
