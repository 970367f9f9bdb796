// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_DIGEST_DIGEST_SET_H_
#define SIGNET_SERVER_DIGEST_DIGEST_SET_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "server/digest/crc.h"
#include "server/digest/md5.h"
#include "server/digest/sha1.h"
#include "server/digest/sha256.h"

namespace signet {

// The checksums that S3 knows (x-amz-checksum-*), and MD5 for Content-MD5.
enum class DigestAlgorithm { kSha256, kSha1, kMd5, kCrc32, kCrc32c, kCrc64Nvme };
inline constexpr int kDigestAlgorithms = 6;

// "sha256", "sha1", "md5", "crc32", "crc32c", "crc64nvme".
absl::string_view DigestAlgorithmName(DigestAlgorithm algorithm);

// The algorithm of that name, in lower case. Nothing for any other text.
std::optional<DigestAlgorithm> DigestAlgorithmFromName(absl::string_view name);

// All names, "sha256, sha1 ...", for messages.
std::string DigestAlgorithmNames();

// A digest of any algorithm; CRCs big endian. A plain value.
class DigestValue {
 public:
  template <size_t kSize>
  explicit DigestValue(const std::array<uint8_t, kSize>& digest) : size_(kSize) {
    static_assert(kSize <= kMaxBytes);
    for (size_t i = 0; i < kSize; ++i) {
      bytes_[i] = digest[i];
    }
  }

  absl::Span<const uint8_t> bytes() const { return absl::MakeConstSpan(bytes_.data(), size_); }

 private:
  static constexpr size_t kMaxBytes = 32;
  std::array<uint8_t, kMaxBytes> bytes_ = {};
  size_t size_;
};

// Hashes one stream of bytes by several algorithms. Allocates nothing. An object
// belongs to one thread at a time; copies are independent.
class DigestSet {
 public:
  // Nothing is computed that is not in `algorithms`; repetition does no harm.
  explicit DigestSet(absl::Span<const DigestAlgorithm> algorithms);

  bool Has(DigestAlgorithm algorithm) const {
    return (algorithms_ & (1u << static_cast<unsigned>(algorithm))) != 0;
  }

  void Update(absl::string_view bytes);

  // The digest of everything so far, once for each algorithm; no Update() may
  // follow. REQUIRES: Has(algorithm).
  DigestValue Finish(DigestAlgorithm algorithm);

 private:
  unsigned algorithms_ = 0;  // bit per DigestAlgorithm
  Sha256 sha256_;
  Sha1 sha1_;
  Md5 md5_;
  Crc32 crc32_;
  Crc32c crc32c_;
  Crc64Nvme crc64nvme_;
};

}  // namespace signet

#endif  // SIGNET_SERVER_DIGEST_DIGEST_SET_H_
