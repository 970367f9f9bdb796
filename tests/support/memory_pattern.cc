// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/memory_pattern.h"

#include <cinttypes>
#include <cstddef>
#include <cstdio>
#include <fstream>
#include <string>

#include "gtest/gtest.h"

namespace signet {
namespace {

constexpr uint8_t kMask = 0x5a;

struct Range {
  uintptr_t begin;
  uintptr_t end;
};

// The readable and writable mappings, from proc(5).
std::vector<Range> WritableMemory() {
  std::vector<Range> ranges;
  std::ifstream maps("/proc/self/maps");
  EXPECT_TRUE(maps.is_open());
  for (std::string line; std::getline(maps, line);) {
    Range range;
    char permissions[5];
    if (std::sscanf(line.c_str(), "%" SCNxPTR "-%" SCNxPTR " %4s", &range.begin, &range.end,
                    permissions) == 3 &&
        permissions[0] == 'r' && permissions[1] == 'w') {
      ranges.push_back(range);
    }
  }
  return ranges;
}

}  // namespace

MemoryPattern::MemoryPattern(absl::Span<const uint8_t> bytes)
    : masked_(bytes.begin(), bytes.end()) {
  for (uint8_t& byte : masked_) {
    byte ^= kMask;
  }
}

bool MemoryPattern::Matches(const uint8_t* memory) const {
  for (size_t i = 0; i < masked_.size(); ++i) {
    if ((memory[i] ^ kMask) != masked_[i]) {
      return false;
    }
  }
  return true;
}

int MemoryPattern::CountInProcess() const {
  int count = 0;
  for (const Range& range : WritableMemory()) {
    for (uintptr_t at = range.begin; at + masked_.size() <= range.end; ++at) {
      count += Matches(reinterpret_cast<const uint8_t*>(at)) ? 1 : 0;
    }
  }
  return count;
}

bool CanSearchMemory() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return false;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  return false;
#endif
#endif
  return true;
}

}  // namespace signet
