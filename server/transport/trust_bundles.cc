// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/trust_bundles.h"

#include "absl/strings/strip.h"

namespace signet {
namespace {

// "example.org" of "spiffe://example.org/ns/a"; nothing for a DNS name.
std::optional<absl::string_view> TrustDomainOf(absl::string_view caller) {
  if (!absl::ConsumePrefix(&caller, "spiffe://")) {
    return std::nullopt;
  }
  return caller.substr(0, caller.find('/'));
}

}  // namespace

bool TrustBundles::Vouch(absl::string_view caller, absl::string_view leaf_pem,
                         absl::string_view others_pem) const {
  const std::optional<absl::string_view> domain = TrustDomainOf(caller);
  if (domain.has_value()) {
    const auto found = domains_.find(*domain);
    if (found != domains_.end()) {
      return found->second.Verifies(leaf_pem, others_pem);
    }
  }
  return general_.has_value() && general_->Verifies(leaf_pem, others_pem);
}

}  // namespace signet
