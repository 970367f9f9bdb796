// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/sign_request.h"

#include <utility>

#include "server/base/status_macros.h"
#include "server/service/preparation.h"
#include "server/sigv4/signer.h"

namespace signet {

absl::Status SignRequest(const ServiceContext& context, const CallContext& call,
                         const v1::SignRequestRequest& request, v1::SignRequestResponse* response) {
  Preparation preparation;
  SIGNET_RETURN_IF_ERROR(Prepare(context, call, request, Operation::kSignRequest,
                                 OwnSigningTime::kNeedsGrant, &preparation));
  const PreparedRequest& prepared = preparation.request;
  const CredentialVersion& version = *preparation.signer.version;
  SIGNET_ASSIGN_OR_RETURN(
      const std::string signature,
      preparation.signer.Sign(context, preparation.now, prepared.string_to_sign));
  context.metrics->CountSignature(Operation::kSignRequest);

  SignedRequest signed_request = AttachSignature(prepared, signature);
  for (Header& header : signed_request.headers) {
    v1::Header& added = *response->add_headers();
    added.set_name(std::move(header.name));
    added.set_value(std::move(header.value));
  }
  response->set_url(std::move(signed_request.url));
  response->set_signature(std::move(signed_request.signature));
  response->set_signed_headers(prepared.signed_headers);
  response->set_credential_scope(prepared.credential_scope);
  response->set_access_key_id(prepared.access_key_id);
  response->set_credential_version(version.id);
  *response->mutable_signing_time() = ToTimestamp(preparation.signing_time);
  if (prepared.placement == Placement::kQuery) {
    *response->mutable_expires_at() =
        ToTimestamp(preparation.signing_time + preparation.expires_in);
  } else if (version.value.expires != absl::InfiniteFuture()) {
    *response->mutable_expires_at() = ToTimestamp(version.value.expires);
  }
  for (std::string& warning : preparation.warnings) {
    response->add_warnings(std::move(warning));
  }
  return absl::OkStatus();
}

}  // namespace signet
