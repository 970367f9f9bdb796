// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"
#include "server/sigv4/canonical_request.h"

namespace signet {

absl::StatusOr<std::vector<QueryParameter>> ParseQuery(absl::string_view query) {
  std::vector<QueryParameter> parameters;
  if (absl::StrContains(query, '+')) {
    return InvalidField(Reason::kInvalidUrl, "url",
                        "raw '+' in the query: servers disagree whether it is a space; send %2B "
                        "or %20");
  }
  // "a&&b" has no third parameter: servers skip what is empty.
  for (const absl::string_view pair : absl::StrSplit(query, '&', absl::SkipEmpty())) {
    const size_t equals = pair.find('=');
    const absl::string_view value =
        equals == absl::string_view::npos ? absl::string_view() : pair.substr(equals + 1);
    QueryParameter parameter;
    SIGNET_ASSIGN_OR_RETURN(parameter.name, UriDecode(pair.substr(0, equals)));
    SIGNET_ASSIGN_OR_RETURN(parameter.value, UriDecode(value));
    parameters.push_back(std::move(parameter));
  }
  return parameters;
}

std::string CanonicalQueryString(absl::Span<const QueryParameter> parameters) {
  std::vector<std::pair<std::string, std::string>> encoded;
  encoded.reserve(parameters.size());
  for (const QueryParameter& parameter : parameters) {
    encoded.emplace_back(UriEncode(parameter.name), UriEncode(parameter.value));
  }
  // By encoded name, then encoded value: sorting "name=value" texts or decoded
  // names gives another order.
  std::sort(encoded.begin(), encoded.end());
  std::string out;
  for (const auto& [name, value] : encoded) {
    if (!out.empty()) {
      out.push_back('&');
    }
    out.append(name).push_back('=');
    out.append(value);
  }
  return out;
}

absl::StatusOr<std::string> CanonicalQueryString(absl::string_view query) {
  SIGNET_ASSIGN_OR_RETURN(const std::vector<QueryParameter> parameters, ParseQuery(query));
  return CanonicalQueryString(parameters);
}

}  // namespace signet
