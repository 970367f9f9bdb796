// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SIGV4_EFFECTIVE_EXPIRY_H_
#define SIGNET_SERVER_SIGV4_EFFECTIVE_EXPIRY_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"

namespace signet {

// What is signed at `signing_time` with a credential that expires by then holds
// nowhere. Unavailable, kCredentialExpired, field "credential": there is under a
// second between.
absl::Status CheckHoldsAt(absl::Time signing_time, absl::Time credential_expires);

// How long what is signed at `signing_time` holds good: `asked`, or the whole
// seconds until the credential expires, with a warning, where that is shorter.
//
// Errors of CheckHoldsAt.
// InvalidArgument, kInvalidExpiry, field "expires_in": it ends after the year 9999.
absl::StatusOr<absl::Duration> EffectiveExpiry(absl::Duration asked, absl::Time signing_time,
                                               absl::Time credential_expires,
                                               std::vector<std::string>* warnings);

}  // namespace signet

#endif  // SIGNET_SERVER_SIGV4_EFFECTIVE_EXPIRY_H_
