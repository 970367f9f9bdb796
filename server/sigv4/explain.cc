// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/sigv4/explain.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "server/sigv4/canonical_request.h"

namespace signet {
namespace {

constexpr absl::string_view kRedacted = "[redacted]";

// Headers, and parameters of the same names, whose values open something.
constexpr absl::string_view kSecretNames[] = {
    "x-amz-security-token",
    "x-amz-s3session-token",
    "x-amz-server-side-encryption-customer-key",
    "x-amz-copy-source-server-side-encryption-customer-key",
    "x-goog-encryption-key",
    "x-goog-copy-source-encryption-key",
    "x-api-key",
    "x-vault-token",
    "cookie",
};

bool IsSecretName(absl::string_view name) {
  for (const absl::string_view secret : kSecretNames) {
    if (absl::EqualsIgnoreCase(secret, name)) {
      return true;
    }
  }
  return false;
}

std::string RedactQuery(absl::string_view query) {
  std::vector<std::string> pairs = absl::StrSplit(query, '&');
  for (std::string& pair : pairs) {
    const size_t equals = pair.find('=');
    const absl::StatusOr<std::string> name = UriDecode(pair.substr(0, equals));
    if (name.ok() && equals != std::string::npos && IsSecretName(*name)) {
      pair = absl::StrCat(pair.substr(0, equals + 1), kRedacted);
    }
  }
  return absl::StrJoin(pairs, "&");
}

std::string RedactHeader(absl::string_view line) {
  const size_t colon = line.find(':');
  if (colon != absl::string_view::npos && IsSecretName(line.substr(0, colon))) {
    return absl::StrCat(line.substr(0, colon + 1), kRedacted);
  }
  return std::string(line);
}

// A canonical request taken apart; parts that a shorter text lacks are empty.
struct Parts {
  std::string method;
  std::string uri;
  std::string query;
  std::map<std::string, std::string> headers;
  std::string signed_headers;
  std::string payload_hash;
};

Parts TakeApartCanonical(absl::string_view text) {
  const std::vector<std::string> lines = absl::StrSplit(text, '\n');
  const auto line = [&lines](size_t i) { return i < lines.size() ? lines[i] : std::string(); };
  Parts parts = {line(0), line(1), line(2), {}, "", ""};
  size_t i = 3;
  for (; i < lines.size() && !lines[i].empty(); ++i) {
    std::pair<std::string, std::string> header = absl::StrSplit(lines[i], absl::MaxSplits(':', 1));
    parts.headers.insert(std::move(header));
  }
  parts.signed_headers = line(i + 1);
  parts.payload_hash = line(i + 2);
  return parts;
}

std::string HeaderOrAbsent(const Parts& parts, const std::string& name) {
  const auto header = parts.headers.find(name);
  return header == parts.headers.end() ? std::string(kAbsentHeader) : header->second;
}

}  // namespace

std::string RedactCanonicalRequest(absl::string_view canonical_request) {
  std::vector<std::string> lines = absl::StrSplit(canonical_request, '\n');
  for (size_t i = 2; i < lines.size(); ++i) {
    lines[i] = i == 2 ? RedactQuery(lines[i]) : RedactHeader(lines[i]);
  }
  return absl::StrJoin(lines, "\n");
}

std::vector<CanonicalDifference> CompareCanonicalRequests(absl::string_view ours,
                                                          absl::string_view theirs) {
  const Parts a = TakeApartCanonical(ours);
  const Parts b = TakeApartCanonical(theirs);
  std::vector<CanonicalDifference> differences;
  const auto compare = [&differences](absl::string_view part, const std::string& our_text,
                                      const std::string& their_text) {
    if (our_text != their_text) {
      differences.push_back({std::string(part), our_text, their_text});
    }
  };
  compare("method", a.method, b.method);
  compare("canonical URI", a.uri, b.uri);
  compare("canonical query string", a.query, b.query);
  std::set<std::string> names;
  for (const Parts* const parts : {&a, &b}) {
    for (const auto& header : parts->headers) {
      names.insert(header.first);
    }
  }
  for (const std::string& name : names) {
    compare(absl::StrCat("header ", name), HeaderOrAbsent(a, name), HeaderOrAbsent(b, name));
  }
  compare("signed headers", a.signed_headers, b.signed_headers);
  compare("payload hash", a.payload_hash, b.payload_hash);
  return differences;
}

std::vector<CanonicalDifference> RedactDifferences(std::vector<CanonicalDifference> differences) {
  for (CanonicalDifference& difference : differences) {
    absl::string_view name = difference.part;
    const bool is_secret_header = absl::ConsumePrefix(&name, "header ") && IsSecretName(name);
    for (std::string* const text : {&difference.ours, &difference.theirs}) {
      if (is_secret_header && *text != kAbsentHeader) {
        *text = std::string(kRedacted);
      } else if (difference.part == "canonical query string") {
        *text = RedactQuery(*text);
      }
    }
  }
  return differences;
}

}  // namespace signet
