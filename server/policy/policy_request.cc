// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/policy/policy_request.h"

#include "absl/strings/str_cat.h"

namespace signet {
namespace {

struct NamedMode {
  absl::string_view name;
  PayloadMode mode;
};

constexpr NamedMode kModes[] = {
    {"signed", PayloadMode::kSha256},
    {"unsigned", PayloadMode::kUnsigned},
    {"streaming_signed", PayloadMode::kStreamingSigned},
    {"streaming_signed_trailer", PayloadMode::kStreamingSignedTrailer},
    {"streaming_unsigned_trailer", PayloadMode::kStreamingUnsignedTrailer},
    {"streaming_events", PayloadMode::kStreamingEvents},
};

}  // namespace

absl::string_view PayloadModeName(PayloadMode mode) {
  for (const NamedMode& entry : kModes) {
    if (entry.mode == mode) {
      return entry.name;
    }
  }
  return "unknown";
}

std::optional<PayloadMode> PayloadModeFromName(absl::string_view name) {
  for (const NamedMode& entry : kModes) {
    if (entry.name == name) {
      return entry.mode;
    }
  }
  return std::nullopt;
}

std::string PayloadModeNames() {
  std::string names;
  for (const NamedMode& entry : kModes) {
    absl::StrAppend(&names, names.empty() ? "" : ", ", entry.name);
  }
  return names;
}

}  // namespace signet
