// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/policy/resource_pattern.h"

#include <algorithm>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "server/base/error.h"

namespace signet {
namespace {

// The path as a server that resolves dot segments would see it.
std::string WithoutDotSegments(absl::string_view resource) {
  std::vector<absl::string_view> kept;
  bool ends_with_dots = false;
  for (const absl::string_view segment : absl::StrSplit(resource, '/')) {
    ends_with_dots = segment == "." || segment == "..";
    if (segment == ".." && !kept.empty()) {
      kept.pop_back();
    } else if (!ends_with_dots) {
      kept.push_back(segment);
    }
  }
  return absl::StrCat(absl::StrJoin(kept, "/"), ends_with_dots ? "/" : "");
}

// The same to a server that also drops empty segments and takes '\\' for '/'.
std::string WithPlainSegments(absl::string_view resource) {
  std::string slashed = absl::StrReplaceAll(resource, {{"\\", "/"}});
  const auto is_repeated = [](char a, char b) { return a == '/' && b == '/'; };
  slashed.erase(std::unique(slashed.begin(), slashed.end(), is_repeated), slashed.end());
  return WithoutDotSegments(slashed);
}

}  // namespace

absl::StatusOr<ResourcePattern> ResourcePattern::Parse(absl::string_view text) {
  if (text.empty()) {
    return InvalidField(Reason::kInvalidConfig, "", "resource is empty, write \"*\" for any");
  }
  const bool has_control = std::any_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
  });
  if (has_control) {
    return InvalidField(Reason::kInvalidConfig, "", "resource has a control byte");
  }
  const size_t star = text.find('*');
  if (star == absl::string_view::npos) {
    return ResourcePattern(text, false);
  }
  if (text != "*" && (star + 1 != text.size() || !absl::EndsWith(text, "/*"))) {
    return InvalidField(Reason::kInvalidConfig, "",
                        absl::StrCat("resource \"", text, "\" has a '*' inside a segment, allowed ",
                                     "are \"*\" alone and \"/*\" at the end"));
  }
  return ResourcePattern(text.substr(0, star), true);
}

bool ResourcePattern::Covers(const Access& access) const {
  if (MatchesEverything()) {
    return true;
  }
  if (!access.is_resource_known) {
    return false;
  }
  return is_prefix_ ? absl::StartsWith(access.resource, literal_)
                    : !access.is_prefix && access.resource == literal_;
}

bool ResourcePattern::IntersectsBytes(absl::string_view resource, bool is_prefix) const {
  if (is_prefix_ && absl::StartsWith(resource, literal_)) {
    return true;
  }
  return is_prefix ? absl::StartsWith(literal_, resource) : !is_prefix_ && resource == literal_;
}

bool ResourcePattern::Intersects(const Access& access) const {
  if (MatchesEverything() || !access.is_resource_known ||
      IntersectsBytes(access.resource, access.is_prefix)) {
    return true;
  }
  return access.has_dot_segments &&
         (IntersectsBytes(WithoutDotSegments(access.resource), access.is_prefix) ||
          IntersectsBytes(WithPlainSegments(access.resource), access.is_prefix));
}

bool ResourcePattern::Covers(const ResourcePattern& other) const {
  return is_prefix_ ? absl::StartsWith(other.literal_, literal_)
                    : !other.is_prefix_ && literal_ == other.literal_;
}

bool ResourcePattern::HasDotSegments() const {
  for (const absl::string_view segment : absl::StrSplit(literal_, '/')) {
    if (segment == "." || segment == "..") {
      return true;
    }
  }
  return false;
}

}  // namespace signet
