// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// The input says how to cut the rest of it: each of its first 16 bytes is the size
// of a piece, 0 of a clone. However bytes come, the digest is that of the whole.

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "server/digest/buffered.h"
#include "server/digest/crc.h"
#include "server/digest/crc_table.h"
#include "server/digest/hmac_sha256_stream.h"
#include "server/digest/md5.h"
#include "server/digest/sha1.h"
#include "server/digest/sha256.h"
#include "tests/fuzz/check.h"

namespace signet {
namespace {

constexpr size_t kCuts = 16;

template <typename Hash>
void Run(const Hash& fresh, absl::Span<const uint8_t> cuts, absl::Span<const uint8_t> bytes) {
  Hash whole(fresh);
  whole.Update(bytes);
  const auto expected = whole.Finish();

  Buffered<Hash> pieces(fresh);
  absl::Span<const uint8_t> rest = bytes;
  for (const uint8_t cut : cuts) {
    const absl::Span<const uint8_t> piece = rest.subspan(0, cut);
    rest.remove_prefix(piece.size());
    if (cut == 0) {
      Buffered<Hash> clone = pieces;
      pieces.Update(uint8_t{1});
      pieces = clone;
    } else if (cut % 2 == 0) {
      pieces.Update(piece);
    } else {
      for (const uint8_t byte : piece) {
        pieces.Update(byte);
      }
    }
  }
  pieces.Update(rest);
  SIGNET_FUZZ_CHECK(pieces.Finish() == expected);
}

void RunAll(absl::Span<const uint8_t> input) {
  const absl::Span<const uint8_t> cuts = input.subspan(0, kCuts);
  const absl::Span<const uint8_t> bytes = input.subspan(cuts.size());
  Run(Sha256(), cuts, bytes);
  Run(Sha1(), cuts, bytes);
  Run(Md5(), cuts, bytes);
  Run(Crc32(), cuts, bytes);
  Run(Crc32c(), cuts, bytes);
  Run(Crc64Nvme(), cuts, bytes);
  Run(HmacSha256Stream(MakeHmacSha256Key(cuts)), cuts, bytes);

  // Instructions and tables agree.
  static constexpr CrcTable<uint32_t> kCrc32cTable = MakeCrcTable(uint32_t{0x82f63b78});
  SIGNET_FUZZ_CHECK(ExtendCrc32c(7, bytes) == ExtendCrcByTable(kCrc32cTable, uint32_t{7}, bytes));
  static constexpr CrcTable<uint64_t> kCrc64Table = MakeCrcTable(uint64_t{0x9a6c9329ac4bc9b5});
  SIGNET_FUZZ_CHECK(ExtendCrc64Nvme(7, bytes) == ExtendCrcByTable(kCrc64Table, uint64_t{7}, bytes));
}

}  // namespace
}  // namespace signet

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  signet::RunAll(absl::MakeConstSpan(data, size));
  return 0;
}
