// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/base/utf8.h"

#include <cstdint>

namespace signet {
namespace {

bool IsContinuation(char c) { return (static_cast<uint8_t>(c) & 0xc0) == 0x80; }

// The length of the sequence that `text` begins with; 0 when it is none.
size_t SequenceLength(absl::string_view text) {
  const uint8_t first = static_cast<uint8_t>(text[0]);
  if (first < 0x80) {
    return 1;
  }
  if (first < 0xc2 || first > 0xf4) {
    return 0;
  }
  const size_t length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  if (text.size() < length) {
    return 0;
  }
  for (size_t i = 1; i < length; ++i) {
    if (!IsContinuation(text[i])) {
      return 0;
    }
  }
  // RFC 3629 section 4: what the second byte may be after these first ones.
  const uint8_t second = static_cast<uint8_t>(text[1]);
  const bool overlong = (first == 0xe0 && second < 0xa0) || (first == 0xf0 && second < 0x90);
  const bool surrogate = first == 0xed && second > 0x9f;
  const bool beyond = first == 0xf4 && second > 0x8f;
  return overlong || surrogate || beyond ? 0 : length;
}

}  // namespace

size_t ValidUtf8Prefix(absl::string_view text) {
  size_t valid = 0;
  while (valid < text.size()) {
    const size_t length = SequenceLength(text.substr(valid));
    if (length == 0) {
      return valid;
    }
    valid += length;
  }
  return valid;
}

}  // namespace signet
