// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_TESTS_SUPPORT_MEMORY_PATTERN_H_
#define SIGNET_TESTS_SUPPORT_MEMORY_PATTERN_H_

#include <cstdint>
#include <vector>

#include "absl/types/span.h"

namespace signet {

// Bytes to look for in this process's memory, to show that a secret is gone.
// Kept masked, so that the pattern does not find itself. Always show too that it
// finds what is still there.
class MemoryPattern {
 public:
  explicit MemoryPattern(absl::Span<const uint8_t> bytes);

  // How often the bytes occur in writable memory: heap, stacks, static data.
  // Meaningless under sanitizers, whose shadow memory is as large as a disk.
  int CountInProcess() const;

 private:
  bool Matches(const uint8_t* memory) const;

  std::vector<uint8_t> masked_;
};

// True in builds where CountInProcess() works.
bool CanSearchMemory();

}  // namespace signet

#endif  // SIGNET_TESTS_SUPPORT_MEMORY_PATTERN_H_
