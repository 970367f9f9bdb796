// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/http_target.h"

#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <utility>

#include "absl/strings/ascii.h"
#include "tests/support/loopback_listener.h"

namespace signet {
namespace {

// How many bytes `request` has once it is complete; npos before its head is.
size_t CompleteSize(const std::string& request) {
  const size_t end = request.find("\r\n\r\n");
  if (end == std::string::npos) {
    return end;
  }
  const std::string name = "\r\ncontent-length:";
  const std::string head = absl::AsciiStrToLower(request.substr(0, end));
  const size_t length = head.find(name);
  const size_t body =
      length == std::string::npos ? 0 : strtoul(head.c_str() + length + name.size(), nullptr, 10);
  return end + 4 + body;
}

}  // namespace

HttpTarget::HttpTarget(std::string answer)
    : answer_(std::move(answer)), listener_(ListenOnLoopback(&port_)) {
  thread_ = std::thread([this] { Serve(); });
}

HttpTarget::~HttpTarget() {
  Stop();
  close(listener_);
}

std::string HttpTarget::Request() {
  if (thread_.joinable()) {
    thread_.join();
  }
  return request_;
}

void HttpTarget::Stop() {
  // accept() returns with an error.
  shutdown(listener_, SHUT_RDWR);
  Request();
}

void HttpTarget::Serve() {
  const int connection = accept(listener_, nullptr, nullptr);
  if (connection < 0) {
    return;
  }
  std::array<char, 4096> buffer;
  ssize_t count = 0;
  while (request_.size() < CompleteSize(request_) &&
         (count = recv(connection, buffer.data(), buffer.size(), 0)) > 0) {
    request_.append(buffer.data(), static_cast<size_t>(count));
  }
  send(connection, answer_.data(), answer_.size(), MSG_NOSIGNAL);
  close(connection);
}

}  // namespace signet
