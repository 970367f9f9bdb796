// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/digest/hex.h"

#include <algorithm>

#include "absl/strings/ascii.h"

namespace signet {
namespace {

uint8_t HexValue(char c) {
  if (c <= '9') {
    return static_cast<uint8_t>(c - '0');
  }
  return static_cast<uint8_t>(absl::ascii_tolower(static_cast<unsigned char>(c)) - 'a' + 10);
}

bool IsHexDigit(char c) { return absl::ascii_isxdigit(static_cast<unsigned char>(c)); }

}  // namespace

std::string ToHex(absl::Span<const uint8_t> bytes) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string hex(bytes.size() * 2, '\0');
  for (size_t i = 0; i < bytes.size(); ++i) {
    hex[2 * i] = kDigits[bytes[i] >> 4];
    hex[2 * i + 1] = kDigits[bytes[i] & 15];
  }
  return hex;
}

bool IsSha256Hex(absl::string_view text) {
  return text.size() == 64 && std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

bool FromHex(absl::string_view hex, absl::Span<uint8_t> out) {
  if (hex.size() != out.size() * 2 || !std::all_of(hex.begin(), hex.end(), IsHexDigit)) {
    return false;
  }
  for (size_t i = 0; i < out.size(); ++i) {
    out[i] = static_cast<uint8_t>(HexValue(hex[2 * i]) << 4 | HexValue(hex[2 * i + 1]));
  }
  return true;
}

}  // namespace signet
