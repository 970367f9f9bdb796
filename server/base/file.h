// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_BASE_FILE_H_
#define SIGNET_SERVER_BASE_FILE_H_

#include <cstddef>
#include <string>

#include "absl/status/statusor.h"
#include "server/base/secret.h"

namespace signet {

// The bytes of a regular file (or of what a symbolic link leads to), wiped when
// they go, since most files that signet reads hold secrets.
//
// Reason::kInvalidConfig, with "path: why" as message: NotFound,
// PermissionDenied, and FailedPrecondition for a folder, a pipe, a read error, or
// more than `max_bytes`.
absl::StatusOr<Secret> ReadFile(const std::string& path, size_t max_bytes);

}  // namespace signet

#endif  // SIGNET_SERVER_BASE_FILE_H_
