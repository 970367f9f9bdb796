// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_DIGEST_CRC_FOLDING_H_
#define SIGNET_SERVER_DIGEST_CRC_FOLDING_H_

#include <array>
#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"

namespace signet {

// CRCs by carry-less multiplication, after "Fast CRC Computation for Generic
// Polynomials Using PCLMULQDQ Instruction" (Gopal et al., Intel 2009): 64 bytes at
// a time are moved towards the end of the message, until 16 bytes are left that
// have the CRC of the whole. For the modules of this folder.

// The powers of x that move a polynomial forward by 64 and by 16 bytes: one for
// the earlier 8 bytes of 16, one for the later.
struct CrcFoldingConstants {
  uint64_t by_64_first;
  uint64_t by_64_second;
  uint64_t by_16_first;
  uint64_t by_16_second;
};

// x^power modulo x^width + `polynomial` (reflected, in its low `width` bits), as 64
// reflected bits: bit 63 is the coefficient of x^0.
constexpr uint64_t PowerOfX(unsigned power, uint64_t polynomial, unsigned width) {
  const uint64_t modulus = polynomial << (64 - width);
  // Reflected, bit 63 stands for x^0, so multiplying by x shifts to the right.
  const uint64_t highest = uint64_t{1} << (64 - width);
  uint64_t value = uint64_t{1} << 63;
  for (unsigned i = 0; i < power; ++i) {
    const bool carry = (value & highest) != 0;
    value = (carry ? value ^ highest : value) >> 1;
    value ^= carry ? modulus : 0;
  }
  return value;
}

// The product of two reflected 64-bit polynomials comes out one power too high in
// 128 reflected bits, hence the ones that are taken off.
constexpr CrcFoldingConstants MakeCrcFoldingConstants(uint64_t polynomial, unsigned width) {
  return {PowerOfX(512 + 64 - 1, polynomial, width), PowerOfX(512 - 1, polynomial, width),
          PowerOfX(128 + 64 - 1, polynomial, width), PowerOfX(128 - 1, polynomial, width)};
}

// What is left of a message: its own CRC, begun at zero, is that of the message.
using CrcRemainder = std::array<uint8_t, 16>;

// Fewer bytes are not worth it, and not allowed.
inline constexpr size_t kMinFoldedBytes = 128;

// True where the CPU has what FoldCrc() needs.
bool CanFoldCrc();

// Folds `bytes`, at least kMinFoldedBytes and a multiple of 16, after `state`.
// REQUIRES: CanFoldCrc().
CrcRemainder FoldCrc(const CrcFoldingConstants& constants, uint64_t state,
                     absl::Span<const uint8_t> bytes);

// True where the CPU computes CRC32C itself.
bool HasCrc32cInstruction();

// The CRC32C state after `bytes`. REQUIRES: HasCrc32cInstruction().
uint32_t ExtendCrc32cByInstruction(uint32_t state, absl::Span<const uint8_t> bytes);

}  // namespace signet

#endif  // SIGNET_SERVER_DIGEST_CRC_FOLDING_H_
