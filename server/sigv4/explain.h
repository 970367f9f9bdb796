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
// <CanonicalRequest> element or a whole S3 403 document, or the "Canonical
// String for this request should have been" of the query and JSON protocols
// (XML entities and JSON escapes undone). InvalidArgument, field
// "target_canonical_request": none found, over 256 KiB (kLimitExceeded).
absl::StatusOr<std::string> ExtractCanonicalRequest(absl::string_view answer);

// One part that differs between two canonical requests.
struct CanonicalDifference {
  // "method", "canonical URI", "canonical query string", "header x-amz-date",
  // "signed headers", "payload hash".
  std::string part;
  std::string ours;
  std::string theirs;
};

// Stands for a header that one of the two lacks.
inline constexpr absl::string_view kAbsentHeader = "(absent)";

// What differs, part by part; empty when equal.
std::vector<CanonicalDifference> CompareCanonicalRequests(absl::string_view ours,
                                                          absl::string_view theirs);

// The same differences with the secrets in them replaced as by
// RedactCanonicalRequest. Comparing redacted texts instead would hide that two
// tokens differ.
std::vector<CanonicalDifference> RedactDifferences(std::vector<CanonicalDifference> differences);

}  // namespace signet

#endif  // SIGNET_SERVER_SIGV4_EXPLAIN_H_
