// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/observability/json_text.h"

#include <cstdint>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace signet {
namespace {

struct CodePoint {
  uint32_t value = 0;
  // Bytes it takes; 0 when the text does not start with valid UTF-8.
  size_t size = 0;
};

// The sequences of RFC 3629: none overlong, no surrogate, none above U+10FFFF.
CodePoint DecodeUtf8(absl::string_view text) {
  const auto byte = [text](size_t i) { return static_cast<uint8_t>(text[i]); };
  const uint8_t first = byte(0);
  if (first < 0x80) {
    return {first, 1};
  }
  const size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < size) {
    return {};
  }
  uint32_t value = first & (0xffu >> (size + 1));
  for (size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xc0) != 0x80) {
      return {};
    }
    value = value << 6 | (byte(i) & 0x3f);
  }
  constexpr uint32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
  if (value < kSmallest[size] || (value >= 0xd800 && value <= 0xdfff) || value > 0x10ffff) {
    return {};
  }
  return {value, size};
}

bool NeedsEscape(uint32_t c) {
  const bool is_control = c < 0x20 || (c >= 0x7f && c <= 0x9f);
  const bool breaks_line = c == 0x2028 || c == 0x2029;
  const bool steers_direction =
      (c >= 0x200e && c <= 0x200f) || (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
  return is_control || breaks_line || steers_direction;
}

}  // namespace

void AppendJsonString(absl::string_view text, std::string* out) {
  out->push_back('"');
  while (!text.empty()) {
    const CodePoint c = DecodeUtf8(text);
    if (c.size == 0) {
      absl::StrAppend(out, "\\ufffd");
    } else if (c.value == '"' || c.value == '\\') {
      out->push_back('\\');
      out->push_back(static_cast<char>(c.value));
    } else if (c.value == '\n') {
      absl::StrAppend(out, "\\n");
    } else if (NeedsEscape(c.value)) {
      absl::StrAppendFormat(out, "\\u%04x", c.value);
    } else {
      absl::StrAppend(out, text.substr(0, c.size));
    }
    text.remove_prefix(c.size == 0 ? 1 : c.size);
  }
  out->push_back('"');
}

absl::string_view TruncateUtf8(absl::string_view text, size_t max_bytes) {
  if (text.size() <= max_bytes) {
    return text;
  }
  size_t end = max_bytes;
  // At most three continuation bytes can precede the end of a sequence.
  for (int i = 0; i < 3 && end > 0 && (static_cast<uint8_t>(text[end]) & 0xc0) == 0x80; ++i) {
    --end;
  }
  return text.substr(0, end);
}

}  // namespace signet
