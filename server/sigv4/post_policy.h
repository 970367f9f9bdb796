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
// these; it never signs a document that a caller wrote.
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

// InvalidArgument, kInvalidPostPolicy: no key condition, a field that signing
// sets itself, a malformed field or bucket, an inverted or too large range
// (over 5 GiB), too many conditions; kInvalidExpiry for expires_in.
// Source: "Creating a POST policy", S3 API Reference.
absl::StatusOr<PreparedPostPolicy> PreparePostPolicy(const PostPolicyInput& input);

}  // namespace signet

#endif  // SIGNET_SERVER_SIGV4_POST_POLICY_H_
