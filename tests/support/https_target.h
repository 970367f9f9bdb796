// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_TESTS_SUPPORT_HTTPS_TARGET_H_
#define SIGNET_TESTS_SUPPORT_HTTPS_TARGET_H_

#include <atomic>
#include <memory>
#include <string>
#include <thread>

#include "server/base/mutex.h"
#include "tests/support/certificates.h"

namespace signet {

// A server that answers every request over TLS on 127.0.0.1 with what it was told last,
// one connection after the other.
class HttpsTarget {
 public:
  explicit HttpsTarget(const CertificateAndKey& identity);
  ~HttpsTarget();
  HttpsTarget(const HttpsTarget&) = delete;
  HttpsTarget& operator=(const HttpsTarget&) = delete;

  int port() const { return port_; }

  // From now on: all of the answer, the status line included.
  void SetAnswer(std::string answer);
  // The same with status 200 and a body.
  void SetBody(const std::string& body);

  // Requests that came whole.
  int requests() const { return requests_; }

 private:
  struct Tls;

  void Serve();
  void ServeOne(int connection);

  const std::unique_ptr<Tls> tls_;
  int port_ = 0;
  const int listener_;
  std::atomic<int> requests_ = 0;
  Mutex mu_;
  std::string answer_ ABSL_GUARDED_BY(mu_);
  // Last, since it uses all of the above.
  std::thread thread_;
};

}  // namespace signet

#endif  // SIGNET_TESTS_SUPPORT_HTTPS_TARGET_H_
