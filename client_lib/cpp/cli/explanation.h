// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_CLIENT_LIB_CPP_CLI_EXPLANATION_H_
#define SIGNET_CLIENT_LIB_CPP_CLI_EXPLANATION_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "client_lib/cpp/connection.h"
#include "client_lib/cpp/signing_request.h"
#include "server/sigv4/explain.h"

namespace signet::cli {

// What ExplainSignature answers.
struct Explanation {
  std::string canonical_request;
  std::string string_to_sign;
  bool redacted = false;
  std::vector<CanonicalDifference> differences;
};

// `target_answer` is the target's <CanonicalRequest> or its whole 403 document;
// empty for none. Errors of ExplainSignature.
absl::StatusOr<Explanation> Explain(Connection& connection, const SigningRequest& request,
                                    absl::string_view target_answer);

}  // namespace signet::cli

#endif  // SIGNET_CLIENT_LIB_CPP_CLI_EXPLANATION_H_
