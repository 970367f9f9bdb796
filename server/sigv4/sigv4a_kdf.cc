// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/sigv4/sigv4a_kdf.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "server/base/secret.h"
#include "server/sigv4/algorithm.h"

namespace signet {
namespace {

constexpr absl::string_view kKeyPrefix = "AWS4A";

// n - 2, n being the order of P-256 (SEC 2, section 2.4.2).
constexpr Sha256Digest kOrderMinusTwo = {
    0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
    0xbc, 0xe6, 0xfa, 0xad, 0xa7, 0x17, 0x9e, 0x84, 0xf3, 0xb9, 0xca, 0xc2, 0xfc, 0x63, 0x25, 0x4f};

// 1 when a > b, else 0: the borrow of b - a, without a branch.
uint32_t IsGreater(const Sha256Digest& a, const Sha256Digest& b) {
  uint32_t borrow = 0;
  for (size_t i = a.size(); i-- > 0;) {
    const uint32_t difference = uint32_t{b[i]} - a[i] - borrow;
    borrow = difference >> 31;
  }
  return borrow;
}

}  // namespace

HmacSha256Key Sigv4aInputKey(absl::string_view secret_access_key) {
  std::string input;
  // No growth afterwards: a move would leave a copy of the secret behind.
  input.reserve(kKeyPrefix.size() + secret_access_key.size());
  absl::StrAppend(&input, kKeyPrefix, secret_access_key);
  const HmacSha256Key key = MakeHmacSha256Key(input);
  Wipe(&input);
  return key;
}

Sha256Digest Sigv4aCandidate(const HmacSha256Key& key, absl::string_view access_key_id,
                             uint8_t counter) {
  constexpr absl::string_view kBlockNumber("\x00\x00\x00\x01", 4);
  constexpr absl::string_view kSeparator("\x00", 1);
  constexpr absl::string_view kLengthInBits("\x00\x00\x01\x00", 4);
  const char counter_byte = static_cast<char>(counter);
  return HmacSha256(
      key, absl::StrCat(kBlockNumber, AlgorithmName(Algorithm::kSigV4a), kSeparator, access_key_id,
                        absl::string_view(&counter_byte, 1), kLengthInBits));
}

bool Sigv4aPrivateKey(const Sha256Digest& candidate, Sha256Digest* private_key) {
  uint32_t carry = 1;
  for (size_t i = candidate.size(); i-- > 0;) {
    const uint32_t sum = candidate[i] + carry;
    (*private_key)[i] = static_cast<uint8_t>(sum);
    carry = sum >> 8;
  }
  return IsGreater(candidate, kOrderMinusTwo) == 0;
}

bool FindSigv4aPrivateKey(Sigv4aCandidateSource candidate, Sha256Digest* private_key) {
  for (int counter = 1; counter <= kMaxSigv4aCounter; ++counter) {
    Sha256Digest bytes = candidate(static_cast<uint8_t>(counter));
    const bool is_usable = Sigv4aPrivateKey(bytes, private_key);
    Wipe(bytes.data(), bytes.size());
    if (is_usable) {
      return true;
    }
  }
  Wipe(private_key->data(), private_key->size());
  return false;
}

}  // namespace signet
