// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "server/base/error.h"

namespace signet {
namespace {

absl::Status FileError(absl::StatusCode code, const std::string& path, absl::string_view why) {
  return MakeError(code, Reason::kInvalidConfig, "", absl::StrCat(path, ": ", why));
}

absl::Status SystemError(const std::string& path, int error) {
  absl::StatusCode code = absl::StatusCode::kFailedPrecondition;
  if (error == ENOENT || error == ENOTDIR) {
    code = absl::StatusCode::kNotFound;
  } else if (error == EACCES || error == EPERM) {
    code = absl::StatusCode::kPermissionDenied;
  }
  return FileError(code, path, strerror(error));
}

// Reads from `file` to the end into `buffer`. The size read; as much as fits
// when there is more; -1 with errno on an error.
ssize_t ReadToEnd(int file, std::string* buffer) {
  size_t size = 0;
  while (size < buffer->size()) {
    const ssize_t count =
        pread(file, buffer->data() + size, buffer->size() - size, static_cast<off_t>(size));
    if (count < 0 && errno == EINTR) {
      continue;
    }
    if (count < 0) {
      return -1;
    }
    if (count == 0) {
      break;
    }
    size += static_cast<size_t>(count);
  }
  return static_cast<ssize_t>(size);
}

}  // namespace

absl::StatusOr<Secret> ReadFile(const std::string& path, size_t max_bytes) {
  // Non-blocking, so that a pipe without a writer is refused below, not waited for.
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (file < 0) {
    return SystemError(path, errno);
  }
  const auto closer = absl::MakeCleanup([file] { close(file); });
  struct stat info = {};
  if (fstat(file, &info) != 0) {
    return SystemError(path, errno);
  }
  if (!S_ISREG(info.st_mode)) {
    return FileError(absl::StatusCode::kFailedPrecondition, path, "is not a regular file");
  }
  // One byte of room shows that the file has grown since, or is too large. The
  // string never reallocates, which would leave bytes behind.
  std::string buffer(std::min(static_cast<size_t>(info.st_size), max_bytes) + 1, '\0');
  const auto wiper = absl::MakeCleanup([&buffer] { Wipe(&buffer); });
  const ssize_t size = ReadToEnd(file, &buffer);
  if (size < 0) {
    return SystemError(path, errno);
  }
  if (static_cast<size_t>(size) > max_bytes) {
    return FileError(absl::StatusCode::kFailedPrecondition, path,
                     absl::StrCat("is larger than the ", max_bytes, " bytes allowed"));
  }
  if (static_cast<size_t>(size) == buffer.size()) {
    return FileError(absl::StatusCode::kFailedPrecondition, path, "grew while it was read");
  }
  return Secret(absl::string_view(buffer).substr(0, static_cast<size_t>(size)));
}

std::optional<FileId> FileIdOf(const std::string& path) {
  struct stat info = {};
  if (stat(path.c_str(), &info) != 0) {
    return std::nullopt;
  }
  return FileId{info.st_dev, info.st_ino};
}

}  // namespace signet
