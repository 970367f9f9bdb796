// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_POLICY_POLICY_REQUEST_H_
#define SIGNET_SERVER_POLICY_POLICY_REQUEST_H_

#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "server/policy/operation.h"
#include "server/policy/request_target.h"
#include "server/sigv4/payload.h"

namespace signet {

// A header as rules see it: also a form's field, and a query parameter that
// stands for a header.
struct RequestHeader {
  // In lower case.
  std::string name;
  std::string value;
  // Any value that begins so: a form's condition.
  bool is_prefix = false;
};

// What policy looks at.
struct PolicyRequest {
  absl::string_view caller = {};
  Operation operation = Operation::kSignRequest;
  absl::string_view credential = {};
  absl::string_view service = {};
  // One region, or for SigV4A the members of the region set. A call is allowed
  // when it is allowed in each; none at all is denied.
  absl::Span<const absl::string_view> regions = {};
  // Where it goes and what it does: a call is allowed when each access is. Null
  // for operations that sign no request (leases, verification): then what rules
  // say of endpoints, actions, resources, payloads and headers is passed over by
  // allow rules, and a deny rule that says any of it does not match.
  const RequestTarget* target = nullptr;
  PayloadMode payload = PayloadMode::kSha256;
  // Only looked at where the policy LooksAtHeaders().
  absl::Span<const RequestHeader> headers = {};
  // Wall clock: rules end.
  absl::Time now = absl::InfinitePast();
};

// "signed", "unsigned", "streaming_signed", "streaming_signed_trailer",
// "streaming_unsigned_trailer", "streaming_events".
absl::string_view PayloadModeName(PayloadMode mode);
// Nothing for any other text.
std::optional<PayloadMode> PayloadModeFromName(absl::string_view name);
// All of them, for messages.
std::string PayloadModeNames();

}  // namespace signet

#endif  // SIGNET_SERVER_POLICY_POLICY_REQUEST_H_
