// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/keycache/key_lifetime.h"

#include <algorithm>
#include <chrono>
#include <optional>

#include "absl/strings/ascii.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"

namespace signet {
namespace {

// Streams of signed chunks keep the key of their first signature so long.
constexpr absl::Duration kStreamsResume = absl::Hours(24);

// The beginning of the day that "20150830" names. By hand, as absl's civil times take
// longer than the rest of what putting a key into the cache takes.
std::optional<absl::Time> ParseDate(absl::string_view date) {
  if (date.size() != 8) {
    return std::nullopt;
  }
  int number = 0;
  for (const char c : date) {
    if (!absl::ascii_isdigit(static_cast<unsigned char>(c))) {
      return std::nullopt;
    }
    number = number * 10 + (c - '0');
  }
  const std::chrono::year_month_day day(
      std::chrono::year(number / 10000),
      std::chrono::month(static_cast<unsigned>(number / 100 % 100)),
      std::chrono::day(static_cast<unsigned>(number % 100)));
  if (!day.ok()) {
    return std::nullopt;
  }
  return absl::UnixEpoch() +
         absl::Hours(24 * std::chrono::sys_days(day).time_since_epoch().count());
}

}  // namespace

absl::StatusOr<absl::Time> KeyNotAfter(const KeyOrigin& origin, absl::string_view date,
                                       absl::Time now, const KeyCacheOptions& options) {
  const std::optional<absl::Time> day = ParseDate(date);
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
  const absl::Time date_end = *day + absl::Hours(24) + kStreamsResume;
  const bool needs_own_limit =
      date_end <= now || (origin.looks_temporary && origin.expires == absl::InfiniteFuture());
  const absl::Time own_limit =
      needs_own_limit ? now + options.unknown_expiry_ttl : absl::InfiniteFuture();
  return std::min({date_end > now ? date_end : own_limit, origin.expires, version_end, own_limit});
}

}  // namespace signet
