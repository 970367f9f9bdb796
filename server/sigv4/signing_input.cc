// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include <cstdint>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"
#include "server/sigv4/credential_scope.h"
#include "server/sigv4/signer.h"

namespace signet {
namespace {

constexpr size_t kMaxAccessKeyIdBytes = 128;

absl::Status Unsupported(absl::string_view field, absl::string_view message) {
  return InvalidField(Reason::kUnsupportedCombination, field, message);
}

// Bytes that fit a header and cannot end the field they stand in.
bool IsVisibleAscii(absl::string_view text) {
  // All bytes, many at a time: tokens are long.
  unsigned char other = 0;
  for (const char c : text) {
    other |= static_cast<unsigned char>(c < '!' || c > '~');
  }
  return other == 0;
}

absl::Status CheckCredential(const SigningInput& input) {
  if (input.access_key_id.empty() || input.access_key_id.size() > kMaxAccessKeyIdBytes ||
      !IsVisibleAscii(input.access_key_id) || absl::StrContains(input.access_key_id, ',')) {
    return InvalidField(
        Reason::kInvalidCredentialName, "access_key_id",
        absl::StrCat("access key id of ", input.access_key_id.size(), " bytes, allowed are 1 to ",
                     kMaxAccessKeyIdBytes, " visible ASCII characters but ','"));
  }
  if (input.session_token.size() > kMaxHeaderBlockBytes || !IsVisibleAscii(input.session_token)) {
    return InvalidField(
        Reason::kInvalidCredentialName, "session_token",
        absl::StrCat("session token of ", input.session_token.size(),
                     " bytes is not visible ASCII of at most ", kMaxHeaderBlockBytes, " bytes"));
  }
  return absl::OkStatus();
}

absl::Status CheckRegions(const SigningInput& input) {
  if (input.algorithm == Algorithm::kSigV4a) {
    if (!input.region.empty()) {
      return Unsupported("region", "SigV4A takes region_set instead of region");
    }
    return ValidateRegionSet(input.region_set);
  }
  if (!input.region_set.empty()) {
    return Unsupported("region_set", "region_set goes with SigV4A alone");
  }
  return ValidateRegion(input.region);
}

absl::Status CheckPayload(const SigningInput& input) {
  const PayloadMode mode = input.payload.mode;
  if (mode == PayloadMode::kStreamingEvents && input.algorithm == Algorithm::kSigV4a) {
    return Unsupported("payload", "event streams are not signed by SigV4A");
  }
  const bool is_streaming = mode != PayloadMode::kSha256 && mode != PayloadMode::kUnsigned;
  if (is_streaming && input.placement == Placement::kQuery) {
    return Unsupported("payload", "a presigned url cannot sign a streaming body");
  }
  if (input.profile->payload_hash_header == PayloadHashHeaderRule::kAlwaysUnsigned &&
      mode != PayloadMode::kUnsigned) {
    return Unsupported("payload", absl::StrCat("profile ", input.profile->name,
                                               " signs no body: the payload must be unsigned"));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status ValidateExpiry(absl::Duration expires_in) {
  if (expires_in < absl::Seconds(1) || expires_in > kMaxExpiry ||
      absl::Seconds(absl::ToInt64Seconds(expires_in)) != expires_in) {
    return InvalidField(
        Reason::kInvalidExpiry, "expires_in",
        absl::StrCat("expires_in is ", absl::ToDoubleSeconds(expires_in),
                     " s, allowed are whole seconds from 1 to ", absl::ToInt64Seconds(kMaxExpiry)));
  }
  return absl::OkStatus();
}

absl::Status ValidateSigningTime(absl::Time time) {
  // 9999-12-31T23:59:59Z is the last second.
  constexpr int64_t kYear10000 = 253402300800;
  if (time < absl::UnixEpoch() || time >= absl::FromUnixSeconds(kYear10000)) {
    return InvalidField(Reason::kInvalidSigningTime, "signing_time",
                        "signing time is not in the years 1970 to 9999");
  }
  return absl::OkStatus();
}

absl::Status ValidateSigningInput(const SigningInput& input) {
  if (input.profile == nullptr) {
    return InvalidField(Reason::kInvalidProfile, "profile", "no profile");
  }
  if (input.placement == Placement::kQuery && input.presign_profile == nullptr) {
    return InvalidField(Reason::kInvalidProfile, "presign_profile", "no presign profile");
  }
  SIGNET_RETURN_IF_ERROR(ValidateHttpRequest(input.request));
  SIGNET_RETURN_IF_ERROR(CheckRegions(input));
  SIGNET_RETURN_IF_ERROR(ValidateService(input.service));
  SIGNET_RETURN_IF_ERROR(CheckPayload(input));
  if (input.placement == Placement::kQuery) {
    SIGNET_RETURN_IF_ERROR(ValidateExpiry(input.expires_in));
  }
  SIGNET_RETURN_IF_ERROR(ValidateSigningTime(input.signing_time));
  return CheckCredential(input);
}

}  // namespace signet
