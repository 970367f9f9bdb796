// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_AUDIT_AUDIT_FOLDER_H_
#define SIGNET_SERVER_AUDIT_AUDIT_FOLDER_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "server/audit/audit_chain.h"

namespace signet {

// The files of a log: PATH, which grows; PATH.000000001234, which are full, by
// the seq of their last line; and PATH.lock. Not safe for concurrent use.
class AuditFolder {
 public:
  // OK when a log may be kept there: FailedPrecondition where others than this
  // user own the folder or may write to it.
  static absl::Status Check(const std::string& path);

  // Takes the lock. Errors of Check(); FailedPrecondition: another process has
  // it.
  static absl::StatusOr<std::unique_ptr<AuditFolder>> Lock(const std::string& path);
  ~AuditFolder();
  AuditFolder(const AuditFolder&) = delete;
  AuditFolder& operator=(const AuditFolder&) = delete;

  const std::string& path() const { return path_; }
  // Where a file is prepared that is to become PATH.
  std::string next_path() const { return path_ + ".next"; }

  // Full files, the oldest first.
  std::vector<std::string> FullFiles() const;

  // PATH becomes a full file whose last line is `seq`. Its new path.
  absl::StatusOr<std::string> SetAside(uint64_t seq);

  // The prepared file becomes PATH.
  absl::Status TakeNext();

  // Removes full files but for the `count` newest. How many went.
  size_t Keep(size_t count);

  // Waits until names are on the disk.
  absl::Status Sync() const;

 private:
  AuditFolder(std::string path, int folder_fd, int lock_fd);

  const std::string path_;
  const int folder_fd_;
  const int lock_fd_;
};

// The head of a file by its last line, which is trusted. Nothing when there is no
// line in it.
absl::StatusOr<std::optional<AuditHead>> LastHead(const std::string& path);

}  // namespace signet

#endif  // SIGNET_SERVER_AUDIT_AUDIT_FOLDER_H_
