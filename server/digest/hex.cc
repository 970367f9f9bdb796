// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/digest/hex.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include <algorithm>
#include <array>
#include <cstring>

#include "absl/strings/ascii.h"

namespace signet {
namespace {

uint8_t HexValue(char c) {
  if (c <= '9') {
    return static_cast<uint8_t>(c - '0');
  }
  return static_cast<uint8_t>(absl::ascii_tolower(static_cast<unsigned char>(c)) - 'a' + 10);
}

// The two digits of every byte, one after the other.
constexpr std::array<char, 512> MakePairs() {
  constexpr char kDigits[] = "0123456789abcdef";
  std::array<char, 512> pairs = {};
  for (size_t byte = 0; byte < 256; ++byte) {
    pairs[2 * byte] = kDigits[byte >> 4];
    pairs[2 * byte + 1] = kDigits[byte & 15];
  }
  return pairs;
}

constexpr std::array<char, 512> kPairs = MakePairs();

#if defined(__SSE2__)
// Sixteen numbers under 16 as digits.
__m128i DigitsOf(__m128i numbers) {
  const __m128i is_letter = _mm_cmpgt_epi8(numbers, _mm_set1_epi8(9));
  const __m128i gap = _mm_and_si128(is_letter, _mm_set1_epi8('a' - '0' - 10));
  return _mm_add_epi8(_mm_add_epi8(numbers, _mm_set1_epi8('0')), gap);
}

// A signature takes the hex of three digests: by table that is a tenth of what is
// not hashing.
char* PutHexOf16(const uint8_t* bytes, char* out) {
  const __m128i all = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes));
  const __m128i low_bits = _mm_set1_epi8(15);
  const __m128i high = DigitsOf(_mm_and_si128(_mm_srli_epi16(all, 4), low_bits));
  const __m128i low = DigitsOf(_mm_and_si128(all, low_bits));
  _mm_storeu_si128(reinterpret_cast<__m128i*>(out), _mm_unpacklo_epi8(high, low));
  _mm_storeu_si128(reinterpret_cast<__m128i*>(out + 16), _mm_unpackhi_epi8(high, low));
  return out + 32;
}
#endif

bool IsHexDigit(char c) { return absl::ascii_isxdigit(static_cast<unsigned char>(c)); }

}  // namespace

std::string ToHex(absl::Span<const uint8_t> bytes) {
  std::string hex(bytes.size() * 2, '\0');
  PutHex(bytes, hex.data());
  return hex;
}

char* PutHex(absl::Span<const uint8_t> bytes, char* out) {
#if defined(__SSE2__)
  for (; bytes.size() >= 16; bytes.remove_prefix(16)) {
    out = PutHexOf16(bytes.data(), out);
  }
#endif
  for (const uint8_t byte : bytes) {
    memcpy(out, &kPairs[size_t{2} * byte], 2);
    out += 2;
  }
  return out;
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
