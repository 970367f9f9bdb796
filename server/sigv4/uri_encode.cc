// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/match.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"
#include "server/base/utf8.h"
#include "server/digest/hex.h"
#include "server/sigv4/canonical_request.h"

namespace signet {
namespace {

using ByteSet = std::array<bool, 256>;

constexpr ByteSet MakeUnreserved(bool with_slash) {
  ByteSet set = {};
  for (const char c : {'-', '.', '_', '~'}) {
    set[static_cast<unsigned char>(c)] = true;
  }
  for (int c = '0'; c <= '9'; ++c) {
    set[static_cast<size_t>(c)] = true;
  }
  for (int c = 'a'; c <= 'z'; ++c) {
    set[static_cast<size_t>(c)] = true;
    set[static_cast<size_t>(c) - 'a' + 'A'] = true;
  }
  set['/'] = with_slash;
  return set;
}

constexpr ByteSet kUnreserved = MakeUnreserved(false);
constexpr ByteSet kUnreservedOrSlash = MakeUnreserved(true);

char* PutEncoded(absl::string_view bytes, const ByteSet& kept, char* out) {
  constexpr char kHexDigits[] = "0123456789ABCDEF";
  for (const char c : bytes) {
    const unsigned char byte = static_cast<unsigned char>(c);
    if (kept[byte]) {
      *out++ = c;
    } else {
      *out++ = '%';
      *out++ = kHexDigits[byte >> 4];
      *out++ = kHexDigits[byte & 0xf];
    }
  }
  return out;
}

absl::string_view Encode(absl::string_view bytes, const ByteSet& kept, TextArena* arena) {
  const bool is_plain = std::all_of(
      bytes.begin(), bytes.end(), [&kept](char c) { return kept[static_cast<unsigned char>(c)]; });
  return is_plain
             ? bytes
             : arena->Keep(PutEncoded(bytes, kept, arena->Room(bytes.size() * kMaxEncodedBytes)));
}

absl::Status InvalidUrl(absl::string_view message) {
  return InvalidField(Reason::kInvalidUrl, "url", message);
}

// Nothing but ASCII, no NUL and no escape: what nearly every part of a URL is.
bool IsPlain(absl::string_view text) {
  unsigned char other = 0;
  for (const char c : text) {
    other |= static_cast<unsigned char>(static_cast<signed char>(c) <= 0 || c == '%');
  }
  return other == 0;
}

// The end of what `text` decodes to; null for a malformed escape.
char* PutDecoded(absl::string_view text, char* out) {
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      *out++ = text[i];
      continue;
    }
    uint8_t byte = 0;
    if (!FromHex(text.substr(i + 1, 2), absl::MakeSpan(&byte, 1))) {
      return nullptr;
    }
    *out++ = static_cast<char>(byte);
    i += 2;
  }
  return out;
}

}  // namespace

char* PutUriEncoded(absl::string_view bytes, char* out) {
  return PutEncoded(bytes, kUnreserved, out);
}

absl::string_view UriEncode(absl::string_view bytes, TextArena* arena) {
  return Encode(bytes, kUnreserved, arena);
}

absl::string_view EncodeSegments(absl::string_view path, TextArena* arena) {
  return Encode(path, kUnreservedOrSlash, arena);
}

std::string UriEncode(absl::string_view bytes) {
  TextArena arena;
  return std::string(UriEncode(bytes, &arena));
}

absl::StatusOr<absl::string_view> UriDecode(absl::string_view text, TextArena* arena) {
  if (IsPlain(text)) {
    return text;
  }
  absl::string_view decoded = text;
  if (absl::StrContains(text, '%')) {
    char* const end = PutDecoded(text, arena->Room(text.size()));
    if (end == nullptr) {
      return InvalidUrl("'%' does not start two hex digits; send a '%' as %25");
    }
    decoded = arena->Keep(end);
  }
  if (absl::StrContains(decoded, '\0')) {
    return InvalidUrl("url holds a NUL byte");
  }
  if (!IsUtf8(decoded)) {
    return InvalidUrl("url does not decode to valid UTF-8");
  }
  return decoded;
}

absl::StatusOr<std::string> UriDecode(absl::string_view text) {
  TextArena arena;
  SIGNET_ASSIGN_OR_RETURN(const absl::string_view decoded, UriDecode(text, &arena));
  return std::string(decoded);
}

}  // namespace signet
