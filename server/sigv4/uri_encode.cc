// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "server/base/error.h"
#include "server/sigv4/canonical_request.h"

namespace signet {
namespace {

constexpr std::array<bool, 256> MakeUnreserved() {
  std::array<bool, 256> table = {};
  for (const char c : {'-', '.', '_', '~'}) {
    table[static_cast<unsigned char>(c)] = true;
  }
  for (int c = '0'; c <= '9'; ++c) {
    table[static_cast<size_t>(c)] = true;
  }
  for (int c = 'a'; c <= 'z'; ++c) {
    table[static_cast<size_t>(c)] = true;
    table[static_cast<size_t>(c - 'a' + 'A')] = true;
  }
  return table;
}

constexpr std::array<bool, 256> kUnreserved = MakeUnreserved();
constexpr char kHexDigits[] = "0123456789ABCDEF";

absl::Status InvalidUrl(absl::string_view message) {
  return InvalidField(Reason::kInvalidUrl, "url", message);
}

// The smallest code point that a sequence of this many bytes may spell: less is
// an overlong form.
constexpr uint32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};

// How many bytes the lead byte announces, 0 for none that may lead.
size_t SequenceLength(unsigned char lead) {
  if (lead < 0x80) {
    return 1;
  }
  if (lead >= 0xc2 && lead < 0xe0) {
    return 2;
  }
  if (lead >= 0xe0 && lead < 0xf0) {
    return 3;
  }
  return lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
}

// RFC 3629: no overlong form, no surrogate, nothing above U+10FFFF.
bool IsUtf8(absl::string_view text) {
  size_t i = 0;
  while (i < text.size()) {
    const size_t length = SequenceLength(static_cast<unsigned char>(text[i]));
    if (length == 0 || length > text.size() - i) {
      return false;
    }
    uint32_t code_point = static_cast<unsigned char>(text[i]) & (0xffu >> length);
    for (size_t k = 1; k < length; ++k) {
      const unsigned char next = static_cast<unsigned char>(text[i + k]);
      if ((next & 0xc0) != 0x80) {
        return false;
      }
      code_point = (code_point << 6) | (next & 0x3fu);
    }
    const bool is_surrogate = code_point >= 0xd800 && code_point < 0xe000;
    if (length > 1 && (code_point < kSmallest[length] || code_point > 0x10ffff || is_surrogate)) {
      return false;
    }
    i += length;
  }
  return true;
}

int HexValue(char c) {
  if (absl::ascii_isdigit(static_cast<unsigned char>(c))) {
    return c - '0';
  }
  const char lower = absl::ascii_tolower(static_cast<unsigned char>(c));
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

}  // namespace

void AppendUriEncoded(absl::string_view bytes, std::string* out) {
  for (const char c : bytes) {
    const unsigned char byte = static_cast<unsigned char>(c);
    if (kUnreserved[byte]) {
      out->push_back(c);
    } else {
      out->push_back('%');
      out->push_back(kHexDigits[byte >> 4]);
      out->push_back(kHexDigits[byte & 0xf]);
    }
  }
}

std::string UriEncode(absl::string_view bytes) {
  std::string out;
  out.reserve(bytes.size());
  AppendUriEncoded(bytes, &out);
  return out;
}

absl::StatusOr<std::string> UriDecode(absl::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out.push_back(text[i]);
      continue;
    }
    const int high = i + 2 < text.size() ? HexValue(text[i + 1]) : -1;
    const int low = i + 2 < text.size() ? HexValue(text[i + 2]) : -1;
    if (high < 0 || low < 0) {
      return InvalidUrl("'%' does not start two hex digits; send a '%' as %25");
    }
    if (high == 0 && low == 0) {
      return InvalidUrl("url holds %00");
    }
    out.push_back(static_cast<char>(high * 16 + low));
    i += 2;
  }
  if (!IsUtf8(out)) {
    return InvalidUrl("url does not decode to valid UTF-8");
  }
  return out;
}

}  // namespace signet
