// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/sign_request.h"

#include <string>
#include <utility>

#include "server/base/status_macros.h"
#include "server/service/call_audit.h"
#include "server/service/preparation.h"
#include "server/sigv4/signer.h"

namespace signet {

absl::Status SignRequest(const ServiceContext& context, const CallContext& call,
                         const v1::SignRequestRequest& request, v1::SignRequestResponse* response) {
  Preparation preparation;
  SIGNET_RETURN_IF_ERROR(Prepare(context, call, request, Operation::kSignRequest,
                                 OwnSigningTime::kNeedsGrant, &preparation));
  const PreparedRequest& prepared = preparation.request();
  const CredentialVersion& version = *preparation.signer.version;
  std::string* const signature = response->mutable_signature();
  SIGNET_RETURN_IF_ERROR(
      preparation.signer.Sign(context, preparation.now, prepared.string_to_sign, signature));
  context.metrics->CountSignature(Operation::kSignRequest);
  if (call.audit != nullptr) {
    call.audit->event().signature = AuditFingerprint(*signature);
  }

  AttachSignature(*signature, &preparation.scratch);
  for (const Header& header : prepared.headers) {
    v1::Header& added = *response->add_headers();
    added.set_name(header.name);
    added.set_value(header.value);
  }
  response->set_url(prepared.url);
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
