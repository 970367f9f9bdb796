// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/payload.h"

#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"
#include "server/digest/hex.h"
#include "server/service/preparation.h"
#include "server/service/validation.h"
#include "server/sigv4/effective_expiry.h"
#include "server/sigv4/sigv4a.h"
#include "server/sigv4/timestamp.h"

namespace signet {
namespace {

absl::Status InvalidChunk(absl::string_view field, absl::string_view message) {
  return InvalidField(Reason::kInvalidChunk, field, message);
}

// The signature without the padding of SigV4A chunks. Nothing when it is none.
std::optional<absl::string_view> UnpaddedSignature(Algorithm algorithm, absl::string_view text) {
  if (algorithm == Algorithm::kSigV4) {
    return IsSha256Hex(text) ? std::optional<absl::string_view>(text) : std::nullopt;
  }
  const absl::string_view signature = text.substr(0, text.find('*'));
  const absl::string_view padding = text.substr(signature.size());
  if (text.size() > kSigv4aPaddedSignatureLength || !IsSigv4aSignatureForm(signature) ||
      padding.find_first_not_of('*') != absl::string_view::npos) {
    return std::nullopt;
  }
  return signature;
}

absl::Status CheckStart(const v1::SignPayloadStart& start) {
  const v1::SignRequestRequest& request = start.request();
  if (!start.has_request()) {
    return InvalidField(Reason::kMissingField, "request", "request is missing");
  }
  if (!request.has_signing_time()) {
    return InvalidField(Reason::kMissingField, "request.signing_time",
                        "signing_time is missing: it is what SignRequest answered");
  }
  if (request.credential_version().empty()) {
    return InvalidField(Reason::kMissingField, "request.credential_version",
                        "credential_version is missing: it is what SignRequest answered");
  }
  if (start.seed_signature().empty()) {
    return InvalidField(Reason::kMissingField, "seed_signature", "seed_signature is missing");
  }
  return absl::OkStatus();
}

// A malformed seed signature is an argument's fault, not a mismatch.
absl::Status CheckSignatureForm(Algorithm algorithm, absl::string_view signature,
                                absl::string_view field) {
  if (UnpaddedSignature(algorithm, signature).has_value()) {
    return absl::OkStatus();
  }
  return InvalidField(
      Reason::kInvalidSignature, field,
      absl::StrCat(field, " of ", signature.size(), " bytes is no signature in lower-case hex",
                   algorithm == Algorithm::kSigV4a ? " of DER" : ""));
}

}  // namespace

absl::Status PayloadSession::Next(const CallContext& call, const v1::SignPayloadRequest& message,
                                  v1::SignPayloadResponse* response) {
  if (message.message_case() == v1::SignPayloadRequest::MESSAGE_NOT_SET) {
    return InvalidField(Reason::kMissingField, "message", "the message holds nothing");
  }
  const bool is_start = message.message_case() == v1::SignPayloadRequest::kStart;
  if (is_start == is_started_) {
    return InvalidChunk("start", is_start ? "start came again, allowed is once"
                                          : "the first message must be start");
  }
  switch (message.message_case()) {
    case v1::SignPayloadRequest::kStart:
      return WithFieldPrefix(Start(call, message.start(), response), "start");
    case v1::SignPayloadRequest::kChunk:
      return WithFieldPrefix(SignChunk(message.chunk(), response), "chunk");
    case v1::SignPayloadRequest::kTrailer:
      return WithFieldPrefix(SignTrailer(message.trailer(), response), "trailer");
    case v1::SignPayloadRequest::kEvent:
      return WithFieldPrefix(SignEvent(call, message.event(), response), "event");
    case v1::SignPayloadRequest::MESSAGE_NOT_SET:
      break;
  }
  return absl::OkStatus();
}

absl::Status PayloadSession::Start(const CallContext& call, const v1::SignPayloadStart& start,
                                   v1::SignPayloadResponse* response) {
  SIGNET_RETURN_IF_ERROR(CheckStart(start));
  Preparation preparation;
  const absl::Status prepared = Prepare(context_, call, start.request(), Operation::kSignPayload,
                                        OwnSigningTime::kIsProven, &preparation);
  if (!prepared.ok()) {
    return WithFieldPrefix(prepared, "request");
  }
  const SigningInput& input = preparation.checked.input;
  if (!IsSignedInPieces(input.payload.mode)) {
    return InvalidField(Reason::kInvalidPayload, "request.payload",
                        "the payload is not one that is signed in pieces");
  }
  if (preparation.now - preparation.signing_time > kResumeWindow) {
    return MakeError(absl::StatusCode::kFailedPrecondition, Reason::kResumeWindowPassed,
                     "request.signing_time", "the request was signed more than 24 hours ago");
  }
  SIGNET_RETURN_IF_ERROR(
      CheckSignatureForm(input.algorithm, start.seed_signature(), "seed_signature"));
  SIGNET_RETURN_IF_ERROR(
      preparation.signer.Verify(context_, preparation.now, preparation.request().string_to_sign,
                                *UnpaddedSignature(input.algorithm, start.seed_signature())));
  signer_ = std::move(preparation.signer);
  grants_ = preparation.grants;
  chain_ = {.algorithm = input.algorithm,
            .amz_date = preparation.request().amz_date,
            .credential_scope = preparation.request().credential_scope};
  sequence_ = PayloadSequence(input.payload.mode, input.request.headers);
  SIGNET_RETURN_IF_ERROR(TakePrevious(start));
  is_started_ = true;
  response->set_credential_version(signer_.version->id);
  return absl::OkStatus();
}

absl::Status PayloadSession::TakePrevious(const v1::SignPayloadStart& start) {
  previous_signature_ = std::string(*UnpaddedSignature(signer_.algorithm, start.seed_signature()));
  if (start.previous_signature().empty()) {
    return absl::OkStatus();
  }
  sequence_.Resume();
  SIGNET_RETURN_IF_ERROR(
      CheckSignatureForm(signer_.algorithm, start.previous_signature(), "previous_signature"));
  previous_signature_ =
      std::string(*UnpaddedSignature(signer_.algorithm, start.previous_signature()));
  return absl::OkStatus();
}

absl::Status PayloadSession::SignChunk(const v1::ChunkHash& chunk,
                                       v1::SignPayloadResponse* response) {
  SIGNET_ASSIGN_OR_RETURN(const Sha256Digest sha256,
                          ParseSha256(chunk.sha256(), Reason::kInvalidChunk, "sha256"));
  SIGNET_RETURN_IF_ERROR(sequence_.TakeChunk(sha256, chunk.length()));
  ChunkStringToSign(chain_, previous_signature_, sha256, &string_to_sign_);
  return Continue(context_.clock->Now(), signer_, response);
}

absl::Status PayloadSession::SignTrailer(const v1::TrailerHeaders& trailer,
                                         v1::SignPayloadResponse* response) {
  const std::vector<HeaderView> headers = ToHeaderViews(trailer.headers());
  SIGNET_RETURN_IF_ERROR(sequence_.TakeTrailer(headers));
  TrailerStringToSign(chain_, previous_signature_, TrailerSha256(headers), &string_to_sign_);
  return Continue(context_.clock->Now(), signer_, response);
}

absl::Status PayloadSession::SignEvent(const CallContext& call, const v1::EventHash& event,
                                       v1::SignPayloadResponse* response) {
  SIGNET_ASSIGN_OR_RETURN(const Sha256Digest sha256,
                          ParseSha256(event.sha256(), Reason::kInvalidChunk, "sha256"));
  SIGNET_RETURN_IF_ERROR(sequence_.TakeEvent(sha256));
  std::optional<absl::Time> own;
  if (event.has_event_time()) {
    SIGNET_ASSIGN_OR_RETURN(own, ParseInstant(event.event_time(), "event_time"));
  }
  const absl::Time now = context_.clock->Now();
  SIGNET_ASSIGN_OR_RETURN(const absl::Time event_time,
                          ChooseSigningTime(call, own, now, grants_, "event_time"));
  SIGNET_RETURN_IF_ERROR(CheckHoldsAt(event_time, signer_.version->value.expires));
  KeySigner signer = signer_;
  signer.scope.date = ScopeDate(event_time);
  const std::string scope = CredentialScopeText(signer.scope, signer.algorithm);
  *response->mutable_event_time() = ToTimestamp(event_time);
  EventStringToSign(event_time, scope, previous_signature_, sha256, &string_to_sign_);
  return Continue(now, signer, response);
}

absl::Status PayloadSession::Continue(absl::Time now, const KeySigner& signer,
                                      v1::SignPayloadResponse* response) {
  SIGNET_RETURN_IF_ERROR(signer.Sign(context_, now, string_to_sign_, &previous_signature_));
  context_.metrics->CountSignature(Operation::kSignPayload);
  response->set_signature(PadChunkSignature(signer.algorithm, previous_signature_));
  return absl::OkStatus();
}

}  // namespace signet
