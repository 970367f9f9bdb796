// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/digest/crc_folding.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "server/digest/crc_table.h"

namespace signet {

#if defined(__x86_64__)

namespace {

#define SIGNET_TARGET_PCLMUL __attribute__((target("pclmul,sse4.1")))
#define SIGNET_TARGET_CRC32 __attribute__((target("sse4.2")))

SIGNET_TARGET_PCLMUL inline __m128i Load(const uint8_t* at) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
}

// `value`, moved forward, on top of `next`.
SIGNET_TARGET_PCLMUL inline __m128i Fold(__m128i value, __m128i constants, __m128i next) {
  const __m128i first = _mm_clmulepi64_si128(value, constants, 0x00);
  const __m128i second = _mm_clmulepi64_si128(value, constants, 0x11);
  return _mm_xor_si128(next, _mm_xor_si128(first, second));
}

SIGNET_TARGET_PCLMUL inline __m128i Pair(uint64_t first, uint64_t second) {
  return _mm_set_epi64x(static_cast<int64_t>(second), static_cast<int64_t>(first));
}

}  // namespace

bool CanFoldCrc() { return __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("sse4.1"); }

SIGNET_TARGET_PCLMUL CrcRemainder FoldCrc(const CrcFoldingConstants& constants, uint64_t state,
                                          absl::Span<const uint8_t> bytes) {
  const uint8_t* at = bytes.data();
  size_t left = bytes.size();
  __m128i a = _mm_xor_si128(Load(at), Pair(state, 0));
  __m128i b = Load(at + 16);
  __m128i c = Load(at + 32);
  __m128i d = Load(at + 48);
  at += 64;
  left -= 64;
  const __m128i by_64 = Pair(constants.by_64_first, constants.by_64_second);
  for (; left >= 64; at += 64, left -= 64) {
    a = Fold(a, by_64, Load(at));
    b = Fold(b, by_64, Load(at + 16));
    c = Fold(c, by_64, Load(at + 32));
    d = Fold(d, by_64, Load(at + 48));
  }
  const __m128i by_16 = Pair(constants.by_16_first, constants.by_16_second);
  __m128i value = Fold(Fold(Fold(a, by_16, b), by_16, c), by_16, d);
  for (; left >= 16; at += 16, left -= 16) {
    value = Fold(value, by_16, Load(at));
  }
  CrcRemainder remainder;
  _mm_storeu_si128(reinterpret_cast<__m128i*>(remainder.data()), value);
  return remainder;
}

bool HasCrc32cInstruction() { return __builtin_cpu_supports("sse4.2"); }

SIGNET_TARGET_CRC32 uint32_t ExtendCrc32cByInstruction(uint32_t state,
                                                       absl::Span<const uint8_t> bytes) {
  const uint8_t* at = bytes.data();
  size_t left = bytes.size();
  uint64_t wide = state;
  for (; left >= 8; at += 8, left -= 8) {
    wide = _mm_crc32_u64(wide, LoadLittleEndian64(at));
  }
  auto narrow = static_cast<uint32_t>(wide);
  for (; left > 0; ++at, --left) {
    narrow = _mm_crc32_u8(narrow, *at);
  }
  return narrow;
}

#else

bool CanFoldCrc() { return false; }

CrcRemainder FoldCrc(const CrcFoldingConstants& /*constants*/, uint64_t /*state*/,
                     absl::Span<const uint8_t> /*bytes*/) {
  return {};
}

bool HasCrc32cInstruction() { return false; }

uint32_t ExtendCrc32cByInstruction(uint32_t /*state*/, absl::Span<const uint8_t> /*bytes*/) {
  return 0;
}

#endif

}  // namespace signet
