// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SIGV4_POST_POLICY_H_
#define SIGNET_SERVER_SIGV4_POST_POLICY_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "server/sigv4/http_request.h"

namespace signet {

// One condition of an S3 browser-upload policy. signet builds the document from
// these; it never signs a document that a caller wrote. Views outlive the call.
struct PostCondition {
  enum class Kind { kEquals, kStartsWith, kContentLengthRange };
  Kind kind = Kind::kEquals;
  // Form field without '$': "key", "acl", "Content-Type", "x-amz-meta-tag".
  absl::string_view field;
  absl::string_view value;
  // kContentLengthRange, bytes, inclusive.
  uint64_t min_bytes = 0;
  uint64_t max_bytes = 0;
};

struct PostPolicyInput {
  absl::string_view bucket;
  absl::Span<const PostCondition> conditions;
  absl::Time signing_time;
  // 1 s to seven days after signing_time, whole seconds.
  absl::Duration expires_in;
  absl::string_view region;
  absl::string_view access_key_id;
  absl::string_view session_token;
};

struct PreparedPostPolicy {
  // Base64 of the JSON document: the string to sign, and the form field "policy".
  std::string policy_base64;
  std::string credential_scope;
  // The other form fields: x-amz-algorithm, x-amz-credential, x-amz-date,
  // x-amz-security-token, and each kEquals condition.
  std::vector<Header> fields;
};

inline constexpr size_t kMaxPostConditions = 64;
inline constexpr size_t kMaxPostValueBytes = 4096;
// Of the base64 text: S3 takes at most 20 KB of form before the file.
inline constexpr size_t kMaxPostPolicyBytes = size_t{20} * 1024;
// S3's largest single upload, 5 GiB.
inline constexpr uint64_t kMaxPostUploadBytes = uint64_t{5} << 30;

// Builds the document
//   {"expiration": "2015-12-30T12:00:00Z", "conditions": [{"bucket": ...}, ...]}
// with the bucket first, then `conditions` in their order, then those of the
// credential; ASCII only, so that every reader decodes it alike.
//
// InvalidArgument. kInvalidPostPolicy: "bucket" malformed (not 3 to 255 of A-Z
// a-z 0-9 '.' '-' '_'); "conditions" without one for key;
// "conditions[i].field" malformed (not 1 to 256 of A-Z a-z 0-9 '-' '_' '.'), set
// by signing itself (bucket, policy, file, x-amz-date ...), or equal to two
// values; "conditions[i].value" not UTF-8, with a control byte, an empty key or
// one with "${filename}", which S3 replaces before it compares;
// "conditions[i].min_bytes" over max_bytes, "conditions[i].max_bytes" over
// kMaxPostUploadBytes; "conditions[i]" a second range. kLimitExceeded: over the
// limits above. kInvalidExpiry, kInvalidRegion, kInvalidSigningTime: their fields.
// Sources: "POST policy", S3 API Reference; botocore's S3SigV4PostAuth, whose
// document for the same conditions is the same text.
absl::StatusOr<PreparedPostPolicy> PreparePostPolicy(const PostPolicyInput& input);

}  // namespace signet

#endif  // SIGNET_SERVER_SIGV4_POST_POLICY_H_
