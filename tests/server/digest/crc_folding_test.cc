// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/digest/crc_folding.h"

#include <string>

#include "absl/strings/str_format.h"
#include "gtest/gtest.h"
#include "server/digest/crc_table.h"
#include "tests/server/digest/hash_cases.h"

namespace signet {
namespace {

constexpr uint32_t kCrc32 = 0xedb88320;
constexpr uint32_t kCrc32c = 0x82f63b78;
constexpr uint64_t kCrc64Nvme = 0x9a6c9329ac4bc9b5;

absl::Span<const uint8_t> Bytes(absl::string_view text) {
  return absl::MakeConstSpan(reinterpret_cast<const uint8_t*>(text.data()), text.size());
}

template <typename Word>
std::string InvertedHex(Word state) {
  return absl::StrFormat("%0*x", static_cast<int>(2 * sizeof(Word)), static_cast<Word>(~state));
}

template <typename Word>
std::string ByTable(Word polynomial, absl::string_view text) {
  const CrcTable<Word> table = MakeCrcTable(polynomial);
  return InvertedHex(ExtendCrcByTable(table, static_cast<Word>(~Word{0}), Bytes(text)));
}

template <typename Word>
std::string ByFolding(Word polynomial, absl::string_view text) {
  const CrcFoldingConstants constants = MakeCrcFoldingConstants(polynomial, 8 * sizeof(Word));
  const CrcRemainder remainder = FoldCrc(constants, static_cast<Word>(~Word{0}), Bytes(text));
  return InvertedHex(
      ExtendCrcByTable(MakeCrcTable(polynomial), Word{0}, absl::MakeConstSpan(remainder)));
}

// Tables run on this machine only for what is short; on others for everything.
TEST(CrcTableTest, AgreesWithTheDefinitionAtEveryLength) {
  for (size_t length = 0; length <= 300; ++length) {
    const std::string text = SomeBytes(length);
    EXPECT_EQ(ByTable(kCrc32, text), Crc32ByBitHex(text)) << length;
    EXPECT_EQ(ByTable(kCrc32c, text), Crc32cByBitHex(text)) << length;
    EXPECT_EQ(ByTable(kCrc64Nvme, text), Crc64NvmeByBitHex(text)) << length;
  }
}

TEST(CrcFoldingTest, AgreesWithTheDefinition) {
  if (!CanFoldCrc()) {
    GTEST_SKIP() << "this CPU multiplies with carries only";
  }
  for (size_t length = kMinFoldedBytes; length <= 2048; length += 16) {
    const std::string text = SomeBytes(length);
    EXPECT_EQ(ByFolding(kCrc32, text), Crc32ByBitHex(text)) << length;
    EXPECT_EQ(ByFolding(kCrc32c, text), Crc32cByBitHex(text)) << length;
    EXPECT_EQ(ByFolding(kCrc64Nvme, text), Crc64NvmeByBitHex(text)) << length;
  }
}

TEST(CrcFoldingTest, InstructionAgreesWithTheDefinition) {
  if (!HasCrc32cInstruction()) {
    GTEST_SKIP() << "this CPU has no instruction for CRC32C";
  }
  for (size_t length = 0; length <= 300; ++length) {
    const std::string text = SomeBytes(length);
    EXPECT_EQ(InvertedHex(ExtendCrc32cByInstruction(0xffffffff, Bytes(text))), Crc32cByBitHex(text))
        << length;
  }
}

TEST(CrcFoldingTest, PowersOfX) {
  // x^0, x^31, and x^32, which is the polynomial itself.
  EXPECT_EQ(PowerOfX(0, kCrc32, 32), uint64_t{1} << 63);
  EXPECT_EQ(PowerOfX(31, kCrc32, 32), uint64_t{1} << 32);
  EXPECT_EQ(PowerOfX(32, kCrc32, 32), uint64_t{kCrc32} << 32);
  EXPECT_EQ(PowerOfX(64, kCrc64Nvme, 64), kCrc64Nvme);
}

}  // namespace
}  // namespace signet
