// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include <map>
#include <utility>

#include "absl/strings/match.h"
#include "client_lib/cpp/connection.h"
#include "client_lib/cpp/payload_stream.h"
#include "client_lib/cpp/signer.h"
#include "client_lib/cpp/wire.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"

namespace signet {
namespace {

constexpr absl::string_view kTokenHeader = "x-amz-security-token";

absl::Status FromBatchError(const v1::BatchError& error) {
  // The reasons of the API and of this library are one list.
  return MakeError(static_cast<absl::StatusCode>(error.code()), static_cast<Reason>(error.reason()),
                   error.field(), error.message());
}

// A batch carries each session token once; puts it back into the headers.
void RestoreToken(const std::map<std::string, std::string>& tokens, SigningResult* result) {
  const auto token = tokens.find(result->credential_version);
  if (token == tokens.end()) {
    return;
  }
  for (Header& header : result->headers) {
    if (header.value.empty() && absl::EqualsIgnoreCase(header.name, kTokenHeader)) {
      header.value = token->second;
    }
  }
}

class RemoteSigner final : public Signer {
 public:
  explicit RemoteSigner(std::unique_ptr<Connection> connection)
      : connection_(std::move(connection)) {}

  absl::StatusOr<SigningResult> Sign(const SigningRequest& request) override {
    const v1::SignRequestRequest message = ToProto(request);
    SIGNET_RETURN_IF_ERROR(CheckText(message));
    const auto context = connection_->NewContext();
    v1::SignRequestResponse response;
    SIGNET_RETURN_IF_ERROR(
        FromGrpcStatus(connection_->stub().SignRequest(context.get(), message, &response)));
    return FromProto(response);
  }

  absl::StatusOr<std::vector<absl::StatusOr<SigningResult>>> SignBatch(
      absl::Span<const SigningRequest> requests) override {
    v1::BatchSignRequestsRequest batch;
    for (const SigningRequest& request : requests) {
      *batch.add_requests() = ToProto(request);
    }
    SIGNET_RETURN_IF_ERROR(CheckText(batch));
    const auto context = connection_->NewContext();
    v1::BatchSignRequestsResponse response;
    SIGNET_RETURN_IF_ERROR(
        FromGrpcStatus(connection_->stub().BatchSignRequests(context.get(), batch, &response)));
    std::map<std::string, std::string> tokens;
    for (const v1::BatchSessionToken& token : response.session_tokens()) {
      tokens[token.credential_version()] = token.session_token();
    }
    std::vector<absl::StatusOr<SigningResult>> results;
    results.reserve(requests.size());
    for (const v1::BatchSignResult& item : response.results()) {
      if (item.has_error()) {
        results.emplace_back(FromBatchError(item.error()));
        continue;
      }
      SigningResult result = FromProto(item.response());
      RestoreToken(tokens, &result);
      results.emplace_back(std::move(result));
    }
    return results;
  }

  absl::StatusOr<std::unique_ptr<PayloadSigner>> StartPayload(
      const SigningRequest& request, const SigningResult& signed_request) override {
    return OpenPayloadStream(*connection_, request, signed_request);
  }

 private:
  const std::unique_ptr<Connection> connection_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<Signer>> NewRemoteSigner(const SignerOptions& options) {
  SIGNET_ASSIGN_OR_RETURN(std::unique_ptr<Connection> connection, Connection::Create(options));
  return std::make_unique<RemoteSigner>(std::move(connection));
}

}  // namespace signet
