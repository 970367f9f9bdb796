// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/sigv4/http_request.h"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"

namespace signet {
namespace {

constexpr absl::string_view kUrlField = "url";

using ByteSet = std::array<bool, 256>;

constexpr ByteSet MakeAlphanumericAnd(absl::string_view others) {
  ByteSet set = {};
  for (size_t i = 0; i < 26; ++i) {
    set['a' + i] = true;
    set['A' + i] = true;
  }
  for (size_t i = 0; i < 10; ++i) {
    set['0' + i] = true;
  }
  for (const char c : others) {
    set[static_cast<unsigned char>(c)] = true;
  }
  return set;
}

// RFC 9110 section 5.6.2.
constexpr ByteSet kTokenCharacters = MakeAlphanumericAnd("!#$%&'*+-.^_`|~");
constexpr ByteSet kHostCharacters = MakeAlphanumericAnd("-._~");

bool IsTokenCharacter(char c) { return kTokenCharacters[static_cast<unsigned char>(c)]; }

bool IsControl(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

bool IsForbiddenInValue(char c) { return IsControl(c) && c != '\t'; }

// Looks at all bytes rather than stop at the first, so that the compiler can look
// at many at a time.
bool HasForbiddenInValue(absl::string_view value) {
  unsigned char found = 0;
  for (const char c : value) {
    found |= static_cast<unsigned char>(IsForbiddenInValue(c));
  }
  return found != 0;
}

// A byte as messages show it: printable, never a raw control byte.
std::string ShownByte(char c) {
  if (absl::ascii_isprint(static_cast<unsigned char>(c))) {
    return absl::StrCat("'", absl::string_view(&c, 1), "'");
  }
  return absl::StrCat("0x", absl::Hex(static_cast<unsigned char>(c), absl::kZeroPad2));
}

absl::Status InvalidUrl(absl::string_view message) {
  return InvalidField(Reason::kInvalidUrl, kUrlField, message);
}

// Bytes that no part of a URL may hold.
absl::Status CheckUrlBytes(absl::string_view url, size_t max_bytes) {
  if (url.size() > max_bytes) {
    return InvalidField(Reason::kLimitExceeded, kUrlField,
                        absl::StrCat("url has ", url.size(), " bytes, allowed are ", max_bytes));
  }
  // Nearly no URL holds any of the three, and all bytes can be looked at at once.
  unsigned char suspicious = 0;
  for (const char c : url) {
    suspicious |= static_cast<unsigned char>(IsControl(c) || c == '#' || c == '%');
  }
  if (suspicious == 0) {
    return absl::OkStatus();
  }
  for (size_t i = 0; i < url.size(); ++i) {
    if (IsControl(url[i])) {
      return InvalidUrl(absl::StrCat("control byte ", ShownByte(url[i]), " at offset ", i));
    }
    if (url[i] == '#') {
      return InvalidUrl(absl::StrCat("fragment at offset ", i, "; send '#' in a path as %23"));
    }
    if (url[i] == '%' && (i + 2 >= url.size() || !absl::ascii_isxdigit(url[i + 1]) ||
                          !absl::ascii_isxdigit(url[i + 2]))) {
      return InvalidUrl(
          absl::StrCat("'%' at offset ", i, " does not start two hex digits; send a '%' as %25"));
    }
  }
  return absl::OkStatus();
}

absl::Status CheckPort(absl::string_view port) {
  int number = 0;
  const bool is_number = !port.empty() && port.size() <= 5 &&
                         port.find_first_not_of("0123456789") == absl::string_view::npos &&
                         absl::SimpleAtoi(port, &number);
  // Clients make ":0443" the scheme's own port and leave it out of Host.
  if (!is_number || number < 1 || number > 65535 || port[0] == '0') {
    return InvalidUrl("port is not a number from 1 to 65535 without leading zeros");
  }
  return absl::OkStatus();
}

// `text` is what follows the host: nothing, or ':' and a port.
absl::Status CheckPortSuffix(absl::string_view text) {
  if (text.empty()) {
    return absl::OkStatus();
  }
  if (text[0] != ':') {
    return InvalidUrl("only a port may follow the bracketed host");
  }
  return CheckPort(text.substr(1));
}

absl::Status CheckIpv6Authority(absl::string_view authority) {
  const size_t end = authority.find(']');
  const std::string address(authority.substr(1, end == absl::string_view::npos ? end : end - 1));
  in6_addr parsed;
  if (end == absl::string_view::npos || ::inet_pton(AF_INET6, address.c_str(), &parsed) != 1) {
    return InvalidUrl("bracketed host is not an IPv6 address");
  }
  return CheckPortSuffix(authority.substr(end + 1));
}

absl::Status CheckAuthority(absl::string_view authority) {
  const bool is_plain_host =
      !authority.empty() && std::all_of(authority.begin(), authority.end(), [](char c) {
        return kHostCharacters[static_cast<unsigned char>(c)];
      });
  if (is_plain_host) {
    return absl::OkStatus();
  }
  if (authority.empty()) {
    return InvalidUrl("url has no host");
  }
  if (absl::StrContains(authority, '@')) {
    return InvalidUrl("url holds user information before the host");
  }
  if (authority[0] == '[') {
    return CheckIpv6Authority(authority);
  }
  const size_t colon = authority.find(':');
  const absl::string_view host = authority.substr(0, colon);
  if (host.empty()) {
    return InvalidUrl("url has no host");
  }
  for (const char c : host) {
    if (!kHostCharacters[static_cast<unsigned char>(c)]) {
      return InvalidUrl(
          absl::StrCat("host holds ", ShownByte(c), ", allowed are A-Z a-z 0-9 '-' '.' '_' '~'"));
    }
  }
  return colon == absl::string_view::npos ? absl::OkStatus()
                                          : CheckPort(authority.substr(colon + 1));
}

absl::Status CheckMethod(absl::string_view method) {
  if (method.empty()) {
    return InvalidField(Reason::kInvalidMethod, "method", "method is empty");
  }
  if (method.size() > kMaxMethodBytes) {
    return InvalidField(
        Reason::kLimitExceeded, "method",
        absl::StrCat("method has ", method.size(), " bytes, allowed are ", kMaxMethodBytes));
  }
  for (const char c : method) {
    if (!IsTokenCharacter(c)) {
      return InvalidField(Reason::kInvalidMethod, "method",
                          absl::StrCat("method holds ", ShownByte(c), ", allowed is a token"));
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<UrlView> ParseUrl(absl::string_view url, const HttpLimits& limits) {
  SIGNET_RETURN_IF_ERROR(CheckUrlBytes(url, limits.url_bytes));
  const size_t scheme_end = url.find("://");
  if (scheme_end == absl::string_view::npos) {
    return InvalidUrl("url is not absolute, wanted is http://HOST/... or https://HOST/...");
  }
  UrlView parts;
  parts.scheme = url.substr(0, scheme_end);
  if (parts.scheme != "https" && !absl::EqualsIgnoreCase(parts.scheme, "http") &&
      !absl::EqualsIgnoreCase(parts.scheme, "https")) {
    return InvalidUrl("url scheme is neither http nor https");
  }
  const absl::string_view rest = url.substr(scheme_end + 3);
  const size_t query_start = std::min(rest.find('?'), rest.size());
  const size_t path_start = std::min(rest.find('/'), query_start);
  parts.authority = rest.substr(0, path_start);
  SIGNET_RETURN_IF_ERROR(CheckAuthority(parts.authority));
  parts.path = rest.substr(path_start, query_start - path_start);
  if (query_start < rest.size()) {
    parts.query = rest.substr(query_start + 1);
  }
  return parts;
}

absl::Status ValidateHeader(const HeaderView& header, absl::string_view list, size_t index) {
  const auto field = [list, index](absl::string_view part) {
    return absl::StrCat(list, "[", index, "].", part);
  };
  if (header.name.empty()) {
    return InvalidField(Reason::kInvalidHeader, field("name"), "header name is empty");
  }
  if (header.name.size() > kMaxHeaderNameBytes) {
    return InvalidField(Reason::kLimitExceeded, field("name"),
                        absl::StrCat("header name has ", header.name.size(), " bytes, allowed are ",
                                     kMaxHeaderNameBytes));
  }
  for (const char c : header.name) {
    if (!IsTokenCharacter(c)) {
      return InvalidField(Reason::kInvalidHeader, field("name"),
                          absl::StrCat("header name holds ", ShownByte(c), ", allowed is a token"));
    }
  }
  if (HasForbiddenInValue(header.value)) {
    const char first = *std::find_if(header.value.begin(), header.value.end(), &IsForbiddenInValue);
    return InvalidField(Reason::kInvalidHeader, field("value"),
                        absl::StrCat("header value holds control byte ", ShownByte(first)));
  }
  return absl::OkStatus();
}

absl::Status ValidateHttpRequest(const HttpRequest& request, const HttpLimits& limits) {
  SIGNET_RETURN_IF_ERROR(CheckMethod(request.method));
  if (request.headers.size() > limits.headers) {
    return InvalidField(
        Reason::kLimitExceeded, "headers",
        absl::StrCat(request.headers.size(), " headers, allowed are ", limits.headers));
  }
  size_t block_bytes = 0;
  for (size_t i = 0; i < request.headers.size(); ++i) {
    SIGNET_RETURN_IF_ERROR(ValidateHeader(request.headers[i], "headers", i));
    block_bytes += request.headers[i].name.size() + request.headers[i].value.size();
  }
  if (block_bytes > limits.header_block_bytes) {
    return InvalidField(Reason::kLimitExceeded, "headers",
                        absl::StrCat("headers have ", block_bytes, " bytes, allowed are ",
                                     limits.header_block_bytes));
  }
  return absl::OkStatus();
}

}  // namespace signet
