// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SERVICE_CONFIG_ERRORS_H_
#define SIGNET_SERVER_SERVICE_CONFIG_ERRORS_H_

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "server/base/document.h"

namespace signet {

// What is wrong with one configuration: all of it, so that it is mended in one
// go. Errors are InvalidArgument, kInvalidConfig, with the field's path as detail.
class ConfigErrors {
 public:
  // Later ones are dropped: nobody reads on.
  static constexpr size_t kMost = 100;

  struct Entry {
    absl::Status status;
    // Where it is in the file, when that is not where the field is.
    std::optional<TextMark> mark;
  };

  // Takes what is not OK.
  void Add(absl::Status status) { Add(std::move(status), std::nullopt); }
  void Add(absl::Status status, std::optional<TextMark> mark) {
    if (!status.ok() && entries_.size() < kMost) {
      entries_.push_back({std::move(status), mark});
    }
  }

  // The value; nothing when it is none, whose error is taken.
  template <typename T>
  std::optional<T> Take(absl::StatusOr<T> value) {
    Add(value.status());
    return value.ok() ? std::optional<T>(*std::move(value)) : std::nullopt;
  }

  bool empty() const { return entries_.empty(); }
  const std::vector<Entry>& entries() const { return entries_; }

 private:
  std::vector<Entry> entries_;
};

}  // namespace signet

#endif  // SIGNET_SERVER_SERVICE_CONFIG_ERRORS_H_
