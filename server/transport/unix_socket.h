// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_TRANSPORT_UNIX_SOCKET_H_
#define SIGNET_SERVER_TRANSPORT_UNIX_SOCKET_H_

#include <sys/types.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "server/transport/file_descriptor.h"

namespace signet {

// A listening Unix socket that this process alone serves.
//
// The lock on "<path>.lock" says who serves the path. A socket that a dead
// process left is taken over; one that answers never is, whoever made it.
class UnixSocket {
 public:
  // Who may connect, as the file system has it.
  struct Access {
    mode_t mode = 0600;
    // Unset: those of the process.
    std::optional<uid_t> owner_uid = std::nullopt;
    std::optional<gid_t> owner_gid = std::nullopt;
  };

  // Binds `path` and listens; nobody can connect before owner and mode are as said.
  // Nonblocking.
  //
  // Each error is one line that names the path. InvalidArgument: too long for a
  // socket address (107 bytes), something other than a socket is there, or
  // "<path>.lock" is no lock file of this user. AlreadyExists: a live process
  // serves it. NotFound: the folder does not exist. PermissionDenied and others as
  // the kernel says.
  static absl::StatusOr<std::unique_ptr<UnixSocket>> Listen(absl::string_view path,
                                                            const Access& access);

  // Removes the socket and the lock file, if they are still those of this object.
  ~UnixSocket();
  UnixSocket(const UnixSocket&) = delete;
  UnixSocket& operator=(const UnixSocket&) = delete;

  int fd() const { return listener_.get(); }
  const std::string& path() const { return path_; }

 private:
  UnixSocket(std::string path, FileDescriptor lock)
      : path_(std::move(path)), lock_(std::move(lock)) {}

  absl::Status Bind(const Access& access);

  const std::string path_;
  FileDescriptor lock_;
  FileDescriptor listener_;
  // Of the socket as a file.
  ino_t inode_ = 0;
  dev_t device_ = 0;
};

}  // namespace signet

#endif  // SIGNET_SERVER_TRANSPORT_UNIX_SOCKET_H_
