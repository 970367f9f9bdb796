// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_TRANSPORT_CERTIFICATES_H_
#define SIGNET_SERVER_TRANSPORT_CERTIFICATES_H_

#include <cstddef>
#include <memory>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"

namespace signet {

// X.509 certificates of one PEM text, in its order. Cheap to copy; immutable. Errors of
// its functions are InvalidArgument and continue "the file NAME ...": "holds no PEM
// certificate".
class Certificates {
 public:
  // At least one, each whole: text that ends in the middle of a block is refused, since
  // somebody is still writing it.
  static absl::StatusOr<Certificates> Parse(absl::string_view pem);

  size_t size() const;

  // The dates between which all of them are valid.
  absl::Time not_before() const;
  absl::Time not_after() const;

  // OK when the first may be shown by a server: each is issued by the next one, all are
  // valid at `now`, the first has a DNS name or an IP address as a subject alternative
  // name and is for servers where it says what it is for.
  absl::Status CheckServerChain(absl::Time now) const;

  // OK when the private key is the first one's, and TLS takes them: OpenSSL refuses
  // weak ones.
  absl::Status CheckPrivateKey(absl::string_view key_pem) const;

 private:
  friend class TrustAnchors;
  struct State;
  explicit Certificates(std::shared_ptr<const State> state) : state_(std::move(state)) {}

  std::shared_ptr<const State> state_;
};

// Authorities, each trusted by itself. Immutable; safe for concurrent use.
class TrustAnchors {
 public:
  explicit TrustAnchors(const Certificates& certificates);
  ~TrustAnchors();
  TrustAnchors(TrustAnchors&& other) noexcept;
  TrustAnchors& operator=(TrustAnchors&& other) noexcept;

  // True when a chain leads from the client certificate `leaf_pem`, over some of
  // `others_pem` (what the peer sent beside it; may be empty), to one of these. False for
  // text that is no certificate as well.
  bool Verifies(absl::string_view leaf_pem, absl::string_view others_pem) const;

 private:
  struct Store;
  std::unique_ptr<Store> store_;
};

}  // namespace signet

#endif  // SIGNET_SERVER_TRANSPORT_CERTIFICATES_H_
