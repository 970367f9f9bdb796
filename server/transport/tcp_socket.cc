// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/tcp_socket.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "server/base/status_macros.h"

namespace signet {
namespace {

constexpr int kBacklog = 1024;

struct HostPort {
  std::string host;
  std::string port;
};

std::optional<HostPort> SplitHostPort(absl::string_view address) {
  const size_t colon = address.rfind(':');
  if (colon == absl::string_view::npos) {
    return std::nullopt;
  }
  absl::string_view host = address.substr(0, colon);
  const absl::string_view port = address.substr(colon + 1);
  if (absl::ConsumePrefix(&host, "[")) {
    if (!absl::ConsumeSuffix(&host, "]")) {
      return std::nullopt;
    }
  } else if (host.find(':') != absl::string_view::npos) {
    return std::nullopt;
  }
  uint32_t number = 0;
  if (host.empty() || port.empty() || !absl::ascii_isdigit(port.front()) ||
      !absl::SimpleAtoi(port, &number) || number > UINT16_MAX) {
    return std::nullopt;
  }
  return HostPort{std::string(host), std::string(port)};
}

using AddressList = std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)>;

absl::StatusOr<AddressList> Resolve(absl::string_view address) {
  const std::optional<HostPort> parts = SplitHostPort(address);
  if (!parts.has_value()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "the address \"", address, "\" is not of the form host:port with a port of 0 to 65535"));
  }
  addrinfo hints = {};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
  addrinfo* found = nullptr;
  const int error = ::getaddrinfo(parts->host.c_str(), parts->port.c_str(), &hints, &found);
  if (error != 0 || found == nullptr) {
    return absl::InvalidArgumentError(
        absl::StrCat("the address ", address, " has no such host: ", ::gai_strerror(error)));
  }
  return AddressList(found, &::freeaddrinfo);
}

std::string AddressText(int fd) {
  sockaddr_storage storage = {};
  socklen_t length = sizeof(storage);
  char host[INET6_ADDRSTRLEN] = {};
  if (::getsockname(fd, reinterpret_cast<sockaddr*>(&storage), &length) != 0) {
    return "";
  }
  if (storage.ss_family == AF_INET6) {
    const auto* address = reinterpret_cast<const sockaddr_in6*>(&storage);
    ::inet_ntop(AF_INET6, &address->sin6_addr, host, sizeof(host));
    return absl::StrCat("[", host, "]:", ntohs(address->sin6_port));
  }
  const auto* address = reinterpret_cast<const sockaddr_in*>(&storage);
  ::inet_ntop(AF_INET, &address->sin_addr, host, sizeof(host));
  return absl::StrCat(host, ":", ntohs(address->sin_port));
}

}  // namespace

absl::StatusOr<TcpSocket> ListenTcp(absl::string_view address) {
  SIGNET_ASSIGN_OR_RETURN(const AddressList list, Resolve(address));
  FileDescriptor fd(
      ::socket(list->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, list->ai_protocol));
  if (!fd.is_valid()) {
    return absl::ErrnoToStatus(errno, absl::StrCat("cannot make a socket for ", address));
  }
  const int on = 1;
  ::setsockopt(fd.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
  ::setsockopt(fd.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
  if (::bind(fd.get(), list->ai_addr, list->ai_addrlen) != 0 || ::listen(fd.get(), kBacklog) != 0) {
    if (errno == EADDRINUSE) {
      return absl::AlreadyExistsError(absl::StrCat("the address ", address, " is in use"));
    }
    return absl::ErrnoToStatus(errno, absl::StrCat("cannot listen at ", address));
  }
  std::string bound = AddressText(fd.get());
  return TcpSocket{.fd = std::move(fd), .address = std::move(bound)};
}

}  // namespace signet
