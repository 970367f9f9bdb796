// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/sigv4/effective_expiry.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"
#include "server/sigv4/timestamp.h"

namespace signet {

absl::Status CheckHoldsAt(absl::Time signing_time, absl::Time credential_expires) {
  if (credential_expires - signing_time < absl::Seconds(1)) {
    return MakeError(absl::StatusCode::kUnavailable, Reason::kCredentialExpired, "credential",
                     "the credential has expired at the signing time and no newer one has come");
  }
  return absl::OkStatus();
}

absl::StatusOr<absl::Duration> EffectiveExpiry(absl::Duration asked, absl::Time signing_time,
                                               absl::Time credential_expires,
                                               std::vector<std::string>* warnings) {
  SIGNET_RETURN_IF_ERROR(CheckHoldsAt(signing_time, credential_expires));
  const absl::Duration left = absl::Floor(credential_expires - signing_time, absl::Seconds(1));
  const absl::Duration effective = std::min(asked, left);
  if (signing_time + effective > kLatestInstant) {
    return InvalidField(Reason::kInvalidExpiry, "expires_in",
                        absl::StrCat("expires_in is ", absl::ToInt64Seconds(effective),
                                     " s and ends after the year 9999, allowed are ",
                                     absl::ToInt64Seconds(kLatestInstant - signing_time), " s"));
  }
  if (asked <= left) {
    return asked;
  }
  warnings->push_back(absl::StrCat("expiry shortened from ", absl::ToInt64Seconds(asked), " s to ",
                                   absl::ToInt64Seconds(left), " s: the credential expires then"));
  return left;
}

}  // namespace signet
