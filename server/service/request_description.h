// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SERVICE_REQUEST_DESCRIPTION_H_
#define SIGNET_SERVER_SERVICE_REQUEST_DESCRIPTION_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "server/policy/policy.h"
#include "server/service/validation.h"
#include "server/sigv4/post_policy.h"
#include "signet/v1/signing.pb.h"

namespace signet {

// A request as policy sees it.
struct RequestDescription {
  RequestTarget target;
  PayloadMode payload = PayloadMode::kSha256;
  // Empty where the policy does not look at them.
  std::vector<RequestHeader> headers;
  // Not OK: what the request does cannot be told without its body, which did not
  // come; the target says so to rules (no action, no resource), and this says so
  // to the caller, should the rules ask.
  absl::Status ambiguity;
};

// This thread's, to be written over: its memory is used again.
RequestDescription& ThreadRequestDescription();

// Describes a request to sign; `payload` is its message's.
//
// InvalidArgument as ResolveTarget(), with field paths of SignRequestRequest, but
// for what only a body would tell.
absl::Status DescribeRequest(const Policy& policy, const CheckedRequest& request,
                             const v1::Payload& payload, RequestDescription* description);

// Describes the uploads that a form allows (ResolvePostPolicy()); its fields are
// the headers.
void DescribePostPolicy(const Policy& policy, absl::string_view bucket,
                        absl::Span<const PostCondition> conditions,
                        RequestDescription* description);

}  // namespace signet

#endif  // SIGNET_SERVER_SERVICE_REQUEST_DESCRIPTION_H_
