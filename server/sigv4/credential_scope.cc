// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/sigv4/credential_scope.h"

#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"

namespace signet {
namespace {

constexpr size_t kMaxNameBytes = 64;
constexpr size_t kMaxRegionSetBytes = 256;

bool IsWord(absl::string_view text, absl::string_view punctuation) {
  for (const char c : text) {
    if (!absl::ascii_isalnum(static_cast<unsigned char>(c)) &&
        punctuation.find(c) == absl::string_view::npos) {
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

std::string CredentialScopeText(const CredentialScope& scope, Algorithm algorithm) {
  if (algorithm == Algorithm::kSigV4a) {
    return absl::StrCat(scope.date, "/", scope.service, "/", kScopeTerminator);
  }
  return absl::StrCat(scope.date, "/", scope.region, "/", scope.service, "/", kScopeTerminator);
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
  if (!IsWord(region, "-_")) {
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
  for (const absl::string_view region : absl::StrSplit(region_set, ',')) {
    if (!IsWord(region, "-_*")) {
      return InvalidField(Reason::kInvalidRegion, "region_set",
                          absl::StrCat("region of ", region.size(),
                                       " bytes in the region set, allowed are 1 to 64 of A-Z a-z "
                                       "0-9 '-' '_' '*', separated by ',' alone"));
    }
  }
  return absl::OkStatus();
}

absl::Status ValidateService(absl::string_view service) {
  if (!IsWord(service, "-_.")) {
    return InvalidField(Reason::kInvalidService, "service",
                        absl::StrCat("service of ", service.size(),
                                     " bytes, allowed are 1 to 64 of A-Z a-z 0-9 '-' '_' '.'"));
  }
  return absl::OkStatus();
}

}  // namespace signet
