// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SIGV4_PRESIGN_PROFILE_H_
#define SIGNET_SERVER_SIGV4_PRESIGN_PROFILE_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace signet {

// Which of the caller's headers move into the query of a presigned URL. A
// header that stays is signed and must be sent with the URL; none is dropped.
struct PresignProfile {
  enum class Hoisting { kNone, kAmzHeaders, kAmzHeadersExcept, kAllExcept };

  absl::string_view name;
  Hoisting hoisting;
  // Lower case names or prefixes ending in '*' that stay headers all the same.
  absl::Span<const absl::string_view> stay;
  // True where X-Amz-Content-Sha256 is added to the query.
  bool payload_hash_in_query;
  // Names that move although a prefix in `stay` matches them.
  absl::Span<const absl::string_view> move;
  // Names or prefixes that move under their lower-case name, however the caller
  // spelled it: S3 reads some parameters under that name alone.
  absl::Span<const absl::string_view> lower_cased;
};

// True if `lower_case_name` is one of `names`, or begins as one that ends in '*'.
bool MatchesHeaderName(absl::string_view lower_case_name,
                       absl::Span<const absl::string_view> names);

absl::Span<const PresignProfile> AllPresignProfiles();

// The profile of that name: "default", "botocore", "go-v2", "js-v3",
// "java-v2"; an empty name is "default". InvalidArgument, kInvalidProfile,
// field "presign_profile".
absl::StatusOr<const PresignProfile*> FindPresignProfile(absl::string_view name);

}  // namespace signet

#endif  // SIGNET_SERVER_SIGV4_PRESIGN_PROFILE_H_
