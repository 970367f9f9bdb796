// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/sigv4/signing_parameters.h"

#include <algorithm>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"

namespace signet {
namespace {

constexpr absl::string_view kParameters[] = {
    kAlgorithmParameter, kCredentialParameter,    kDateParameter,
    kExpiresParameter,   kSignedHeadersParameter, kSignatureParameter,
    kRegionSetParameter, kSecurityTokenParameter, kS3SessionTokenParameter,
};

}  // namespace

bool IsSigningParameter(absl::string_view name) {
  for (const absl::string_view parameter : kParameters) {
    if (absl::EqualsIgnoreCase(parameter, name)) {
      return true;
    }
  }
  return false;
}

bool IsSigningParameterSpelling(absl::string_view name) {
  for (const absl::string_view parameter : kParameters) {
    if (parameter == name) {
      return true;
    }
  }
  return false;
}

bool IsSigningHeader(absl::string_view lower_case_name) {
  return lower_case_name == kAuthorizationHeader || IsSigningParameter(lower_case_name);
}

std::optional<std::string> RepeatedAmzParameter(absl::Span<const QueryParameter> parameters) {
  std::vector<std::string> names;
  for (const QueryParameter& parameter : parameters) {
    if (absl::StartsWithIgnoreCase(parameter.name, kAmzPrefix)) {
      names.push_back(absl::AsciiStrToLower(parameter.name));
    }
  }
  std::sort(names.begin(), names.end());
  const auto repeated = std::adjacent_find(names.begin(), names.end());
  return repeated == names.end() ? std::nullopt : std::optional<std::string>(*repeated);
}

}  // namespace signet
