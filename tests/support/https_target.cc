// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/https_target.h"

#include <openssl/bio.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <utility>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "tests/support/loopback_listener.h"

namespace signet {

struct HttpsTarget::Tls {
  SSL_CTX* const context = SSL_CTX_new(TLS_server_method());

  explicit Tls(const CertificateAndKey& identity) {
    BIO* const certificate_text = BIO_new_mem_buf(identity.certificate.data(), -1);
    BIO* const key_text = BIO_new_mem_buf(identity.key.data(), -1);
    X509* const certificate = PEM_read_bio_X509(certificate_text, nullptr, nullptr, nullptr);
    EVP_PKEY* const key = PEM_read_bio_PrivateKey(key_text, nullptr, nullptr, nullptr);
    EXPECT_EQ(SSL_CTX_use_certificate(context, certificate), 1);
    EXPECT_EQ(SSL_CTX_use_PrivateKey(context, key), 1);
    X509_free(certificate);
    EVP_PKEY_free(key);
    BIO_free(certificate_text);
    BIO_free(key_text);
  }
  ~Tls() { SSL_CTX_free(context); }
  Tls(const Tls&) = delete;
  Tls& operator=(const Tls&) = delete;
};

HttpsTarget::HttpsTarget(const CertificateAndKey& identity)
    : tls_(std::make_unique<Tls>(identity)), listener_(ListenOnLoopback(&port_)) {
  thread_ = std::thread([this] { Serve(); });
}

HttpsTarget::~HttpsTarget() {
  // accept() returns with an error.
  shutdown(listener_, SHUT_RDWR);
  thread_.join();
  close(listener_);
}

void HttpsTarget::SetAnswer(std::string answer) {
  MutexLock lock(&mu_);
  answer_ = std::move(answer);
}

void HttpsTarget::SetBody(const std::string& body) {
  SetAnswer(absl::StrCat("HTTP/1.1 200 OK\r\nContent-Length: ", body.size(),
                         "\r\nConnection: close\r\n\r\n", body));
}

void HttpsTarget::Serve() {
  // Whoever hangs up in a handshake ends nobody but itself.
  sigset_t broken_pipe;
  sigemptyset(&broken_pipe);
  sigaddset(&broken_pipe, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &broken_pipe, nullptr);
  for (int connection = 0; (connection = accept(listener_, nullptr, nullptr)) >= 0;) {
    ServeOne(connection);
    close(connection);
  }
}

void HttpsTarget::ServeOne(int connection) {
  SSL* const session = SSL_new(tls_->context);
  SSL_set_fd(session, connection);
  std::string request;
  if (SSL_accept(session) == 1) {
    std::array<char, 4096> buffer;
    int count = 0;
    while (request.find("\r\n\r\n") == std::string::npos &&
           (count = SSL_read(session, buffer.data(), static_cast<int>(buffer.size()))) > 0) {
      request.append(buffer.data(), static_cast<size_t>(count));
    }
  }
  if (request.find("\r\n\r\n") != std::string::npos) {
    ++requests_;
    MutexLock lock(&mu_);
    SSL_write(session, answer_.data(), static_cast<int>(answer_.size()));
    SSL_shutdown(session);
  }
  SSL_free(session);
}

}  // namespace signet
