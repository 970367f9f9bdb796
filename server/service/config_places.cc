// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/config_places.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "server/base/document.h"
#include "server/base/error.h"

namespace signet {

std::string FieldPlaces::Of(absl::string_view path) const {
  return absl::StrCat(file_, ":", marks_.Find(path).line);
}

std::vector<absl::Status> FieldPlaces::AddTo(const ConfigErrors& errors) const {
  std::vector<std::pair<TextMark, absl::Status>> placed;
  for (const ConfigErrors::Entry& entry : errors.entries()) {
    const std::string field = GetErrorDetail(entry.status).field;
    const TextMark mark = entry.mark.value_or(marks_.Find(field));
    placed.emplace_back(mark, InvalidField(Reason::kInvalidConfig, field,
                                           absl::StrCat(file_, ":", mark.line, ":", mark.column,
                                                        ": ", field.empty() ? "" : field + ": ",
                                                        entry.status.message())));
  }
  std::stable_sort(placed.begin(), placed.end(), [](const auto& a, const auto& b) {
    return std::make_pair(a.first.line, a.first.column) <
           std::make_pair(b.first.line, b.first.column);
  });
  std::vector<absl::Status> statuses;
  statuses.reserve(placed.size());
  for (auto& [mark, status] : placed) {
    statuses.push_back(std::move(status));
  }
  return statuses;
}

}  // namespace signet
