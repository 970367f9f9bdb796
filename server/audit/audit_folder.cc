// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/audit/audit_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "absl/cleanup/cleanup.h"
#include "absl/memory/memory.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "server/base/status_macros.h"

namespace signet {
namespace {

// The longest line that signet writes fits, and the one before it.
constexpr off_t kTailBytes = off_t{256} * 1024;

std::string FolderOf(const std::string& path) {
  const size_t slash = path.rfind('/');
  if (slash == std::string::npos) {
    return ".";
  }
  return slash == 0 ? "/" : path.substr(0, slash);
}

std::string NameOf(const std::string& path) { return path.substr(path.rfind('/') + 1); }

// Never over a file that is there: it may be evidence.
absl::Status Rename(const std::string& from, const std::string& to) {
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) {
    return absl::OkStatus();
  }
  // Some file systems know no such flag. Nobody else writes to this folder.
  struct stat there = {};
  const bool is_unknown = errno == EINVAL || errno == ENOSYS;
  if (is_unknown && ::lstat(to.c_str(), &there) != 0 && ::rename(from.c_str(), to.c_str()) == 0) {
    return absl::OkStatus();
  }
  return absl::ErrnoToStatus(is_unknown ? EEXIST : errno, absl::StrCat("rename to ", to));
}

absl::StatusOr<int> TakeLock(const std::string& path) {
  const std::string lock = path + ".lock";
  const int fd = ::open(lock.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR);
  if (fd < 0) {
    return absl::ErrnoToStatus(errno, lock);
  }
  if (::flock(fd, LOCK_EX | LOCK_NB) != 0) {
    const int error = errno;
    ::close(fd);
    return error == EWOULDBLOCK ? absl::FailedPreconditionError(absl::StrCat(
                                      path, " is in use: another process holds ", lock))
                                : absl::ErrnoToStatus(error, lock);
  }
  return fd;
}

}  // namespace

absl::Status AuditFolder::Check(const std::string& path) {
  const std::string folder = FolderOf(path);
  struct stat info = {};
  if (::stat(folder.c_str(), &info) != 0) {
    return absl::ErrnoToStatus(errno, folder);
  }
  if (!S_ISDIR(info.st_mode)) {
    return absl::FailedPreconditionError(absl::StrCat(folder, " is not a folder"));
  }
  // A mounted volume may be root's, and is then its group's to write to.
  const bool is_own = info.st_uid == ::geteuid() || info.st_uid == 0;
  if (!is_own || (info.st_mode & S_IWOTH) != 0) {
    return absl::FailedPreconditionError(absl::StrCat(
        folder, is_own ? " may be written to by every user" : " belongs to another user",
        ", who could swap the audit log"));
  }
  if (::faccessat(AT_FDCWD, folder.c_str(), W_OK | X_OK, AT_EACCESS) != 0) {
    return absl::ErrnoToStatus(errno, folder);
  }
  return absl::OkStatus();
}

absl::StatusOr<std::unique_ptr<AuditFolder>> AuditFolder::Lock(const std::string& path) {
  SIGNET_RETURN_IF_ERROR(Check(path));
  const int folder_fd = ::open(FolderOf(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder_fd < 0) {
    return absl::ErrnoToStatus(errno, FolderOf(path));
  }
  absl::StatusOr<int> lock_fd = TakeLock(path);
  if (!lock_fd.ok()) {
    ::close(folder_fd);
    return lock_fd.status();
  }
  return absl::WrapUnique(new AuditFolder(path, folder_fd, *lock_fd));
}

AuditFolder::AuditFolder(std::string path, int folder_fd, int lock_fd)
    : path_(std::move(path)), folder_fd_(folder_fd), lock_fd_(lock_fd) {}

AuditFolder::~AuditFolder() {
  ::close(lock_fd_);
  ::close(folder_fd_);
}

std::vector<std::string> AuditFolder::FullFiles() const {
  std::vector<std::pair<uint64_t, std::string>> found;
  DIR* const folder = ::opendir(FolderOf(path_).c_str());
  if (folder == nullptr) {
    return {};
  }
  const std::string prefix = NameOf(path_) + ".";
  while (const dirent* const entry = ::readdir(folder)) {
    absl::string_view rest = entry->d_name;
    uint64_t seq = 0;
    if (absl::ConsumePrefix(&rest, prefix) && rest.size() >= 12 && absl::SimpleAtoi(rest, &seq)) {
      found.emplace_back(seq, absl::StrCat(FolderOf(path_), "/", entry->d_name));
    }
  }
  ::closedir(folder);
  std::sort(found.begin(), found.end());
  std::vector<std::string> paths;
  paths.reserve(found.size());
  for (auto& [seq, path] : found) {
    paths.push_back(std::move(path));
  }
  return paths;
}

absl::StatusOr<std::string> AuditFolder::SetAside(uint64_t seq) {
  std::string full = absl::StrCat(path_, ".", absl::Dec(seq, absl::kZeroPad12));
  SIGNET_RETURN_IF_ERROR(Rename(path_, full));
  return full;
}

absl::Status AuditFolder::TakeNext() { return Rename(next_path(), path_); }

size_t AuditFolder::Keep(size_t count) {
  const std::vector<std::string> files = FullFiles();
  size_t removed = 0;
  for (size_t i = 0; i + count < files.size(); ++i) {
    removed += ::unlink(files[i].c_str()) == 0 ? 1 : 0;
  }
  return removed;
}

absl::Status AuditFolder::Sync() const {
  return ::fsync(folder_fd_) == 0 ? absl::OkStatus() : absl::ErrnoToStatus(errno, "fsync");
}

absl::StatusOr<std::optional<AuditHead>> LastHead(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (fd < 0) {
    return absl::ErrnoToStatus(errno, path);
  }
  const auto closer = absl::MakeCleanup([fd] { ::close(fd); });
  const off_t size = ::lseek(fd, 0, SEEK_END);
  const off_t begin = std::max<off_t>(0, size - kTailBytes);
  std::string tail(static_cast<size_t>(size - begin), '\0');
  const ssize_t count = ::pread(fd, tail.data(), tail.size(), begin);
  if (count < 0) {
    return absl::ErrnoToStatus(errno, path);
  }
  absl::string_view text = absl::string_view(tail).substr(0, static_cast<size_t>(count));
  // From the last end backwards to a line that is one.
  for (size_t end = text.rfind('\n'); end != absl::string_view::npos; end = text.rfind('\n')) {
    text = text.substr(0, end);
    const size_t before = text.rfind('\n');
    const absl::string_view line =
        before == absl::string_view::npos ? text : text.substr(before + 1);
    if (const std::optional<SealedLine> sealed = ParseSealedLine(line); sealed.has_value()) {
      return AuditHead{.seq = sealed->seq, .hash = std::string(sealed->hash)};
    }
  }
  return std::nullopt;
}

}  // namespace signet
