// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_DIGEST_CRC_TABLE_H_
#define SIGNET_SERVER_DIGEST_CRC_TABLE_H_

#include <array>
#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"

namespace signet {

// CRCs by look-up, eight bytes at a time ("slicing by 8"): what runs where the
// CPU has nothing better, and on what is too short for it. For the modules of
// this folder.
//
// Polynomials are reflected: bit 0 is the coefficient of the highest power below
// the leading one. A state is what the register holds, not yet inverted.

// Row k, entry b: the effect of byte b, k bytes before the last one.
template <typename Word>
using CrcTable = std::array<std::array<Word, 256>, 8>;

template <typename Word>
constexpr CrcTable<Word> MakeCrcTable(Word polynomial) {
  CrcTable<Word> table = {};
  for (unsigned byte = 0; byte < 256; ++byte) {
    Word state = byte;
    for (int bit = 0; bit < 8; ++bit) {
      state = (state >> 1) ^ ((state & 1) != 0 ? polynomial : 0);
    }
    table[0][byte] = state;
  }
  for (size_t row = 1; row < table.size(); ++row) {
    for (unsigned byte = 0; byte < 256; ++byte) {
      const Word before = table[row - 1][byte];
      table[row][byte] = (before >> 8) ^ table[0][before & 0xff];
    }
  }
  return table;
}

// Eight bytes, the first of them lowest.
inline uint64_t LoadLittleEndian64(const uint8_t* at) {
  uint64_t word = 0;
  for (int i = 0; i < 8; ++i) {
    word |= static_cast<uint64_t>(at[i]) << (8 * i);
  }
  return word;
}

// The state after `bytes`.
template <typename Word>
Word ExtendCrcByTable(const CrcTable<Word>& table, Word state, absl::Span<const uint8_t> bytes) {
  const uint8_t* at = bytes.data();
  size_t left = bytes.size();
  for (; left >= 8; at += 8, left -= 8) {
    const uint64_t word = LoadLittleEndian64(at) ^ state;
    state = table[7][word & 0xff] ^ table[6][(word >> 8) & 0xff] ^ table[5][(word >> 16) & 0xff] ^
            table[4][(word >> 24) & 0xff] ^ table[3][(word >> 32) & 0xff] ^
            table[2][(word >> 40) & 0xff] ^ table[1][(word >> 48) & 0xff] ^ table[0][word >> 56];
  }
  for (; left > 0; ++at, --left) {
    state = (state >> 8) ^ table[0][(state ^ *at) & 0xff];
  }
  return state;
}

}  // namespace signet

#endif  // SIGNET_SERVER_DIGEST_CRC_TABLE_H_
