// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_DIGEST_HEX_H_
#define SIGNET_SERVER_DIGEST_HEX_H_

#include <array>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace signet {

// Lower-case hex, two characters a byte: the form of every hash and signature
// in SigV4.
std::string ToHex(absl::Span<const uint8_t> bytes);

// The same to `out`, which has room for two characters a byte; returns the end.
char* PutHex(absl::Span<const uint8_t> bytes, char* out);

// The hex of a SHA-256 or HMAC-SHA256 on the stack.
class Sha256Hex {
 public:
  explicit Sha256Hex(const std::array<uint8_t, 32>& digest) { PutHex(digest, text_.data()); }
  absl::string_view text() const { return absl::string_view(text_.data(), text_.size()); }

 private:
  std::array<char, 64> text_;
};

// True for exactly 64 lower-case hex digits.
bool IsSha256Hex(absl::string_view text);

// Writes the bytes that `hex` (either case) spells to `out`. False, with `out`
// unchanged, unless `hex` is exactly twice as long and all hex digits.
bool FromHex(absl::string_view hex, absl::Span<uint8_t> out);

}  // namespace signet

#endif  // SIGNET_SERVER_DIGEST_HEX_H_
