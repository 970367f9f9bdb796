// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_BASE_JSON_TEXT_H_
#define SIGNET_SERVER_BASE_JSON_TEXT_H_

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"

namespace signet {

// Appends `text` as a JSON string (RFC 8259), quotes included, that is safe on
// a terminal too: control bytes, U+007F to U+009F, the line and paragraph
// separators and what steers the direction of text are escaped; each byte that
// is not part of valid UTF-8 becomes U+FFFD.
void AppendJsonString(absl::string_view text, std::string* out);

// The longest start of `text` of at most `max_bytes` bytes that does not cut a
// UTF-8 sequence.
absl::string_view TruncateUtf8(absl::string_view text, size_t max_bytes);

}  // namespace signet

#endif  // SIGNET_SERVER_BASE_JSON_TEXT_H_
