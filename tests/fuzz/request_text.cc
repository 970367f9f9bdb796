// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/fuzz/request_text.h"

#include "absl/strings/str_split.h"

namespace signet {

RequestText ReadRequestText(absl::string_view text) {
  const std::vector<absl::string_view> lines = absl::StrSplit(text, '\n');
  RequestText request;
  if (lines.size() < 3) {
    return request;
  }
  request.options = lines[0];
  request.method = lines[1];
  request.url = lines[2];
  for (size_t i = 3; i < lines.size(); ++i) {
    const std::pair<absl::string_view, absl::string_view> header =
        absl::StrSplit(lines[i], absl::MaxSplits(':', 1));
    request.headers.push_back({header.first, header.second});
  }
  return request;
}

}  // namespace signet
