// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_DIGEST_HEX_H_
#define SIGNET_SERVER_DIGEST_HEX_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace signet {

// Lower-case hex, two characters a byte: the form of every hash and signature
// in SigV4.
std::string ToHex(absl::Span<const uint8_t> bytes);

// True for exactly 64 lower-case hex digits.
bool IsSha256Hex(absl::string_view text);

// Writes the bytes that `hex` (either case) spells to `out`. False, with `out`
// unchanged, unless `hex` is exactly twice as long and all hex digits.
bool FromHex(absl::string_view hex, absl::Span<uint8_t> out);

}  // namespace signet

#endif  // SIGNET_SERVER_DIGEST_HEX_H_
