// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// An HTTP/1.1 server that swallows what it is sent and answers 200: an object
// store whose disks and network are never the bottleneck. Loopback only, one
// connection at a time; prints its port and serves until its standard input ends.

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"

namespace signet {
namespace {

constexpr size_t kBuffer = size_t{1} << 20;
constexpr absl::string_view kEndOfHead = "\r\n\r\n";

// Of the head of a request; 0 where there is none.
uint64_t ContentLength(absl::string_view head) {
  for (const absl::string_view line : absl::StrSplit(head, "\r\n")) {
    const std::pair<absl::string_view, absl::string_view> field =
        absl::StrSplit(line, absl::MaxSplits(':', 1));
    uint64_t length = 0;
    if (absl::AsciiStrToLower(field.first) == "content-length" &&
        absl::SimpleAtoi(field.second, &length)) {
      return length;
    }
  }
  return 0;
}

// One request; false when the client is gone.
bool SwallowRequest(int fd, std::vector<char>& buffer) {
  constexpr absl::string_view kAnswer = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
  size_t got = 0;
  size_t end = absl::string_view::npos;
  while (end == absl::string_view::npos) {
    const ssize_t count = ::recv(fd, buffer.data() + got, buffer.size() - got, 0);
    if (count <= 0) {
      return false;
    }
    got += static_cast<size_t>(count);
    end = absl::string_view(buffer.data(), got).find(kEndOfHead);
  }
  const size_t head = end + kEndOfHead.size();
  uint64_t left = ContentLength({buffer.data(), head});
  left -= std::min<uint64_t>(left, got - head);
  while (left > 0) {
    const ssize_t count = ::recv(fd, buffer.data(), std::min<uint64_t>(left, buffer.size()), 0);
    if (count <= 0) {
      return false;
    }
    left -= static_cast<uint64_t>(count);
  }
  return ::send(fd, kAnswer.data(), kAnswer.size(), MSG_NOSIGNAL) > 0;
}

// The listening socket, at a port of the kernel's choice that is printed.
int Listen() {
  const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  if (::bind(fd, reinterpret_cast<sockaddr*>(&address), size) != 0 || ::listen(fd, 8) != 0 ||
      ::getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size) != 0) {
    return -1;
  }
  std::printf("%d\n", ntohs(address.sin_port));
  std::fflush(stdout);
  return fd;
}

int Main() {
  const int listener = Listen();
  if (listener < 0) {
    std::fprintf(stderr, "http_sink: cannot listen\n");
    return 1;
  }
  std::vector<char> buffer(kBuffer);
  pollfd polled[] = {{.fd = listener, .events = POLLIN, .revents = 0},
                     {.fd = STDIN_FILENO, .events = POLLIN, .revents = 0}};
  while (::poll(polled, 2, -1) > 0 && polled[1].revents == 0) {
    const int fd = ::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
    while (fd >= 0 && SwallowRequest(fd, buffer)) {
    }
    ::close(fd);
  }
  return 0;
}

}  // namespace
}  // namespace signet

int main() { return signet::Main(); }
