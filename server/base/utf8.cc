// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/base/utf8.h"

#include <cstring>
#include <string>

namespace signet {
namespace {

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

// Takes off eight ASCII bytes at a time, as long as there are.
void SkipAscii(absl::string_view* text) {
  uint64_t bytes = 0;
  while (text->size() >= sizeof(bytes)) {
    memcpy(&bytes, text->data(), sizeof(bytes));
    if ((bytes & 0x8080808080808080) != 0) {
      return;
    }
    text->remove_prefix(sizeof(bytes));
  }
}

}  // namespace

std::optional<uint32_t> TakeUtf8(absl::string_view* text) {
  const size_t length = SequenceLength(static_cast<unsigned char>(text->front()));
  if (length == 0 || length > text->size()) {
    return std::nullopt;
  }
  uint32_t code_point = static_cast<unsigned char>(text->front()) & (0xffu >> length);
  for (size_t i = 1; i < length; ++i) {
    const unsigned char next = static_cast<unsigned char>((*text)[i]);
    if ((next & 0xc0) != 0x80) {
      return std::nullopt;
    }
    code_point = (code_point << 6) | (next & 0x3fu);
  }
  const bool is_surrogate = code_point >= 0xd800 && code_point < 0xe000;
  if (length > 1 && (code_point < kSmallest[length] || code_point > 0x10ffff || is_surrogate)) {
    return std::nullopt;
  }
  text->remove_prefix(length);
  return code_point;
}

size_t ValidUtf8Prefix(absl::string_view text) {
  absl::string_view rest = text;
  SkipAscii(&rest);
  while (!rest.empty() && TakeUtf8(&rest).has_value()) {
    SkipAscii(&rest);
  }
  return text.size() - rest.size();
}

void AppendUtf8(uint32_t code_point, std::string* out) {
  if (code_point < 0x80) {
    out->push_back(static_cast<char>(code_point));
    return;
  }
  if (code_point < 0x800) {
    out->push_back(static_cast<char>(0xc0 | (code_point >> 6)));
  } else {
    if (code_point < 0x10000) {
      out->push_back(static_cast<char>(0xe0 | (code_point >> 12)));
    } else {
      out->push_back(static_cast<char>(0xf0 | (code_point >> 18)));
      out->push_back(static_cast<char>(0x80 | ((code_point >> 12) & 0x3f)));
    }
    out->push_back(static_cast<char>(0x80 | ((code_point >> 6) & 0x3f)));
  }
  out->push_back(static_cast<char>(0x80 | (code_point & 0x3f)));
}

bool IsUtf8(absl::string_view text) { return ValidUtf8Prefix(text) == text.size(); }

}  // namespace signet
