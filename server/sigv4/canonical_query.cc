// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"
#include "server/sigv4/canonical_request.h"

namespace signet {

absl::Status ParseQuery(absl::string_view query, TextArena* arena,
                        std::vector<QueryParameterView>* parameters) {
  parameters->clear();
  if (query.empty()) {
    return absl::OkStatus();
  }
  if (absl::StrContains(query, '+')) {
    return InvalidField(Reason::kInvalidUrl, "url",
                        "raw '+' in the query: servers disagree whether it is a space; send %2B "
                        "for a plus, %20 for a space");
  }
  // "a&&b" has no third parameter: servers skip what is empty.
  for (const absl::string_view pair : absl::StrSplit(query, '&', absl::SkipEmpty())) {
    const size_t equals = pair.find('=');
    const absl::string_view value =
        equals == absl::string_view::npos ? absl::string_view() : pair.substr(equals + 1);
    QueryParameterView parameter;
    SIGNET_ASSIGN_OR_RETURN(parameter.name, UriDecode(pair.substr(0, equals), arena));
    SIGNET_ASSIGN_OR_RETURN(parameter.value, UriDecode(value, arena));
    parameters->push_back(parameter);
  }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<QueryParameter>> ParseQuery(absl::string_view query) {
  TextArena arena;
  std::vector<QueryParameterView> views;
  SIGNET_RETURN_IF_ERROR(ParseQuery(query, &arena, &views));
  std::vector<QueryParameter> parameters;
  parameters.reserve(views.size());
  for (const QueryParameterView& view : views) {
    parameters.push_back({std::string(view.name), std::string(view.value)});
  }
  return parameters;
}

absl::string_view JoinParameters(absl::Span<const QueryParameterView> encoded, TextArena* arena) {
  size_t size = 0;
  for (const QueryParameterView& parameter : encoded) {
    size += parameter.name.size() + parameter.value.size() + 2;
  }
  char* const begin = arena->Room(size);
  char* end = begin;
  for (const QueryParameterView& parameter : encoded) {
    if (end != begin) {
      *end++ = '&';
    }
    end = PutText(end, parameter.name);
    *end++ = '=';
    end = PutText(end, parameter.value);
  }
  return arena->Keep(end);
}

absl::string_view CanonicalQueryString(absl::Span<QueryParameterView> encoded, TextArena* arena) {
  // By encoded name, then encoded value: sorting "name=value" texts or decoded
  // names gives another order.
  std::sort(encoded.begin(), encoded.end(),
            [](const QueryParameterView& a, const QueryParameterView& b) {
              return std::tie(a.name, a.value) < std::tie(b.name, b.value);
            });
  return JoinParameters(encoded, arena);
}

std::string CanonicalQueryString(absl::Span<const QueryParameter> parameters) {
  TextArena arena;
  std::vector<QueryParameterView> encoded;
  encoded.reserve(parameters.size());
  for (const QueryParameter& parameter : parameters) {
    encoded.push_back({UriEncode(parameter.name, &arena), UriEncode(parameter.value, &arena)});
  }
  return std::string(CanonicalQueryString(absl::MakeSpan(encoded), &arena));
}

absl::StatusOr<std::string> CanonicalQueryString(absl::string_view query) {
  SIGNET_ASSIGN_OR_RETURN(const std::vector<QueryParameter> parameters, ParseQuery(query));
  return CanonicalQueryString(parameters);
}

}  // namespace signet
