// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/digest/crc.h"

#include <string>

#include "absl/strings/escaping.h"
#include "gtest/gtest.h"
#include "tests/server/digest/hash_cases.h"

namespace signet {
namespace {

// What every catalogue of CRCs lists as their check value.
constexpr absl::string_view kCheckText = "123456789";

template <typename Hash>
auto ValueOf(absl::string_view bytes) {
  Hash crc;
  crc.Update(bytes);
  return crc.value();
}

// From the "Catalogue of parametrised CRC algorithms": CRC-32/ISO-HDLC,
// CRC-32/ISCSI and CRC-64/NVME.
TEST(CrcTest, CheckValues) {
  EXPECT_EQ(ValueOf<Crc32>(kCheckText), 0xcbf43926u);
  EXPECT_EQ(ValueOf<Crc32c>(kCheckText), 0xe3069283u);
  EXPECT_EQ(ValueOf<Crc64Nvme>(kCheckText), 0xae8b14860a799888u);
}

TEST(CrcTest, NothingIsZero) {
  EXPECT_EQ(ValueOf<Crc32>(""), 0u);
  EXPECT_EQ(ValueOf<Crc32c>(""), 0u);
  EXPECT_EQ(ValueOf<Crc64Nvme>(""), 0u);
}

// From RFC 3720 section B.4, which prints them with the lowest byte first.
TEST(CrcTest, Crc32cOfTheIscsiExamples) {
  std::string rising;
  std::string falling;
  for (int i = 0; i < 32; ++i) {
    rising.push_back(static_cast<char>(i));
    falling.push_back(static_cast<char>(31 - i));
  }
  EXPECT_EQ(ValueOf<Crc32c>(std::string(32, '\0')), 0x8a9136aau);
  EXPECT_EQ(ValueOf<Crc32c>(std::string(32, '\xff')), 0x62a8ab43u);
  EXPECT_EQ(ValueOf<Crc32c>(rising), 0x46dd794eu);
  EXPECT_EQ(ValueOf<Crc32c>(falling), 0x113fdb5cu);
}

// From the NVM Command Set Specification 1.0d, "64b CRC Test Cases".
TEST(CrcTest, Crc64NvmeOfTheSpecificationsBlocks) {
  EXPECT_EQ(ValueOf<Crc64Nvme>(std::string(4096, '\0')), 0x6482d367eb22b64eu);
  EXPECT_EQ(ValueOf<Crc64Nvme>(std::string(4096, '\xff')), 0xc0ddba7302eca3acu);
}

TEST(CrcTest, DigestIsBigEndian) {
  Crc32 crc32;
  crc32.Update(kCheckText);
  EXPECT_EQ(FinishHex(&crc32), "cbf43926");
  Crc64Nvme crc64;
  crc64.Update(kCheckText);
  EXPECT_EQ(FinishHex(&crc64), "ae8b14860a799888");
}

TEST(CrcTest, GoesOnAfterFinish) {
  Crc32c crc;
  crc.Update("12345");
  crc.Finish();
  crc.Update("6789");

  EXPECT_EQ(crc.value(), 0xe3069283u);
}

}  // namespace
}  // namespace signet
