// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <string>
#include <utility>
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

}  // namespace

void AppendCanonicalValue(absl::string_view value, std::string* out) {
  char previous = '\0';
  for (const char c : Trim(value)) {
    if (c != ' ' || previous != ' ') {
      out->push_back(c);
    }
    previous = c;
  }
}

CanonicalHeaders CanonicalizeHeaders(absl::Span<const HeaderView> headers) {
  std::vector<std::pair<std::string, absl::string_view>> sorted;
  sorted.reserve(headers.size());
  for (const HeaderView& header : headers) {
    sorted.emplace_back(absl::AsciiStrToLower(header.name), header.value);
  }
  // By name alone and stable: values of one name keep their order, and
  // "x-a" comes before "x-a-b" although ':' sorts after '-'.
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  CanonicalHeaders out;
  for (size_t i = 0; i < sorted.size(); ++i) {
    const auto& [name, value] = sorted[i];
    if (i > 0 && sorted[i - 1].first == name) {
      out.canonical_headers.back() = ',';
    } else {
      if (i > 0) {
        out.signed_headers.push_back(';');
      }
      out.signed_headers.append(name);
      out.canonical_headers.append(name).push_back(':');
    }
    AppendCanonicalValue(value, &out.canonical_headers);
    out.canonical_headers.push_back('\n');
  }
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
