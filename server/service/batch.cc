// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/batch.h"

#include <string>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "server/base/error.h"
#include "server/service/grpc_status.h"
#include "server/service/sign_request.h"
#include "server/sigv4/signing_parameters.h"

namespace signet {
namespace {

// Session tokens are long and the same all over a batch: they leave the headers
// and go into the response once for each credential version.
class SessionTokens {
 public:
  explicit SessionTokens(v1::BatchSignRequestsResponse* response) : response_(response) {}

  void TakeOutOf(v1::SignRequestResponse* signed_request) {
    for (v1::Header& header : *signed_request->mutable_headers()) {
      if (!absl::EqualsIgnoreCase(header.name(), kAmzSecurityTokenHeader)) {
        continue;
      }
      if (versions_.insert(signed_request->credential_version()).second) {
        v1::BatchSessionToken& token = *response_->add_session_tokens();
        token.set_credential_version(signed_request->credential_version());
        token.set_session_token(header.value());
      }
      header.clear_value();
    }
  }

 private:
  v1::BatchSignRequestsResponse* const response_;
  absl::flat_hash_set<std::string> versions_;
};

}  // namespace

absl::Status BatchSignRequests(const ServiceContext& context, const CallContext& call,
                               const v1::BatchSignRequestsRequest& request,
                               v1::BatchSignRequestsResponse* response) {
  const int count = request.requests_size();
  if (count < 1 || count > kMaxBatchRequests) {
    return InvalidField(
        count < 1 ? Reason::kMissingField : Reason::kLimitExceeded, "requests",
        absl::StrCat("requests has ", count, " entries, allowed is 1 to ", kMaxBatchRequests));
  }
  SessionTokens tokens(response);
  response->mutable_results()->Reserve(count);
  for (const v1::SignRequestRequest& entry : request.requests()) {
    if (context.clock->Now() >= call.deadline) {
      return MakeError(absl::StatusCode::kDeadlineExceeded, Reason::kDeadlineExceeded, "",
                       absl::StrCat("the deadline passed after ", response->results_size(), " of ",
                                    count, " requests"));
    }
    v1::BatchSignResult& result = *response->add_results();
    const absl::Status status = SignRequest(context, call, entry, result.mutable_response());
    if (status.ok()) {
      tokens.TakeOutOf(result.mutable_response());
    } else {
      *result.mutable_error() = ToBatchError(status);
    }
  }
  return absl::OkStatus();
}

}  // namespace signet
