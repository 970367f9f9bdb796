// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_POLICY_SERVICE_TARGET_H_
#define SIGNET_SERVER_POLICY_SERVICE_TARGET_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "server/policy/request_target.h"
#include "server/sigv4/canonical_request.h"

namespace signet {

// ResolveTarget() for services that do not speak S3, after target->endpoint is
// set. `path` and `query` are decoded.
//
// The action is told by what the service's protocol goes by (ServiceProtocols):
// the last part of x-amz-target, the parameter Action of the query or of the
// form in the body, the operation in the path, or the method in upper case. It is
// unknown ("") where
// - the service goes by one of the first two, and there is none;
// - there is one of the first two, and the service is not known to go by it, so
//   that what it does with it is not known either;
// - a header may name another method (x-http-method-override and its like).
absl::Status ResolveServiceTarget(const TargetInput& input, absl::string_view path,
                                  absl::Span<const QueryParameterView> query,
                                  RequestTarget* target);

}  // namespace signet

#endif  // SIGNET_SERVER_POLICY_SERVICE_TARGET_H_
