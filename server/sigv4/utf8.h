// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SIGV4_UTF8_H_
#define SIGNET_SERVER_SIGV4_UTF8_H_

#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"

namespace signet {

// Takes the first code point off `text`. Nothing, with `text` unchanged, where
// it does not begin with UTF-8 (RFC 3629: no overlong form, no surrogate,
// nothing above U+10FFFF). REQUIRES: not empty.
std::optional<uint32_t> TakeUtf8(absl::string_view* text);

bool IsUtf8(absl::string_view text);

}  // namespace signet

#endif  // SIGNET_SERVER_SIGV4_UTF8_H_
