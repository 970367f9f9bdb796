// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/keycache/key_lifetime.h"

#include <algorithm>
#include <optional>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/time/civil_time.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"

namespace signet {
namespace {

// Streams of signed chunks keep the key of their first signature so long.
constexpr absl::Duration kStreamsResume = absl::Hours(24);

std::optional<absl::CivilDay> ParseDate(absl::string_view date) {
  if (date.size() != 8 || !std::all_of(date.begin(), date.end(),
                                       [](unsigned char c) { return absl::ascii_isdigit(c); })) {
    return std::nullopt;
  }
  int number = 0;
  if (!absl::SimpleAtoi(date, &number)) {
    return std::nullopt;
  }
  const absl::CivilDay day(number / 10000, number / 100 % 100, number % 100);
  // The 31st of June would have become the 1st of July.
  const bool exists = day.month() == number / 100 % 100 && day.day() == number % 100;
  return exists ? std::optional<absl::CivilDay>(day) : std::nullopt;
}

}  // namespace

absl::StatusOr<absl::Time> KeyNotAfter(const KeyOrigin& origin, absl::string_view date,
                                       absl::Time now, const KeyCacheOptions& options) {
  const std::optional<absl::CivilDay> day = ParseDate(date);
  if (!day.has_value()) {
    return InvalidField(Reason::kInvalidSigningTime, "date",
                        "date is not a day of the form 20150830");
  }
  if (origin.expires <= now) {
    return MakeError(absl::StatusCode::kUnavailable, Reason::kCredentialExpired, "credential",
                     "the credential has expired");
  }
  const absl::Time version_end = origin.created + options.expire_key_after;
  if (version_end <= now) {
    return MakeError(absl::StatusCode::kUnavailable, Reason::kCredentialExpired, "credential",
                     "the credential version is older than key_cache.expire_key_after");
  }
  const absl::Time date_end = absl::FromCivil(*day + 1, absl::UTCTimeZone()) + kStreamsResume;
  const bool needs_own_limit =
      date_end <= now || (origin.looks_temporary && origin.expires == absl::InfiniteFuture());
  const absl::Time own_limit =
      needs_own_limit ? now + options.unknown_expiry_ttl : absl::InfiniteFuture();
  return std::min({date_end > now ? date_end : own_limit, origin.expires, version_end, own_limit});
}

}  // namespace signet
