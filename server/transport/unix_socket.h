// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_TRANSPORT_UNIX_SOCKET_H_
#define SIGNET_SERVER_TRANSPORT_UNIX_SOCKET_H_

#include <sys/types.h>

#include <memory>
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
  // Binds `path` with permission bits `mode` and listens. Nonblocking.
  //
  // Each error is one line that names the path. InvalidArgument: too long for a
  // socket address (107 bytes), or something other than a socket is there.
  // AlreadyExists: a live process serves it. PermissionDenied, NotFound and
  // others as the kernel says.
  static absl::StatusOr<std::unique_ptr<UnixSocket>> Listen(absl::string_view path, mode_t mode);

  // Removes the socket, if it is still the one made here, and the lock.
  ~UnixSocket();
  UnixSocket(const UnixSocket&) = delete;
  UnixSocket& operator=(const UnixSocket&) = delete;

  int fd() const { return listener_.get(); }
  const std::string& path() const { return path_; }

 private:
  UnixSocket(std::string path, FileDescriptor lock)
      : path_(std::move(path)), lock_(std::move(lock)) {}

  absl::Status Bind(mode_t mode);

  const std::string path_;
  FileDescriptor lock_;
  FileDescriptor listener_;
  // Of the socket's inode.
  ino_t inode_ = 0;
};

}  // namespace signet

#endif  // SIGNET_SERVER_TRANSPORT_UNIX_SOCKET_H_
