// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/unix_socket.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "server/base/status_macros.h"

namespace signet {
namespace {

// Connections that wait to be accepted.
constexpr int kBacklog = 1024;

// How often to start over when the lock file vanishes between opening and
// locking it, which is how a process that ends removes its own.
constexpr int kLockAttempts = 16;

std::string LockPath(const std::string& path) { return path + ".lock"; }

bool ToAddress(absl::string_view path, sockaddr_un* address) {
  *address = {};
  address->sun_family = AF_UNIX;
  if (path.empty() || path.size() >= sizeof(address->sun_path) ||
      path.find('\0') != absl::string_view::npos) {
    return false;
  }
  std::memcpy(address->sun_path, path.data(), path.size());
  return true;
}

absl::Status AlreadyServed(absl::string_view path) {
  return absl::AlreadyExistsError(
      absl::StrCat("a running process already serves the socket ", path));
}

// Whether the file of `fd` is what stands at `path`.
bool IsStillAt(const std::string& path, int fd) {
  struct stat held = {};
  struct stat there = {};
  return ::fstat(fd, &held) == 0 && ::lstat(path.c_str(), &there) == 0 &&
         held.st_ino == there.st_ino && held.st_dev == there.st_dev;
}

// Why there is no lock file at `lock_path`, by `error` of open().
absl::Status CannotOpenLock(const std::string& path, const std::string& lock_path, int error) {
  const std::string folder = path.substr(0, path.rfind('/'));
  struct stat there = {};
  if (error == ENOENT && ::stat(folder.empty() ? "." : folder.c_str(), &there) != 0) {
    return absl::NotFoundError(absl::StrCat("the server cannot make its socket ", path,
                                            ", the folder ", folder, " does not exist"));
  }
  return absl::ErrnoToStatus(error, absl::StrCat("cannot open the lock file ", lock_path));
}

// A lock file is empty. Anything else of that name is somebody's own, and would
// be removed at the end.
absl::Status CheckIsLockFile(const std::string& lock_path, int fd) {
  struct stat held = {};
  absl::string_view why;
  if (::fstat(fd, &held) != 0) {
    return absl::ErrnoToStatus(errno, absl::StrCat("cannot look at ", lock_path));
  }
  if (!S_ISREG(held.st_mode)) {
    why = "is not a regular file";
  } else if (held.st_size != 0) {
    why = "is not empty";
  } else if (held.st_uid != ::geteuid()) {
    why = "belongs to another user";
  } else {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrCat("the server cannot use ", lock_path,
                                                 " as its lock file, since it ", why,
                                                 ": remove it, or choose another socket path"));
}

// Locks the lock file, or says that somebody else holds it.
absl::StatusOr<FileDescriptor> TakeLock(const std::string& path) {
  const std::string lock_path = LockPath(path);
  for (int attempt = 0; attempt < kLockAttempts; ++attempt) {
    FileDescriptor lock(::open(lock_path.c_str(),
                               O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK,
                               S_IRUSR | S_IWUSR));
    if (!lock.is_valid()) {
      return CannotOpenLock(path, lock_path, errno);
    }
    SIGNET_RETURN_IF_ERROR(CheckIsLockFile(lock_path, lock.get()));
    if (::flock(lock.get(), LOCK_EX | LOCK_NB) != 0) {
      if (errno == EWOULDBLOCK) {
        return AlreadyServed(path);
      }
      return absl::ErrnoToStatus(errno, absl::StrCat("cannot lock ", lock_path));
    }
    if (IsStillAt(lock_path, lock.get())) {
      return lock;
    }
  }
  return AlreadyServed(path);
}

// True when something answers at the address.
bool Answers(const sockaddr_un& address) {
  const FileDescriptor probe(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!probe.is_valid()) {
    return true;
  }
  // EAGAIN: there is a listener and its backlog is full. EPROTOTYPE: a live
  // socket of another type, which is not ours to remove.
  return ::connect(probe.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) ==
             0 ||
         errno == EAGAIN || errno == EPROTOTYPE;
}

// Removes what a dead process left at the path.
absl::Status RemoveStaleSocket(const std::string& path, const sockaddr_un& address) {
  struct stat there = {};
  if (::lstat(path.c_str(), &there) != 0) {
    return errno == ENOENT ? absl::OkStatus()
                           : absl::ErrnoToStatus(errno, absl::StrCat("cannot look at ", path));
  }
  if (!S_ISSOCK(there.st_mode)) {
    return absl::InvalidArgumentError(absl::StrCat(path, " exists and is not a socket"));
  }
  if (Answers(address)) {
    return AlreadyServed(path);
  }
  if (::unlink(path.c_str()) != 0 && errno != ENOENT) {
    return absl::ErrnoToStatus(errno, absl::StrCat("cannot remove the stale socket ", path));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::unique_ptr<UnixSocket>> UnixSocket::Listen(absl::string_view path,
                                                               const Access& access) {
  sockaddr_un address;
  if (!ToAddress(path, &address)) {
    return absl::InvalidArgumentError(absl::StrCat("the socket path ", path, " is ", path.size(),
                                                   " bytes long, allowed is 1 to ",
                                                   sizeof(address.sun_path) - 1));
  }
  std::string owned_path(path);
  SIGNET_ASSIGN_OR_RETURN(FileDescriptor lock, TakeLock(owned_path));
  std::unique_ptr<UnixSocket> unix_socket(new UnixSocket(std::move(owned_path), std::move(lock)));
  SIGNET_RETURN_IF_ERROR(RemoveStaleSocket(unix_socket->path_, address));
  SIGNET_RETURN_IF_ERROR(unix_socket->Bind(access));
  return unix_socket;
}

absl::Status UnixSocket::Bind(const Access& access) {
  sockaddr_un address;
  ToAddress(path_, &address);
  FileDescriptor listener(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!listener.is_valid()) {
    return absl::ErrnoToStatus(errno, "cannot make a Unix socket");
  }
  if (::bind(listener.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) {
    return absl::ErrnoToStatus(errno, absl::StrCat("cannot bind the socket ", path_));
  }
  // Minus one: as it is.
  if (::lchown(path_.c_str(), access.owner_uid.value_or(static_cast<uid_t>(-1)),
               access.owner_gid.value_or(static_cast<gid_t>(-1))) != 0) {
    absl::Status status = absl::ErrnoToStatus(
        errno, absl::StrCat("cannot give the socket ", path_, " its owner and group"));
    ::unlink(path_.c_str());
    return status;
  }
  struct stat there = {};
  // Nobody can connect before listen(), so the mode is in force from the start.
  if (::chmod(path_.c_str(), access.mode) != 0 || ::lstat(path_.c_str(), &there) != 0 ||
      ::listen(listener.get(), kBacklog) != 0) {
    absl::Status status =
        absl::ErrnoToStatus(errno, absl::StrCat("cannot listen at the socket ", path_));
    ::unlink(path_.c_str());
    return status;
  }
  inode_ = there.st_ino;
  device_ = there.st_dev;
  listener_ = std::move(listener);
  return absl::OkStatus();
}

UnixSocket::~UnixSocket() {
  struct stat there = {};
  if (listener_.is_valid() && ::lstat(path_.c_str(), &there) == 0 && there.st_ino == inode_ &&
      there.st_dev == device_) {
    ::unlink(path_.c_str());
  }
  // While the lock is still held: whoever waits for it sees that the file went.
  // When it went before, what is there now is another process's.
  if (IsStillAt(LockPath(path_), lock_.get())) {
    ::unlink(LockPath(path_).c_str());
  }
}

}  // namespace signet
