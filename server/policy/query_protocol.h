// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_POLICY_QUERY_PROTOCOL_H_
#define SIGNET_SERVER_POLICY_QUERY_PROTOCOL_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "server/sigv4/canonical_request.h"

namespace signet {

// Whether a service that is not particular might take `name` for `wanted`: letter
// case, blanks at the ends and what follows a bracket ("Action[]") aside.
bool MayBeName(absl::string_view name, absl::string_view wanted);

// Writes the value of the parameter Action, "" where there is none.
//
// InvalidArgument, kAmbiguousTarget, field "url": a name that may be Action and
// comes twice or is spelled otherwise (aws-iam-authenticator's CVE-2022-2385 was
// a second "action").
absl::Status FindQueryAction(absl::Span<const QueryParameterView> query, std::string* action);

// The same of a form (application/x-www-form-urlencoded), field "body". Also
// refused: bytes that are not printable ASCII (they may be packed, or decode in
// more than one way), malformed escapes, names that decode to control bytes, raw
// ';', which some readers of forms take for '&'.
absl::Status FindFormAction(absl::string_view form, std::string* action);

// Whether any reader of forms might find a parameter Action in `body`, whatever
// else it is: JSON, CBOR.
bool MayNameAction(absl::string_view body);

// Letters and digits alone, at least one: what operations are called.
bool IsActionName(absl::string_view text);

}  // namespace signet

#endif  // SIGNET_SERVER_POLICY_QUERY_PROTOCOL_H_
