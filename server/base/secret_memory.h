// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_BASE_SECRET_MEMORY_H_
#define SIGNET_SERVER_BASE_SECRET_MEMORY_H_

#include <cstddef>

namespace signet {

// Where the bytes of every Secret lie: ordinary memory, until a process that does not
// fork asks for locked memory (see LockedArena), which is missing in forked children.
// Safe for concurrent use.
class SecretMemory {
 public:
  // New Secrets lie in locked memory from now on, for the life of the process. Where
  // the kernel locks no more (RLIMIT_MEMLOCK), they lie in memory that is still left
  // out of core files and children but may be swapped: UnlockedBytes() counts it.
  static void UseLocked();

  // Bytes of secrets that lie in memory that could not be locked, as of now; 0 before
  // UseLocked().
  static size_t UnlockedBytes();

  // `size` bytes, at least 1. For Secret alone.
  static char* Allocate(size_t size);
  // Wipes them before it gives them back.
  static void Free(char* data, size_t size);
};

}  // namespace signet

#endif  // SIGNET_SERVER_BASE_SECRET_MEMORY_H_
