// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "client_lib/cpp/cli/explanation.h"

#include "client_lib/cpp/wire.h"
#include "server/base/status_macros.h"

namespace signet::cli {

absl::StatusOr<Explanation> Explain(Connection& connection, const SigningRequest& request,
                                    absl::string_view target_answer) {
  v1::ExplainSignatureRequest message;
  *message.mutable_request() = ToProto(request);
  message.set_target_canonical_request(std::string(target_answer));
  SIGNET_RETURN_IF_ERROR(CheckText(message));
  const auto context = connection.NewContext();
  v1::ExplainSignatureResponse response;
  SIGNET_RETURN_IF_ERROR(
      FromGrpcStatus(connection.stub().ExplainSignature(context.get(), message, &response)));
  Explanation explanation = {.canonical_request = response.canonical_request(),
                             .string_to_sign = response.string_to_sign(),
                             .redacted = response.redacted(),
                             .differences = {}};
  for (const v1::CanonicalDifference& difference : response.differences()) {
    explanation.differences.push_back({difference.part(), difference.ours(), difference.theirs()});
  }
  return explanation;
}

}  // namespace signet::cli
