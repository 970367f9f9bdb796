// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SERVICE_CONFIG_VALUES_H_
#define SIGNET_SERVER_SERVICE_CONFIG_VALUES_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "google/protobuf/duration.pb.h"

namespace signet {

// Checks of single configuration values. `path` is the field's, for the error:
// InvalidArgument, kInvalidConfig, "what came, what is allowed".

struct IntegerRange {
  int64_t min;
  int64_t max;
};
absl::Status CheckInteger(const std::string& path, int64_t value, IntegerRange range);

struct DurationRange {
  absl::Duration min;
  absl::Duration max;
};
absl::StatusOr<absl::Duration> CheckDuration(const std::string& path,
                                             const google::protobuf::Duration& value,
                                             DurationRange range);

// Not empty, at most `max_bytes`, no control bytes; the error shows no byte of it.
absl::Status CheckText(const std::string& path, absl::string_view text, size_t max_bytes);

// CheckText of a file's path, at most 4,096 bytes.
absl::Status CheckFilePath(const std::string& path, absl::string_view file);

// HOST:PORT or [IPV6]:PORT with a port from 0 to 65535.
absl::Status CheckTcpAddress(const std::string& path, absl::string_view address);

// `file` itself when it is absolute, else behind `folder` (empty, or ending with
// '/').
std::string InFolder(const std::string& folder, const std::string& file);

// 1 to 128 of A-Z a-z 0-9 '.' '_' '-': names of credentials and rules.
absl::Status CheckConfigName(const std::string& path, absl::string_view name);

// "is missing or empty" and what is needed.
absl::Status Missing(const std::string& path, absl::string_view why);

}  // namespace signet

#endif  // SIGNET_SERVER_SERVICE_CONFIG_VALUES_H_
