// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/typed_rpc.h"

#include "absl/strings/str_cat.h"
#include "server/base/error.h"
#include "server/service/key_lease.h"
#include "server/transport/caller_identity.h"

namespace signet {
namespace {

// The field path of what concerns no single field.
constexpr absl::string_view kWholeMessage = "message";

}  // namespace

absl::Status BeginCall(const grpc::ServerContextBase& server_context, std::string* caller,
                       CallContext* call) {
  std::optional<std::string> found = CallerOf(*server_context.auth_context());
  if (!found.has_value()) {
    return MakeError(absl::StatusCode::kUnauthenticated, Reason::kCallerUnknown, "",
                     "the client certificate names no caller: it needs one SPIFFE ID, or a DNS "
                     "name of more than one label");
  }
  *caller = *std::move(found);
  call->caller = *caller;
  call->deadline = absl::FromChrono(server_context.deadline());
  if (absl::Now() >= call->deadline) {
    return MakeError(absl::StatusCode::kDeadlineExceeded, Reason::kDeadlineExceeded, "",
                     "the deadline passed before the call was taken");
  }
  return absl::OkStatus();
}

uint64_t BodyBytes(const v1::SignRequestRequest& request) {
  return request.payload().body().size();
}

uint64_t BodyBytes(const v1::VerifyRequestRequest& request) {
  return request.payload().body().size();
}

uint64_t BodyBytes(const v1::ExplainSignatureRequest& request) {
  return BodyBytes(request.request()) + request.target_canonical_request().size();
}

uint64_t BodyBytes(const v1::BatchSignRequestsRequest& request) { return request.ByteSizeLong(); }

absl::Status CheckMessageSize(const ServiceContext& context, uint64_t bytes, uint64_t body_bytes) {
  if (bytes > context.max_batch_bytes) {
    return InvalidField(
        Reason::kLimitExceeded, kWholeMessage,
        absl::StrCat("the message has ", bytes, " bytes, allowed are ", context.max_batch_bytes));
  }
  // Encoding may be longer than it has to be, never shorter.
  const uint64_t rest = bytes - std::min(bytes, body_bytes);
  if (rest > context.max_message_bytes) {
    return InvalidField(Reason::kLimitExceeded, kWholeMessage,
                        absl::StrCat("the message has ", rest, " bytes without its body, allowed ",
                                     "are ", context.max_message_bytes));
  }
  return absl::OkStatus();
}

absl::Status UnparsableMessage(absl::string_view type_name) {
  return InvalidField(
      Reason::kInvalidMessage, kWholeMessage,
      absl::StrCat("the message is no ", type_name, ", or a string in it is not UTF-8"));
}

void WipeSecrets(v1::GetOrLoadKeyResponse* response) { WipeLease(response); }

int64_t FailedParts(const v1::BatchSignRequestsResponse& response) {
  int64_t failed = 0;
  for (const v1::BatchSignResult& result : response.results()) {
    failed += result.has_error() ? 1 : 0;
  }
  return failed;
}

}  // namespace signet
