// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/batch.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"
#include "server/service/call_audit.h"
#include "server/service/call_recorder.h"
#include "server/service/grpc_status.h"
#include "server/service/sign_request.h"
#include "server/sigv4/signing_parameters.h"

namespace signet {

Batch::Batch(const ServiceContext& context, const CallContext& call,
             const v1::BatchSignRequestsRequest& request, v1::BatchSignRequestsResponse* response)
    : context_(context), call_(call), request_(request), response_(response) {}

absl::Status Batch::SignSlice() {
  const int count = request_.requests_size();
  if (count < 1 || count > kMaxBatchRequests) {
    return InvalidField(
        count < 1 ? Reason::kMissingField : Reason::kLimitExceeded, "requests",
        absl::StrCat("requests has ", count, " entries, allowed is 1 to ", kMaxBatchRequests));
  }
  response_->mutable_results()->Reserve(count);
  const absl::Duration end = context_.clock->Monotonic() + kBatchSlice;
  do {
    SIGNET_RETURN_IF_ERROR(SignNext());
  } while (!is_done() && context_.clock->Monotonic() < end);
  return absl::OkStatus();
}

absl::Status Batch::SignNext() {
  if (context_.clock->Now() >= call_.deadline) {
    return MakeError(absl::StatusCode::kDeadlineExceeded, Reason::kDeadlineExceeded, "",
                     absl::StrCat("the deadline passed after ", response_->results_size(), " of ",
                                  request_.requests_size(), " requests"));
  }
  const v1::SignRequestRequest& entry = request_.requests(response_->results_size());
  v1::BatchSignResult& result = *response_->add_results();
  if (call_.audit != nullptr) {
    call_.audit->Begin(call_, OperationName(Operation::kSignRequest));
    call_.audit->event().entry = response_->results_size() - 1;
  }
  const absl::Status status = SignRequest(context_, call_, entry, result.mutable_response());
  if (call_.audit != nullptr) {
    if (!status.ok()) {
      call_.audit->FillIn(SubjectOf(entry));
    }
    call_.audit->End(status, context_.clock->Now());
  }
  if (status.ok()) {
    TakeSessionTokenOut(result.mutable_response());
  } else {
    *result.mutable_error() = ToBatchError(status);
  }
  return absl::OkStatus();
}

// Session tokens are long and the same all over a batch: they leave the headers
// and go into the response once for each credential version.
void Batch::TakeSessionTokenOut(v1::SignRequestResponse* signed_request) {
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

absl::Status BatchSignRequests(const ServiceContext& context, const CallContext& call,
                               const v1::BatchSignRequestsRequest& request,
                               v1::BatchSignRequestsResponse* response) {
  Batch batch(context, call, request, response);
  do {
    SIGNET_RETURN_IF_ERROR(batch.SignSlice());
  } while (!batch.is_done());
  return absl::OkStatus();
}

}  // namespace signet
