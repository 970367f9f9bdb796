// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SIGV4_TIMESTAMP_H_
#define SIGNET_SERVER_SIGV4_TIMESTAMP_H_

#include <cstddef>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"

namespace signet {

// The last second of the year 9999: dates have four-digit years, here, in RFC
// 3339 and in Protobuf's timestamps.
inline constexpr absl::Time kLatestInstant = absl::FromUnixSeconds(253402300799);

// "20150830T123600Z": the instant as x-amz-date carries it, in UTC, whole
// seconds (rounded down).
std::string AmzDate(absl::Time time);

// The same for the years 0 to 9999, kAmzDateBytes to `out`; returns the end.
inline constexpr size_t kAmzDateBytes = 16;
char* PutAmzDate(absl::Time time, char* out);

inline constexpr size_t kScopeDateBytes = 8;

// "20150830": the UTC date of the instant, the first part of a credential scope.
std::string ScopeDate(absl::Time time);

// The instant that exactly such text spells ("20150830T123600Z").
//
// InvalidArgument, Reason::kInvalidSigningTime, field "signing_time": any other
// form, or a date or time that does not exist.
absl::StatusOr<absl::Time> ParseAmzDate(absl::string_view text);

}  // namespace signet

#endif  // SIGNET_SERVER_SIGV4_TIMESTAMP_H_
