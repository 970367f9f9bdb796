// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_TESTS_SERVER_DIGEST_HASH_CASES_H_
#define SIGNET_TESTS_SERVER_DIGEST_HASH_CASES_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "server/digest/buffered.h"
#include "server/digest/crc.h"
#include "server/digest/hex.h"
#include "server/digest/hmac_sha256_stream.h"
#include "server/digest/md5.h"
#include "server/digest/sha1.h"
#include "server/digest/sha256.h"

namespace signet {

// What the hashes are compared with, in hex: OpenSSL's EVP interface in one go,
// and CRCs one bit at a time as their definition has it.
std::string EvpDigestHex(const char* name, absl::string_view bytes);
std::string EvpHmacSha256Hex(absl::string_view key, absl::string_view bytes);
std::string Crc32ByBitHex(absl::string_view bytes);
std::string Crc32cByBitHex(absl::string_view bytes);
std::string Crc64NvmeByBitHex(absl::string_view bytes);

// `count` bytes without a period that matters.
std::string SomeBytes(size_t count);

// One for each hash that Buffered takes: how to make one, and what it must give.
struct Sha256Case {
  using Hash = Sha256;
  static Hash Make() { return Hash(); }
  static std::string Expected(absl::string_view bytes) { return EvpDigestHex("SHA256", bytes); }
};

struct Sha1Case {
  using Hash = Sha1;
  static Hash Make() { return Hash(); }
  static std::string Expected(absl::string_view bytes) { return EvpDigestHex("SHA1", bytes); }
};

struct Md5Case {
  using Hash = Md5;
  static Hash Make() { return Hash(); }
  static std::string Expected(absl::string_view bytes) { return EvpDigestHex("MD5", bytes); }
};

struct Crc32Case {
  using Hash = Crc32;
  static Hash Make() { return Hash(); }
  static std::string Expected(absl::string_view bytes) { return Crc32ByBitHex(bytes); }
};

struct Crc32cCase {
  using Hash = Crc32c;
  static Hash Make() { return Hash(); }
  static std::string Expected(absl::string_view bytes) { return Crc32cByBitHex(bytes); }
};

struct Crc64NvmeCase {
  using Hash = Crc64Nvme;
  static Hash Make() { return Hash(); }
  static std::string Expected(absl::string_view bytes) { return Crc64NvmeByBitHex(bytes); }
};

struct HmacSha256Case {
  using Hash = HmacSha256Stream;
  static constexpr absl::string_view kKey = "what a key";
  static Hash Make() { return Hash(MakeHmacSha256Key(kKey)); }
  static std::string Expected(absl::string_view bytes) { return EvpHmacSha256Hex(kKey, bytes); }
};

template <typename Hash>
std::string FinishHex(Hash* hash) {
  const auto digest = hash->Finish();
  return ToHex(absl::MakeConstSpan(digest));
}

}  // namespace signet

#endif  // SIGNET_TESTS_SERVER_DIGEST_HASH_CASES_H_
