// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_POLICY_COPY_SOURCE_H_
#define SIGNET_SERVER_POLICY_COPY_SOURCE_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "server/policy/endpoint_table.h"
#include "server/sigv4/text_arena.h"

namespace signet {

// The object that a copy reads.
struct CopySource {
  absl::string_view bucket;
  absl::string_view key;
  bool has_version = false;
  // False: what bucket is meant cannot be told; bucket and key are for the audit.
  bool is_known = false;
};

// Reads x-amz-copy-source: "bucket/key", "/bucket/key" or
// "arn:aws:s3:REGION:ACCOUNT:accesspoint/NAME/object/KEY", percent-encoded, and
// "?versionId=ID". Views of `value`, `endpoints` or the arena. `field` is the
// header's, for errors.
//
// InvalidArgument, kAmbiguousTarget: a value that servers or HTTP itself may read
// in two ways. That is a raw ',' (a caller may send two headers, which are signed
// alike), blank, '+' or '#', a '%' without two hex digits, another parameter than
// versionId, no key, bytes that are not UTF-8.
// Source: "CopyObject", S3 API Reference.
absl::StatusOr<CopySource> ParseCopySource(absl::string_view value, absl::string_view field,
                                           const EndpointTable& endpoints, TextArena* arena);

}  // namespace signet

#endif  // SIGNET_SERVER_POLICY_COPY_SOURCE_H_
