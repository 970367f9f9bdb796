// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/policy/access.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "server/sigv4/text.h"

namespace signet {

absl::string_view ExtentName(const Access& access) {
  if (!access.is_resource_known) {
    return "unknown";
  }
  return access.is_prefix ? "prefix" : "exact";
}

Access& AccessWriter::Next() {
  if (size_ == accesses_->size()) {
    accesses_->emplace_back();
  }
  Access& access = (*accesses_)[size_++];
  access.is_prefix = false;
  access.is_resource_known = true;
  access.has_dot_segments = false;
  return access;
}

void SetAction(absl::string_view service, absl::string_view name, Access* access) {
  if (name.empty()) {
    access->action.clear();
  } else {
    AssignText(&access->action, service, ":", name);
  }
}

void SetObject(absl::string_view bucket, absl::string_view key, Access* access) {
  if (key.empty()) {
    AssignText(&access->resource, bucket);
    access->has_dot_segments = false;
    return;
  }
  AssignText(&access->resource, bucket, "/", key);
  access->has_dot_segments = HasDotSegments(key);
}

bool ReadsInTwoWays(absl::string_view key) {
  return HasDotSegments(key) || absl::StartsWith(key, "/") || absl::StrContains(key, "//") ||
         absl::StrContains(key, '\\');
}

bool HasDotSegments(absl::string_view path) {
  for (size_t dot = path.find('.'); dot != absl::string_view::npos; dot = path.find('.', dot + 1)) {
    if (dot > 0 && path[dot - 1] != '/') {
      continue;
    }
    const absl::string_view rest = path.substr(dot);
    const absl::string_view segment = rest.substr(0, rest.find('/'));
    if (segment == "." || segment == "..") {
      return true;
    }
  }
  return false;
}

}  // namespace signet
