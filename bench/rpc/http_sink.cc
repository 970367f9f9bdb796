// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// An HTTP/1.1 server that swallows what it is sent and answers 200: an object
// store whose disks are never the bottleneck. Loopback only, one connection at a
// time; prints its port and serves until its standard input ends.
//
//   http_sink [GBIT_PER_SECOND]   takes bodies no faster than that

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
#include "absl/time/clock.h"
#include "absl/time/time.h"

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

// Takes so many bytes a second as a link of that speed would carry.
class Pace {
 public:
  // 0 for no limit.
  explicit Pace(double bytes_per_second) : bytes_per_second_(bytes_per_second) {}

  // Begins a body.
  void Start() {
    begin_ = absl::Now();
    bytes_ = 0;
  }
  // Waits until the link would have carried these too.
  void Take(size_t bytes) {
    bytes_ += static_cast<double>(bytes);
    if (bytes_per_second_ > 0) {
      absl::SleepFor(begin_ + absl::Seconds(bytes_ / bytes_per_second_) - absl::Now());
    }
  }

 private:
  const double bytes_per_second_;
  absl::Time begin_;
  double bytes_ = 0;
};

// One request; false when the client is gone.
bool SwallowRequest(int fd, Pace& pace, std::vector<char>& buffer) {
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
  pace.Start();
  while (left > 0) {
    const ssize_t count = ::recv(fd, buffer.data(), std::min<uint64_t>(left, buffer.size()), 0);
    if (count <= 0) {
      return false;
    }
    left -= static_cast<uint64_t>(count);
    pace.Take(static_cast<size_t>(count));
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

int Main(double gbit_per_second) {
  Pace pace(gbit_per_second * 1e9 / 8);
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
    while (fd >= 0 && SwallowRequest(fd, pace, buffer)) {
    }
    ::close(fd);
  }
  return 0;
}

}  // namespace
}  // namespace signet

int main(int argc, char** argv) {
  double gbit_per_second = 0;
  if (argc > 2 || (argc == 2 && !absl::SimpleAtod(argv[1], &gbit_per_second))) {
    std::fprintf(stderr, "usage: http_sink [GBIT_PER_SECOND]\n");
    return 2;
  }
  return signet::Main(gbit_per_second);
}
