// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/base/vector_registers.h"

#include <algorithm>
#include <array>

#include "gtest/gtest.h"

namespace signet {
namespace {

#ifdef __x86_64__

using Register = std::array<unsigned char, 16>;

bool IsZero(const Register& bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](unsigned char b) { return b == 0; });
}

// What register 6 holds after `between` ran, having been filled before.
template <typename Between>
Register After(Between between) {
  const Register full = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
  Register left;
  asm volatile("movdqu %0, %%xmm6" : : "m"(full) : "xmm6");
  between();
  asm volatile("movdqu %%xmm6, %0" : "=m"(left));
  return left;
}

TEST(VectorRegistersTest, AreZeroWhenCleared) {
  EXPECT_FALSE(IsZero(After([] {}))) << "the control";
  EXPECT_TRUE(IsZero(After([] { ClearVectorRegisters(); })));
}

#if defined(__GNUC__) && !defined(__clang__)
// The high ones, which copying uses on processors with AVX-512.
__attribute__((target("avx512f"))) Register HighAfter(void (*between)()) {
  const Register full = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
  std::array<unsigned char, 64> left;
  asm volatile("vbroadcasti32x4 %0, %%zmm20" : : "m"(full) : "xmm20");
  between();
  asm volatile("vmovdqu32 %%zmm20, %0" : "=m"(left));
  Register first;
  std::copy_n(left.begin(), first.size(), first.begin());
  return first;
}

TEST(VectorRegistersTest, HighOnesToo) {
  if (!__builtin_cpu_supports("avx512f")) {
    GTEST_SKIP() << "this processor has none";
  }
  EXPECT_FALSE(IsZero(HighAfter([] {}))) << "the control";
  EXPECT_TRUE(IsZero(HighAfter(&ClearVectorRegisters)));
}
#endif

#endif

}  // namespace
}  // namespace signet
