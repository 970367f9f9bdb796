// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/audit/audit_file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "absl/memory/memory.h"
#include "absl/strings/str_cat.h"
#include "server/base/status_macros.h"

namespace signet {
namespace {

absl::Status Refused(const std::string& path, absl::string_view why) {
  return absl::FailedPreconditionError(absl::StrCat(path, " ", why));
}

absl::Status CheckInfo(const std::string& path, const struct stat& info) {
  if (S_ISLNK(info.st_mode)) {
    return Refused(path, "is a symbolic link, allowed is a regular file");
  }
  if (!S_ISREG(info.st_mode)) {
    return Refused(path, "is not a regular file");
  }
  if (info.st_uid != ::geteuid()) {
    return Refused(path, absl::StrCat("belongs to user ", info.st_uid, ", allowed is ", ::geteuid(),
                                      ", as whom signetd runs"));
  }
  if ((info.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
    return Refused(path, "may be written to by others than its owner, allowed is mode 0600");
  }
  if (info.st_nlink != 1) {
    return Refused(path, "has a second name, allowed is a file with one");
  }
  return absl::OkStatus();
}

}  // namespace

ssize_t AuditDisk::Write(int fd, const void* bytes, size_t size) {
  return ::write(fd, bytes, size);
}

int AuditDisk::Truncate(int fd, off_t size) { return ::ftruncate(fd, size); }

// Not fsync: of what it adds, the times of the file, nothing depends.
int AuditDisk::Sync(int fd) { return ::fdatasync(fd); }

AuditDisk& AuditDisk::Real() {
  static auto* const disk = new AuditDisk();
  return *disk;
}

absl::StatusOr<std::shared_ptr<AuditFile>> AuditFile::Create(const std::string& path, Open how,
                                                             AuditDisk* disk) {
  // Non-blocking, so that a pipe without a reader is refused below, not waited
  // for; regular files take no notice.
  const int flags = O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK |
                    (how == Open::kNew ? O_EXCL : 0);
  const int fd = ::open(path.c_str(), flags, S_IRUSR | S_IWUSR);
  if (fd < 0) {
    absl::Status status = absl::ErrnoToStatus(errno, path);
    SIGNET_RETURN_IF_ERROR(Check(path));
    return status;
  }
  auto file = std::shared_ptr<AuditFile>(new AuditFile(fd, disk));
  struct stat info = {};
  if (::fstat(fd, &info) != 0) {
    return absl::ErrnoToStatus(errno, path);
  }
  SIGNET_RETURN_IF_ERROR(CheckInfo(path, info));
  file->size_ = static_cast<uint64_t>(info.st_size);
  return file;
}

absl::Status AuditFile::Check(const std::string& path) {
  struct stat info = {};
  if (::lstat(path.c_str(), &info) != 0) {
    return errno == ENOENT ? absl::OkStatus() : absl::ErrnoToStatus(errno, path);
  }
  return CheckInfo(path, info);
}

AuditFile::~AuditFile() { ::close(fd_); }

absl::Status AuditFile::Append(absl::string_view bytes) {
  if (has_debris_) {
    SIGNET_RETURN_IF_ERROR(Cut(size_));
  }
  size_t written = 0;
  while (written < bytes.size()) {
    const ssize_t count = disk_.Write(fd_, bytes.data() + written, bytes.size() - written);
    if (count < 0 && errno == EINTR) {
      continue;
    }
    if (count <= 0) {
      absl::Status status = absl::ErrnoToStatus(count < 0 ? errno : ENOSPC, "write");
      has_debris_ = written > 0;
      if (has_debris_) {
        Cut(size_).IgnoreError();
      }
      return status;
    }
    written += static_cast<size_t>(count);
  }
  size_ += bytes.size();
  return absl::OkStatus();
}

absl::Status AuditFile::Cut(uint64_t size) {
  while (disk_.Truncate(fd_, static_cast<off_t>(size)) != 0) {
    if (errno != EINTR) {
      return absl::ErrnoToStatus(errno, "ftruncate");
    }
  }
  size_ = size;
  has_debris_ = false;
  return absl::OkStatus();
}

absl::Status AuditFile::Sync() {
  while (disk_.Sync(fd_) != 0) {
    if (errno != EINTR) {
      return absl::ErrnoToStatus(errno, "fdatasync");
    }
  }
  return absl::OkStatus();
}

bool AuditFile::IsAt(const std::string& path) const {
  struct stat ours = {};
  struct stat there = {};
  return ::fstat(fd_, &ours) == 0 && ::lstat(path.c_str(), &there) == 0 &&
         ours.st_dev == there.st_dev && ours.st_ino == there.st_ino;
}

}  // namespace signet
