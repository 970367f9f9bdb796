// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_TESTS_SUPPORT_HTTP_TARGET_H_
#define SIGNET_TESTS_SUPPORT_HTTP_TARGET_H_

#include <string>
#include <thread>

namespace signet {

// A target that takes one HTTP request on 127.0.0.1, answers it with what it was
// told, and closes. It verifies nothing.
class HttpTarget {
 public:
  // `answer` is all of it, the status line included.
  explicit HttpTarget(std::string answer);
  // Ends also where no request came.
  ~HttpTarget();
  HttpTarget(const HttpTarget&) = delete;
  HttpTarget& operator=(const HttpTarget&) = delete;

  int port() const { return port_; }

  // The request as it came: its head, and as much body as its Content-Length
  // says. Waits for the one who sends it to be answered; empty without a request
  // once Stop() was called.
  std::string Request();

  // No request is waited for any longer.
  void Stop();

 private:
  void Serve();

  const std::string answer_;
  int port_ = 0;
  const int listener_;
  std::string request_;
  // Last, since it uses all of the above.
  std::thread thread_;
};

}  // namespace signet

#endif  // SIGNET_TESTS_SUPPORT_HTTP_TARGET_H_
