// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "server/sigv4/canonical_request.h"

namespace signet {
namespace {

// Left out of every signature: proxies change or drop them on the way. Sources:
// RFC 9110 section 7.6.1, and the lists in the signers of botocore, aws-c-auth
// and aws-sdk-go-v2.
constexpr absl::string_view kNeverSigned[] = {
    "authorization",  "connection", "expect",  "keep-alive", "te",
    "trailer",        "trailers",   "upgrade", "user-agent", "transfer-encoding",
    "x-amzn-trace-id"};
constexpr absl::string_view kNeverSignedPrefixes[] = {"proxy-", "sec-websocket-"};

bool IsBlank(char c) { return c == ' ' || c == '\t'; }

absl::string_view Trim(absl::string_view value) {
  while (!value.empty() && IsBlank(value.front())) {
    value.remove_prefix(1);
  }
  while (!value.empty() && IsBlank(value.back())) {
    value.remove_suffix(1);
  }
  return value;
}

// At most as long as `value`; returns the end.
char* PutCanonicalValue(absl::string_view value, char* out) {
  value = Trim(value);
  if (value.empty() || memchr(value.data(), ' ', value.size()) == nullptr) {
    return PutText(out, value);
  }
  for (size_t run = value.find("  "); run != absl::string_view::npos; run = value.find("  ")) {
    out = PutText(out, value.substr(0, run + 1));
    value.remove_prefix(value.find_first_not_of(' ', run));
  }
  return PutText(out, value);
}

// The first bytes of a name as a number that sorts as they do.
uint64_t PrefixOf(absl::string_view name) {
  uint64_t prefix = 0;
  if (name.size() >= sizeof(prefix)) {
    memcpy(&prefix, name.data(), sizeof(prefix));
  } else {
    memcpy(&prefix, name.data(), name.size());
  }
  static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);
  return __builtin_bswap64(prefix);
}

inline bool SortsBefore(const SignedHeader& a, const SignedHeader& b) {
  if (a.prefix != b.prefix) {
    return a.prefix < b.prefix;
  }
  const int order = a.name.compare(b.name);
  return order != 0 ? order < 0 : a.position < b.position;
}

}  // namespace

absl::string_view LowerCase(absl::string_view text, TextArena* arena) {
  // All bytes, many at a time, rather than stop at the first.
  unsigned char upper = 0;
  for (const char c : text) {
    upper |= static_cast<unsigned char>(c >= 'A' && c <= 'Z');
  }
  if (upper == 0) {
    return text;
  }
  char* end = arena->Room(text.size());
  for (const char c : text) {
    *end++ = absl::ascii_tolower(static_cast<unsigned char>(c));
  }
  return arena->Keep(end);
}

absl::string_view CanonicalValue(absl::string_view value, TextArena* arena) {
  return arena->Keep(PutCanonicalValue(value, arena->Room(value.size())));
}

void AppendCanonicalValue(absl::string_view value, std::string* out) {
  EndText(out, PutCanonicalValue(value, RoomInText(out, out->size(), value.size())));
}

void CanonicalizeHeaders(absl::Span<SignedHeader> headers, CanonicalHeaders* out) {
  size_t names_size = 0;
  size_t values_size = 0;
  for (size_t i = 0; i < headers.size(); ++i) {
    headers[i].position = i;
    headers[i].prefix = PrefixOf(headers[i].name);
    names_size += headers[i].name.size() + 1;
    values_size += headers[i].value.size() + 1;
  }
  // By name alone: values of one name keep their order, and "x-a" comes before
  // "x-a-b" although ':' sorts after '-'.
  // A lambda is inlined into the sort, a pointer to a function is not.
  std::sort(headers.begin(), headers.end(),
            [](const SignedHeader& a, const SignedHeader& b) { return SortsBefore(a, b); });
  char* const names = RoomInText(&out->signed_headers, 0, names_size);
  char* names_end = names;
  char* lines_end = RoomInText(&out->canonical_headers, 0, names_size + values_size);
  for (size_t i = 0; i < headers.size(); ++i) {
    const SignedHeader& header = headers[i];
    if (i > 0 && headers[i - 1].prefix == header.prefix && headers[i - 1].name == header.name) {
      lines_end[-1] = ',';
    } else {
      if (i > 0) {
        *names_end++ = ';';
      }
      names_end = PutText(names_end, header.name);
      lines_end = PutText(lines_end, header.name);
      *lines_end++ = ':';
    }
    lines_end = PutCanonicalValue(header.value, lines_end);
    *lines_end++ = '\n';
  }
  EndText(&out->signed_headers, names_end);
  EndText(&out->canonical_headers, lines_end);
}

CanonicalHeaders CanonicalizeHeaders(absl::Span<const HeaderView> headers) {
  TextArena arena;
  std::vector<SignedHeader> named;
  named.reserve(headers.size());
  for (const HeaderView& header : headers) {
    named.push_back({LowerCase(header.name, &arena), header.value});
  }
  CanonicalHeaders out;
  CanonicalizeHeaders(absl::MakeSpan(named), &out);
  return out;
}

bool IsNeverSigned(absl::string_view lower_case_name, const TargetProfile& profile) {
  for (const absl::string_view name : kNeverSigned) {
    if (lower_case_name == name) {
      return true;
    }
  }
  for (const absl::string_view prefix : kNeverSignedPrefixes) {
    if (absl::StartsWith(lower_case_name, prefix)) {
      return true;
    }
  }
  for (const absl::string_view name : profile.unsigned_headers) {
    if (lower_case_name == name) {
      return true;
    }
  }
  return false;
}

}  // namespace signet
