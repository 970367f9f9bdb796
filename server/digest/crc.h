// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_DIGEST_CRC_H_
#define SIGNET_SERVER_DIGEST_CRC_H_

#include <array>
#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace signet {

// The register after `bytes`, from `state` before them; both without the
// inversion at either end. By the CPU's own instructions where it has them.
uint32_t ExtendCrc32(uint32_t state, absl::Span<const uint8_t> bytes);
uint32_t ExtendCrc32c(uint32_t state, absl::Span<const uint8_t> bytes);
uint64_t ExtendCrc64Nvme(uint64_t state, absl::Span<const uint8_t> bytes);

// A cyclic redundancy check, incremental. All of S3's begin with all ones, are
// reflected and end inverted. Allocates nothing. An object belongs to one thread at
// a time; copies are independent.
template <typename Word, Word (*kExtend)(Word, absl::Span<const uint8_t>)>
class Crc {
 public:
  // Big endian, as S3 encodes it in x-amz-checksum-*.
  using Digest = std::array<uint8_t, sizeof(Word)>;

  void Reset() { state_ = static_cast<Word>(~Word{0}); }
  void Update(absl::Span<const uint8_t> bytes) { state_ = kExtend(state_, bytes); }
  void Update(absl::string_view bytes) {
    Update(absl::MakeConstSpan(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()));
  }

  // The check value of everything since construction or Reset.
  Word value() const { return static_cast<Word>(~state_); }

  // value() as bytes. The object may be updated further.
  Digest Finish() const {
    Digest digest;
    for (size_t i = 0; i < digest.size(); ++i) {
      digest[i] = static_cast<uint8_t>(value() >> (8 * (digest.size() - 1 - i)));
    }
    return digest;
  }

 private:
  Word state_ = static_cast<Word>(~Word{0});
};

// CRC-32/ISO-HDLC, that of zlib and Ethernet: x-amz-checksum-crc32.
using Crc32 = Crc<uint32_t, &ExtendCrc32>;
// CRC-32/ISCSI (RFC 3720): x-amz-checksum-crc32c.
using Crc32c = Crc<uint32_t, &ExtendCrc32c>;
// CRC-64/NVME (NVM Express NVM Command Set Specification 1.0d, section 5.2.1.3.4):
// x-amz-checksum-crc64nvme.
using Crc64Nvme = Crc<uint64_t, &ExtendCrc64Nvme>;

}  // namespace signet

#endif  // SIGNET_SERVER_DIGEST_CRC_H_
