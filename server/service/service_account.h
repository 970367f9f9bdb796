// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SERVICE_SERVICE_ACCOUNT_H_
#define SIGNET_SERVER_SERVICE_SERVICE_ACCOUNT_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "server/base/document.h"

namespace signet {

// What a token must say besides whose it is.
struct TokenTerms {
  std::string issuer;
  std::string audience;
  absl::Duration max_lifetime = absl::Hours(1);
};

// A Kubernetes service account, as a verified token names it.
struct ServiceAccount {
  std::string name_space;
  std::string name;
  // From then on the token is refused.
  absl::Time not_after;
};

// Clocks may differ by that.
inline constexpr absl::Duration kTokenSkew = absl::Seconds(30);

// The "iss" of claims; empty when there is none.
absl::string_view IssuerOf(const Document& claims);

// Reads the claims of a verified token. InvalidArgument, without a byte of the token: the
// issuer or audience is another (the audience must be ours alone: a token that others
// take as well could come from them), it is not valid now, lives longer than
// `terms.max_lifetime`, has no whole seconds where times belong, or its subject is no
// "system:serviceaccount:NAMESPACE:NAME", or another one than "kubernetes.io" says.
absl::StatusOr<ServiceAccount> ReadServiceAccount(const Document& claims, const TokenTerms& terms,
                                                  absl::Time now);

}  // namespace signet

#endif  // SIGNET_SERVER_SERVICE_SERVICE_ACCOUNT_H_
