// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/rpc/byte_channel.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/ssl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace signet {
namespace {

class PlainChannel final : public ByteChannel {
 public:
  explicit PlainChannel(int fd) : fd_(fd) {}
  ~PlainChannel() override { ::close(fd_); }

  int fd() const override { return fd_; }
  long Read(char* to, size_t size) override { return Moved(::recv(fd_, to, size, 0)); }
  long Write(absl::string_view from) override {
    return Moved(::send(fd_, from.data(), from.size(), MSG_NOSIGNAL));
  }

 private:
  static long Moved(ssize_t result) {
    if (result > 0) {
      return result;
    }
    return result < 0 && (errno == EAGAIN || errno == EINTR) ? 0 : -1;
  }

  const int fd_;
};

class TlsChannel final : public ByteChannel {
 public:
  TlsChannel(int fd, SSL_CTX* context, SSL* ssl) : fd_(fd), context_(context), ssl_(ssl) {}
  ~TlsChannel() override {
    SSL_free(ssl_);
    SSL_CTX_free(context_);
    ::close(fd_);
  }

  int fd() const override { return fd_; }
  long Read(char* to, size_t size) override { return Moved(SSL_read(ssl_, to, Limit(size))); }
  long Write(absl::string_view from) override {
    return Moved(SSL_write(ssl_, from.data(), Limit(from.size())));
  }

 private:
  static int Limit(size_t size) { return static_cast<int>(std::min<size_t>(size, 1 << 20)); }
  long Moved(int result) {
    if (result > 0) {
      return result;
    }
    const int error = SSL_get_error(ssl_, result);
    return error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE ? 0 : -1;
  }

  const int fd_;
  SSL_CTX* const context_;
  SSL* const ssl_;
};

int ConnectUnix(absl::string_view path) {
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof(address.sun_path)) {
    return -1;
  }
  std::memcpy(address.sun_path, path.data(), path.size());
  const int fd = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (::connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) {
    ::close(fd);
    return -1;
  }
  return fd;
}

int ConnectLoopback(absl::string_view port) {
  int number = 0;
  if (!absl::SimpleAtoi(port, &number)) {
    return -1;
  }
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<uint16_t>(number));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (::connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) {
    ::close(fd);
    return -1;
  }
  const int on = 1;
  ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
  return fd;
}

// The handshake, on a socket that blocks; nothing for none.
std::unique_ptr<ByteChannel> StartTls(int fd, const ChannelTarget& target) {
  constexpr unsigned char kAlpn[] = {2, 'h', '2'};
  SSL_CTX* const context = SSL_CTX_new(TLS_client_method());
  SSL* ssl = nullptr;
  const bool is_ready =
      SSL_CTX_load_verify_locations(context, target.ca_file.c_str(), nullptr) == 1 &&
      SSL_CTX_use_certificate_chain_file(context, target.cert_file.c_str()) == 1 &&
      SSL_CTX_use_PrivateKey_file(context, target.key_file.c_str(), SSL_FILETYPE_PEM) == 1;
  SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nullptr);
  SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
  ssl = SSL_new(context);
  auto channel = std::make_unique<TlsChannel>(fd, context, ssl);
  if (!is_ready || SSL_set_alpn_protos(ssl, kAlpn, sizeof(kAlpn)) != 0 ||
      SSL_set_fd(ssl, fd) != 1 || SSL_connect(ssl) != 1) {
    return nullptr;
  }
  return channel;
}

}  // namespace

absl::StatusOr<std::unique_ptr<ByteChannel>> ByteChannel::Connect(const ChannelTarget& target) {
  absl::string_view rest = target.address;
  const bool is_unix = absl::ConsumePrefix(&rest, "unix:");
  const int fd = is_unix ? ConnectUnix(rest) : ConnectLoopback(rest.substr(rest.rfind(':') + 1));
  if (fd < 0) {
    return absl::UnavailableError(absl::StrCat("cannot connect to ", target.address));
  }
  std::unique_ptr<ByteChannel> channel;
  if (target.ca_file.empty() || is_unix) {
    channel = std::make_unique<PlainChannel>(fd);
  } else {
    channel = StartTls(fd, target);
    if (channel == nullptr) {
      return absl::UnavailableError(absl::StrCat("no TLS handshake with ", target.address));
    }
  }
  ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
  return channel;
}

}  // namespace signet
