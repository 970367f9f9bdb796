// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/sigv4/credential_scope.h"

#include <algorithm>
#include <array>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"
#include "server/sigv4/text.h"

namespace signet {
namespace {

constexpr size_t kMaxNameBytes = 64;
constexpr size_t kMaxRegionSetBytes = 256;

// Each kind of punctuation that some kind of word may hold.
enum : unsigned char {
  kAlphanumeric = 1,
  kDashes = 2,
  kDot = 4,
  kStar = 8,
};

constexpr std::array<unsigned char, 256> MakeKinds() {
  std::array<unsigned char, 256> kinds = {};
  for (size_t i = 0; i < 26; ++i) {
    kinds['a' + i] = kAlphanumeric;
    kinds['A' + i] = kAlphanumeric;
  }
  for (size_t i = 0; i < 10; ++i) {
    kinds['0' + i] = kAlphanumeric;
  }
  kinds['-'] = kDashes;
  kinds['_'] = kDashes;
  kinds['.'] = kDot;
  kinds['*'] = kStar;
  return kinds;
}

constexpr std::array<unsigned char, 256> kKinds = MakeKinds();

bool IsWord(absl::string_view text, unsigned char allowed) {
  for (const char c : text) {
    if ((kKinds[static_cast<unsigned char>(c)] & allowed) == 0) {
      return false;
    }
  }
  return !text.empty() && text.size() <= kMaxNameBytes;
}

bool IsDate(absl::string_view text) {
  return text.size() == 8 && text.find_first_not_of("0123456789") == absl::string_view::npos;
}

absl::Status InvalidScope(absl::string_view message) {
  return InvalidField(Reason::kInvalidSignature, "credential_scope", message);
}

}  // namespace

void CredentialScopeText(absl::string_view date, absl::string_view region,
                         absl::string_view service, Algorithm algorithm, std::string* out) {
  if (algorithm == Algorithm::kSigV4a) {
    AssignText(out, date, "/", service, "/", kScopeTerminator);
  } else {
    AssignText(out, date, "/", region, "/", service, "/", kScopeTerminator);
  }
}

std::string CredentialScopeText(const CredentialScope& scope, Algorithm algorithm) {
  std::string text;
  CredentialScopeText(scope.date, scope.region, scope.service, algorithm, &text);
  return text;
}

absl::StatusOr<CredentialScope> ParseCredentialScope(absl::string_view text, Algorithm algorithm) {
  const std::vector<absl::string_view> parts = absl::StrSplit(text, '/');
  const size_t wanted = algorithm == Algorithm::kSigV4a ? 3 : 4;
  if (parts.size() != wanted) {
    return InvalidScope(absl::StrCat("credential scope has ", parts.size(), " parts, ",
                                     AlgorithmName(algorithm), " has ", wanted));
  }
  if (parts.back() != kScopeTerminator) {
    return InvalidScope("credential scope does not end in aws4_request");
  }
  if (!IsDate(parts[0])) {
    return InvalidScope("credential scope does not begin with a date of eight digits");
  }
  CredentialScope scope;
  scope.date = std::string(parts[0]);
  scope.service = std::string(parts[wanted - 2]);
  if (!ValidateService(scope.service).ok()) {
    return InvalidScope("service in the credential scope is malformed");
  }
  if (algorithm == Algorithm::kSigV4) {
    scope.region = std::string(parts[1]);
    if (!ValidateRegion(scope.region).ok()) {
      return InvalidScope("region in the credential scope is malformed");
    }
  }
  return scope;
}

absl::Status ValidateRegion(absl::string_view region) {
  if (!IsWord(region, kAlphanumeric | kDashes)) {
    return InvalidField(
        Reason::kInvalidRegion, "region",
        absl::StrCat(region.empty() ? "region is missing"
                                    : absl::StrCat("region of ", region.size(), " bytes"),
                     ", allowed are 1 to 64 of A-Z a-z 0-9 '-' '_'"));
  }
  return absl::OkStatus();
}

absl::Status ValidateRegionSet(absl::string_view region_set) {
  if (region_set.empty() || region_set.size() > kMaxRegionSetBytes) {
    return InvalidField(Reason::kInvalidRegion, "region_set",
                        absl::StrCat("region set has ", region_set.size(),
                                     " bytes, allowed are 1 to ", kMaxRegionSetBytes));
  }
  std::vector<absl::string_view> regions = absl::StrSplit(region_set, ',');
  for (const absl::string_view region : regions) {
    if (!IsWord(region, kAlphanumeric | kDashes | kStar)) {
      return InvalidField(Reason::kInvalidRegion, "region_set",
                          absl::StrCat("region of ", region.size(),
                                       " bytes in the region set, allowed are 1 to 64 of A-Z a-z "
                                       "0-9 '-' '_' '*', separated by ',' alone"));
    }
  }
  std::sort(regions.begin(), regions.end());
  const auto repeated = std::adjacent_find(regions.begin(), regions.end());
  if (repeated != regions.end()) {
    return InvalidField(Reason::kInvalidRegion, "region_set",
                        absl::StrCat("region ", *repeated, " is in the region set twice"));
  }
  return absl::OkStatus();
}

absl::Status ValidateService(absl::string_view service) {
  if (!IsWord(service, kAlphanumeric | kDashes | kDot)) {
    return InvalidField(Reason::kInvalidService, "service",
                        absl::StrCat("service of ", service.size(),
                                     " bytes, allowed are 1 to 64 of A-Z a-z 0-9 '-' '_' '.'"));
  }
  return absl::OkStatus();
}

}  // namespace signet
