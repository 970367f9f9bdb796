// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/base/vector_registers.h"

namespace signet {

#if defined(__x86_64__)

namespace {

// Calls preserve none of these registers, so there is nothing to tell the compiler but
// what it uses itself in here: nothing.

__attribute__((noinline)) void ClearOfAvx512() {
  asm volatile(
      "vpxord %zmm16, %zmm16, %zmm16\n\tvpxord %zmm17, %zmm17, %zmm17\n\t"
      "vpxord %zmm18, %zmm18, %zmm18\n\tvpxord %zmm19, %zmm19, %zmm19\n\t"
      "vpxord %zmm20, %zmm20, %zmm20\n\tvpxord %zmm21, %zmm21, %zmm21\n\t"
      "vpxord %zmm22, %zmm22, %zmm22\n\tvpxord %zmm23, %zmm23, %zmm23\n\t"
      "vpxord %zmm24, %zmm24, %zmm24\n\tvpxord %zmm25, %zmm25, %zmm25\n\t"
      "vpxord %zmm26, %zmm26, %zmm26\n\tvpxord %zmm27, %zmm27, %zmm27\n\t"
      "vpxord %zmm28, %zmm28, %zmm28\n\tvpxord %zmm29, %zmm29, %zmm29\n\t"
      "vpxord %zmm30, %zmm30, %zmm30\n\tvpxord %zmm31, %zmm31, %zmm31");
}

__attribute__((noinline)) void ClearOfAvx() { asm volatile("vzeroall"); }

__attribute__((noinline)) void ClearOfSse() {
  asm volatile(
      "pxor %xmm0, %xmm0\n\tpxor %xmm1, %xmm1\n\tpxor %xmm2, %xmm2\n\tpxor %xmm3, %xmm3\n\t"
      "pxor %xmm4, %xmm4\n\tpxor %xmm5, %xmm5\n\tpxor %xmm6, %xmm6\n\tpxor %xmm7, %xmm7\n\t"
      "pxor %xmm8, %xmm8\n\tpxor %xmm9, %xmm9\n\tpxor %xmm10, %xmm10\n\tpxor %xmm11, %xmm11\n\t"
      "pxor %xmm12, %xmm12\n\tpxor %xmm13, %xmm13\n\tpxor %xmm14, %xmm14\n\tpxor %xmm15, %xmm15");
}

}  // namespace

void ClearVectorRegisters() {
  if (__builtin_cpu_supports("avx512f")) {
    ClearOfAvx512();
  }
  if (__builtin_cpu_supports("avx")) {
    ClearOfAvx();
  } else {
    ClearOfSse();
  }
}

#else

void ClearVectorRegisters() {}

#endif

}  // namespace signet
