// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/sigv4/signing_parameters.h"

#include <algorithm>
#include <vector>

#include "absl/container/inlined_vector.h"
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
  if (!absl::StartsWithIgnoreCase(name, kAmzPrefix)) {
    return false;
  }
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

std::optional<absl::string_view> RepeatedAmzParameter(
    absl::Span<const QueryParameterView> parameters, TextArena* arena) {
  absl::InlinedVector<absl::string_view, 16> names;
  for (const QueryParameterView& parameter : parameters) {
    if (absl::StartsWithIgnoreCase(parameter.name, kAmzPrefix)) {
      names.push_back(LowerCase(parameter.name, arena));
    }
  }
  std::sort(names.begin(), names.end());
  const auto repeated = std::adjacent_find(names.begin(), names.end());
  return repeated == names.end() ? std::nullopt : std::optional<absl::string_view>(*repeated);
}

std::optional<std::string> RepeatedAmzParameter(absl::Span<const QueryParameter> parameters) {
  TextArena arena;
  std::vector<QueryParameterView> views;
  views.reserve(parameters.size());
  for (const QueryParameter& parameter : parameters) {
    views.push_back({parameter.name, parameter.value});
  }
  const std::optional<absl::string_view> repeated = RepeatedAmzParameter(views, &arena);
  return repeated.has_value() ? std::optional<std::string>(*repeated) : std::nullopt;
}

}  // namespace signet
