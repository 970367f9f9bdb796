// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_BASE_UTF8_H_
#define SIGNET_SERVER_BASE_UTF8_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"

namespace signet {

// UTF-8 by RFC 3629: shortest forms only, no surrogates, up to U+10FFFF.

// Takes the first code point off `text`. Nothing, with `text` unchanged, where
// it does not begin with one. REQUIRES: not empty.
std::optional<uint32_t> TakeUtf8(absl::string_view* text);

// The length of the longest prefix of `text` that is UTF-8; text.size() when all
// of it is.
size_t ValidUtf8Prefix(absl::string_view text);

bool IsUtf8(absl::string_view text);

// Appends a code point. REQUIRES: at most U+10FFFF, no surrogate.
void AppendUtf8(uint32_t code_point, std::string* out);

}  // namespace signet

#endif  // SIGNET_SERVER_BASE_UTF8_H_
