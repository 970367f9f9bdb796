// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SIGV4_EFFECTIVE_EXPIRY_H_
#define SIGNET_SERVER_SIGV4_EFFECTIVE_EXPIRY_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"

namespace signet {

// How long what is signed at `signing_time` holds good: `asked`, or the whole
// seconds until the credential expires, with a warning, where that is shorter.
//
// Unavailable, kCredentialExpired, field "credential": that is under a second.
// InvalidArgument, kInvalidExpiry, field "expires_in": it ends after the year 9999.
absl::StatusOr<absl::Duration> EffectiveExpiry(absl::Duration asked, absl::Time signing_time,
                                               absl::Time credential_expires,
                                               std::vector<std::string>* warnings);

}  // namespace signet

#endif  // SIGNET_SERVER_SIGV4_EFFECTIVE_EXPIRY_H_
