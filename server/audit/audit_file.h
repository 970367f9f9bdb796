// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_AUDIT_AUDIT_FILE_H_
#define SIGNET_SERVER_AUDIT_AUDIT_FILE_H_

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace signet {

// The system calls that a line's fate hangs on, so that a test can have them
// fail. All as in section 2 of the manual, errno included.
class AuditDisk {
 public:
  virtual ~AuditDisk() = default;

  virtual ssize_t Write(int fd, const void* bytes, size_t size);
  virtual int Truncate(int fd, off_t size);
  virtual int Sync(int fd);

  // Lives for ever.
  static AuditDisk& Real();
};

// One open file of the log. Append() is for one thread, the rest safe for
// concurrent use.
class AuditFile {
 public:
  // How the file may be there before.
  enum class Open { kNew, kAny };

  // Opens for appending, mode 0600, never through a symbolic link. `disk`
  // outlives the result. FailedPrecondition: it is no regular file, belongs to
  // another user, has another name too, or others may write to it. Other codes as
  // errno has it.
  static absl::StatusOr<std::shared_ptr<AuditFile>> Create(const std::string& path, Open how,
                                                           AuditDisk* disk);

  // OK when Create() could use what stands at `path`, or nothing does.
  static absl::Status Check(const std::string& path);

  ~AuditFile();
  AuditFile(const AuditFile&) = delete;
  AuditFile& operator=(const AuditFile&) = delete;

  // Writes all of `bytes`, or none: of a write that was cut short nothing stays.
  // Where that cannot be undone now, it is before the next one, which else fails.
  absl::Status Append(absl::string_view bytes);

  // Makes the file end at `size`.
  absl::Status Cut(uint64_t size);

  // Waits until what was written is on the disk.
  absl::Status Sync();

  // Bytes appended and there before.
  uint64_t size() const { return size_; }

  // Whether `path` still is this file.
  bool IsAt(const std::string& path) const;

 private:
  AuditFile(int fd, AuditDisk* disk) : fd_(fd), disk_(*disk) {}

  const int fd_;
  AuditDisk& disk_;
  uint64_t size_ = 0;
  // A part of a write is still behind `size_`.
  bool has_debris_ = false;
};

}  // namespace signet

#endif  // SIGNET_SERVER_AUDIT_AUDIT_FILE_H_
