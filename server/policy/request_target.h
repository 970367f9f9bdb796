// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_POLICY_REQUEST_TARGET_H_
#define SIGNET_SERVER_POLICY_REQUEST_TARGET_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "server/policy/access.h"
#include "server/policy/endpoint_table.h"
#include "server/sigv4/http_request.h"
#include "server/sigv4/target.h"

namespace signet {

// What a request does, whatever its spelling.
struct RequestTarget {
  // Host in lower case, and its port unless it is the scheme's own; without a
  // trailing dot.
  std::string endpoint;
  // The request's own first; then copy sources, what its headers set besides,
  // each key of a multi-delete. EACH must be allowed. Never empty.
  std::vector<Access> accesses;
  // (service, action) is one that other systems take as a bearer token.
  bool is_bearer_token = false;
  // The signed value that pins such a token to who may take it: x-k8s-aws-id,
  // x-vault-aws-iam-server-id. Empty: none, or more than one.
  std::string bearer_audience;
};

// What is looked at. Views outlive the call.
struct TargetInput {
  // Signing name.
  absl::string_view service;
  // How the path is signed.
  const TargetProfile* profile = nullptr;
  // Method, URL as ParseUrl() split it, and every header that is signed.
  HttpRequest request;
  // The signature goes into the query.
  bool is_presigned = false;
  // The body where all of it is known, "" included (the SHA-256 of nothing says
  // as much). Nothing: only a hash is, or it is streamed or not signed.
  std::optional<absl::string_view> body;
};

// Writes over `target`, whose memory it uses again.
//
// InvalidArgument. kInvalidUrl, "url": a path or query that does not decode, as
// UriDecode() says. kAmbiguousTarget: what the request does cannot be told from
// it or is said twice: "body" (a multi-delete or a form that is needed and not
// known, malformed, or compressed), "url" or "headers" (an action in two places
// or spelled in two ways, a copy source that does not decode).
// kLimitExceeded, "body": more than kMaxDeleteKeys keys, one over kMaxKeyBytes.
absl::Status ResolveTarget(const TargetInput& input, const EndpointTable& endpoints,
                           RequestTarget* target);

}  // namespace signet

#endif  // SIGNET_SERVER_POLICY_REQUEST_TARGET_H_
