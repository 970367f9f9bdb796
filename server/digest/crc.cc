// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/digest/crc.h"

#include "server/digest/crc_folding.h"
#include "server/digest/crc_table.h"

namespace signet {
namespace {

// The generators, reflected: 0x04c11db7, 0x1edc6f41 and 0xad93d23594c93659 in the
// usual order.
constexpr uint32_t kCrc32Polynomial = 0xedb88320;
constexpr uint32_t kCrc32cPolynomial = 0x82f63b78;
constexpr uint64_t kCrc64NvmePolynomial = 0x9a6c9329ac4bc9b5;

constexpr CrcTable<uint32_t> kCrc32Table = MakeCrcTable(kCrc32Polynomial);
constexpr CrcTable<uint32_t> kCrc32cTable = MakeCrcTable(kCrc32cPolynomial);
constexpr CrcTable<uint64_t> kCrc64NvmeTable = MakeCrcTable(kCrc64NvmePolynomial);

constexpr CrcFoldingConstants kCrc32Folding = MakeCrcFoldingConstants(kCrc32Polynomial, 32);
constexpr CrcFoldingConstants kCrc32cFolding = MakeCrcFoldingConstants(kCrc32cPolynomial, 32);
constexpr CrcFoldingConstants kCrc64NvmeFolding = MakeCrcFoldingConstants(kCrc64NvmePolynomial, 64);

// Folds as much of the front of `bytes` as can be folded and takes it off.
template <typename Word>
Word ExtendByFolding(const CrcFoldingConstants& constants, const CrcTable<Word>& table, Word state,
                     absl::Span<const uint8_t>* bytes) {
  if (bytes->size() < kMinFoldedBytes || !CanFoldCrc()) {
    return state;
  }
  const size_t folded = bytes->size() - bytes->size() % sizeof(CrcRemainder);
  const CrcRemainder remainder = FoldCrc(constants, state, bytes->first(folded));
  bytes->remove_prefix(folded);
  return ExtendCrcByTable(table, Word{0}, absl::MakeConstSpan(remainder));
}

}  // namespace

uint32_t ExtendCrc32(uint32_t state, absl::Span<const uint8_t> bytes) {
  state = ExtendByFolding(kCrc32Folding, kCrc32Table, state, &bytes);
  return ExtendCrcByTable(kCrc32Table, state, bytes);
}

uint32_t ExtendCrc32c(uint32_t state, absl::Span<const uint8_t> bytes) {
  state = ExtendByFolding(kCrc32cFolding, kCrc32cTable, state, &bytes);
  return HasCrc32cInstruction() ? ExtendCrc32cByInstruction(state, bytes)
                                : ExtendCrcByTable(kCrc32cTable, state, bytes);
}

uint64_t ExtendCrc64Nvme(uint64_t state, absl::Span<const uint8_t> bytes) {
  state = ExtendByFolding(kCrc64NvmeFolding, kCrc64NvmeTable, state, &bytes);
  return ExtendCrcByTable(kCrc64NvmeTable, state, bytes);
}

}  // namespace signet
