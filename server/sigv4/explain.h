// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SIGV4_EXPLAIN_H_
#define SIGNET_SERVER_SIGV4_EXPLAIN_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace signet {

// The canonical request with the values of session tokens and of SSE-C and
// other key-bearing headers and query parameters replaced by "[redacted]".
std::string RedactCanonicalRequest(absl::string_view canonical_request);

// The canonical request inside a target's answer: the text itself, a
// <CanonicalRequest> element, or a whole S3 or query-protocol 403 document
// (XML entities undone). InvalidArgument, field "target_canonical_request":
// none found, over 256 KiB.
absl::StatusOr<std::string> ExtractCanonicalRequest(absl::string_view answer);

// One part that differs between two canonical requests.
struct CanonicalDifference {
  // "method", "canonical URI", "canonical query string", "header x-amz-date",
  // "signed headers", "payload hash".
  std::string part;
  std::string ours;
  std::string theirs;
};

// What differs, part by part; empty when equal.
std::vector<CanonicalDifference> CompareCanonicalRequests(absl::string_view ours,
                                                          absl::string_view theirs);

}  // namespace signet

#endif  // SIGNET_SERVER_SIGV4_EXPLAIN_H_
