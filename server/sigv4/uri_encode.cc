// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "server/base/error.h"
#include "server/base/utf8.h"
#include "server/digest/hex.h"
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
    table[static_cast<size_t>(c) - 'a' + 'A'] = true;
  }
  return table;
}

constexpr std::array<bool, 256> kUnreserved = MakeUnreserved();
constexpr char kHexDigits[] = "0123456789ABCDEF";

absl::Status InvalidUrl(absl::string_view message) {
  return InvalidField(Reason::kInvalidUrl, "url", message);
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
    uint8_t byte = 0;
    if (!FromHex(text.substr(i + 1, 2), absl::MakeSpan(&byte, 1))) {
      return InvalidUrl("'%' does not start two hex digits; send a '%' as %25");
    }
    out.push_back(static_cast<char>(byte));
    i += 2;
  }
  if (out.find('\0') != std::string::npos) {
    return InvalidUrl("url holds a NUL byte");
  }
  if (!IsUtf8(out)) {
    return InvalidUrl("url does not decode to valid UTF-8");
  }
  return out;
}

}  // namespace signet
