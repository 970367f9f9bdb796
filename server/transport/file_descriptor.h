// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_TRANSPORT_FILE_DESCRIPTOR_H_
#define SIGNET_SERVER_TRANSPORT_FILE_DESCRIPTOR_H_

#include <unistd.h>

#include <utility>

namespace signet {

// Owns one file descriptor, or none (-1).
class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int fd) : fd_(fd) {}
  ~FileDescriptor() { Close(); }
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;
  FileDescriptor(FileDescriptor&& other) noexcept : fd_(other.Release()) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    if (this != &other) {
      Close();
      fd_ = other.Release();
    }
    return *this;
  }

  int get() const { return fd_; }
  bool is_valid() const { return fd_ >= 0; }

  // Gives the descriptor away.
  int Release() { return std::exchange(fd_, -1); }

  void Close() {
    if (fd_ >= 0) {
      ::close(Release());
    }
  }

 private:
  int fd_ = -1;
};

}  // namespace signet

#endif  // SIGNET_SERVER_TRANSPORT_FILE_DESCRIPTOR_H_
