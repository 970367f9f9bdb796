// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/base/json_text.h"

#include <cstdint>
#include <optional>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "server/base/utf8.h"

namespace signet {
namespace {

bool NeedsEscape(uint32_t c) {
  const bool is_control = c < 0x20 || (c >= 0x7f && c <= 0x9f);
  const bool breaks_line = c == 0x2028 || c == 0x2029;
  const bool steers_direction =
      (c >= 0x200e && c <= 0x200f) || (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
  return is_control || breaks_line || steers_direction;
}

// How many bytes `text` begins with that stand for themselves: most texts are
// nothing else.
size_t PlainPrefix(absl::string_view text) {
  size_t size = 0;
  while (size < text.size() && text[size] >= ' ' && text[size] <= '~' && text[size] != '"' &&
         text[size] != '\\') {
    ++size;
  }
  return size;
}

}  // namespace

void AppendJsonString(absl::string_view text, std::string* out) {
  out->push_back('"');
  while (true) {
    const size_t plain = PlainPrefix(text);
    out->append(text.data(), plain);
    text.remove_prefix(plain);
    if (text.empty()) {
      break;
    }
    const absl::string_view rest = text;
    const std::optional<uint32_t> c = TakeUtf8(&text);
    if (!c.has_value()) {
      absl::StrAppend(out, "\\ufffd");
      text.remove_prefix(1);
    } else if (*c == '"' || *c == '\\') {
      out->push_back('\\');
      out->push_back(static_cast<char>(*c));
    } else if (*c == '\n') {
      absl::StrAppend(out, "\\n");
    } else if (NeedsEscape(*c)) {
      absl::StrAppendFormat(out, "\\u%04x", *c);
    } else {
      absl::StrAppend(out, rest.substr(0, rest.size() - text.size()));
    }
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
