// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_BASE_FILE_H_
#define SIGNET_SERVER_BASE_FILE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
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

// Which file it is, whatever its name.
struct FileId {
  uint64_t device = 0;
  uint64_t number = 0;

  bool operator==(const FileId& other) const {
    return device == other.device && number == other.number;
  }
};

// Of the file that a path leads to now: another one once a whole file was renamed into its
// place, the same one while it is written to. Nothing where there is none.
std::optional<FileId> FileIdOf(const std::string& path);

}  // namespace signet

#endif  // SIGNET_SERVER_BASE_FILE_H_
