// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_TRANSPORT_TRUST_BUNDLES_H_
#define SIGNET_SERVER_TRANSPORT_TRUST_BUNDLES_H_

#include <map>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/string_view.h"
#include "server/transport/certificates.h"

namespace signet {

// Which authorities may vouch for which names. The TLS handshake accepts a client
// certificate of any of them; without this look an authority could issue the names of
// another one's domain. Immutable; safe for concurrent use.
class TrustBundles {
 public:
  // Vouches for DNS names, and for SPIFFE IDs of domains without a bundle of their own.
  void SetGeneral(const Certificates& certificates) { general_.emplace(certificates); }

  // Vouches for SPIFFE IDs of `trust_domain` and for nothing else.
  void Add(std::string trust_domain, const Certificates& certificates) {
    domains_.emplace(std::move(trust_domain), TrustAnchors(certificates));
  }

  // False: the handshake's own look is enough, since there is one bundle for all names.
  bool is_by_name() const { return !domains_.empty(); }

  // True when the bundle that vouches for `caller` (a SPIFFE ID or DNS name) verifies the
  // client's certificate; see TrustAnchors.
  bool Vouch(absl::string_view caller, absl::string_view leaf_pem,
             absl::string_view others_pem) const;

 private:
  std::optional<TrustAnchors> general_;
  std::map<std::string, TrustAnchors, std::less<>> domains_;
};

}  // namespace signet

#endif  // SIGNET_SERVER_TRANSPORT_TRUST_BUNDLES_H_
