// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/payload.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "absl/types/span.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"
#include "server/digest/hex.h"
#include "server/service/preparation.h"
#include "server/service/validation.h"
#include "server/sigv4/aws_chunked.h"
#include "server/sigv4/effective_expiry.h"
#include "server/sigv4/signing_parameters.h"
#include "server/sigv4/sigv4a.h"
#include "server/sigv4/timestamp.h"

namespace signet {
namespace {

absl::Status InvalidChunk(absl::string_view field, absl::string_view message) {
  return InvalidField(Reason::kInvalidChunk, field, message);
}

// Blames the piece as a whole.
absl::Status OutOfOrder(absl::string_view message) { return InvalidChunk("", message); }

bool IsSignedInPieces(PayloadMode mode) {
  return mode == PayloadMode::kStreamingSigned || mode == PayloadMode::kStreamingSignedTrailer ||
         mode == PayloadMode::kStreamingEvents;
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

// Trailing headers, with field paths of TrailerHeaders.
absl::Status CheckTrailer(absl::Span<const HeaderView> headers) {
  absl::Status status = ValidateTrailer(headers);
  const ErrorDetail detail = GetErrorDetail(status);
  absl::string_view field = detail.field;
  if (!absl::ConsumePrefix(&field, "trailer")) {
    return status;
  }
  return MakeError(status.code(), detail.reason, absl::StrCat("headers", field), status.message());
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

// What the request announces in the header of that name; nothing where it has none.
std::optional<absl::string_view> Announced(const SigningInput& input, absl::string_view name) {
  for (const HeaderView& header : input.request.headers) {
    if (absl::EqualsIgnoreCase(header.name, name)) {
      return absl::StripAsciiWhitespace(header.value);
    }
  }
  return std::nullopt;
}

// In lower case and sorted.
std::vector<std::string> SortedNames(std::vector<std::string> names) {
  for (std::string& name : names) {
    absl::StripAsciiWhitespace(&name);
    absl::AsciiStrToLower(&name);
  }
  std::sort(names.begin(), names.end());
  return names;
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
  if (is_start != (stage_ == Stage::kNotStarted)) {
    return InvalidChunk("start", is_start ? "start came again, allowed is once"
                                          : "the first message must be start");
  }
  if (!is_start) {
    SIGNET_RETURN_IF_ERROR(CheckStillAllowed(call));
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

// The rules may have changed since, or ended.
absl::Status PayloadSession::CheckStillAllowed(const CallContext& call) {
  const uint64_t version = context_.policy->version();
  const absl::Duration now = context_.clock->Monotonic();
  if (version == policy_version_ && now < next_check_) {
    return absl::OkStatus();
  }
  policy_version_ = version;
  next_check_ = now + kRecheckInterval;
  return WithFieldPrefix(CheckAgain(context_, call, request_, Operation::kSignPayload),
                         "start.request");
}

absl::Status PayloadSession::Start(const CallContext& call, const v1::SignPayloadStart& start,
                                   v1::SignPayloadResponse* response) {
  SIGNET_RETURN_IF_ERROR(CheckStart(start));
  // Before the look at the policy, so that no change is missed.
  policy_version_ = context_.policy->version();
  next_check_ = context_.clock->Monotonic() + kRecheckInterval;
  request_ = start.request();
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
  mode_ = input.payload.mode;
  grants_ = preparation.grants;
  chain_ = {.algorithm = input.algorithm,
            .amz_date = preparation.request().amz_date,
            .credential_scope = preparation.request().credential_scope};
  SIGNET_RETURN_IF_ERROR(TakePrevious(start));
  TakeAnnouncements(input);
  stage_ = Stage::kPieces;
  response->set_credential_version(signer_.version->id);
  return absl::OkStatus();
}

absl::Status PayloadSession::TakePrevious(const v1::SignPayloadStart& start) {
  previous_signature_ = std::string(*UnpaddedSignature(signer_.algorithm, start.seed_signature()));
  is_resumed_ = !start.previous_signature().empty();
  if (!is_resumed_) {
    return absl::OkStatus();
  }
  SIGNET_RETURN_IF_ERROR(
      CheckSignatureForm(signer_.algorithm, start.previous_signature(), "previous_signature"));
  previous_signature_ =
      std::string(*UnpaddedSignature(signer_.algorithm, start.previous_signature()));
  return absl::OkStatus();
}

void PayloadSession::TakeAnnouncements(const SigningInput& input) {
  const auto length = Announced(input, kAmzDecodedLengthHeader);
  uint64_t bytes = 0;
  if (length.has_value() && absl::SimpleAtoi(*length, &bytes)) {
    announced_bytes_ = bytes;
  }
  if (const auto trailer = Announced(input, kAmzTrailerHeader); trailer.has_value()) {
    announced_trailer_ = SortedNames(absl::StrSplit(*trailer, ','));
  }
}

// The target would refuse the upload only when all of it is there.
absl::Status PayloadSession::CheckAnnouncedLength(uint64_t length) const {
  if (!announced_bytes_.has_value()) {
    return absl::OkStatus();
  }
  // How much came before this session is not known.
  const bool is_short = length == 0 && !is_resumed_ && signed_bytes_ < *announced_bytes_;
  if (is_short || signed_bytes_ + length > *announced_bytes_) {
    return InvalidChunk("length", absl::StrCat("length is ", length, " after ", signed_bytes_,
                                               " bytes, the request was signed with ",
                                               kAmzDecodedLengthHeader, " ", *announced_bytes_));
  }
  return absl::OkStatus();
}

absl::Status PayloadSession::CheckAnnouncedTrailer(absl::Span<const HeaderView> headers) const {
  if (!announced_trailer_.has_value()) {
    return absl::OkStatus();
  }
  std::vector<std::string> names;
  for (const HeaderView& header : headers) {
    names.emplace_back(header.name);
  }
  names = SortedNames(std::move(names));
  if (names != *announced_trailer_) {
    return InvalidChunk("headers", absl::StrCat("the trailer has ", absl::StrJoin(names, ", "),
                                                ", the request was signed with x-amz-trailer ",
                                                absl::StrJoin(*announced_trailer_, ", ")));
  }
  return absl::OkStatus();
}

absl::Status PayloadSession::CheckChunkOrder(uint64_t length) {
  if (mode_ == PayloadMode::kStreamingEvents) {
    return OutOfOrder("a chunk came, this payload takes events");
  }
  if (stage_ == Stage::kTrailer || stage_ == Stage::kDone) {
    return OutOfOrder("a chunk came after the closing chunk");
  }
  if (length > kMaxPayloadBytes - signed_bytes_) {
    return InvalidField(Reason::kLimitExceeded, "length",
                        absl::StrCat("length is ", length, " after ", signed_bytes_,
                                     " bytes, allowed are ", kMaxPayloadBytes, " in all"));
  }
  SIGNET_RETURN_IF_ERROR(CheckAnnouncedLength(length));
  signed_bytes_ += length;
  if (length == 0) {
    stage_ = mode_ == PayloadMode::kStreamingSignedTrailer ? Stage::kTrailer : Stage::kDone;
    return absl::OkStatus();
  }
  if (stage_ == Stage::kLastPieceSeen) {
    return InvalidChunk("length",
                        absl::StrCat("a chunk of ", length, " bytes came after one under ",
                                     kMinChunkBytes, " bytes, which must be the last with data"));
  }
  if (length < kMinChunkBytes) {
    stage_ = Stage::kLastPieceSeen;
  }
  return absl::OkStatus();
}

absl::Status PayloadSession::SignChunk(const v1::ChunkHash& chunk,
                                       v1::SignPayloadResponse* response) {
  SIGNET_ASSIGN_OR_RETURN(const Sha256Digest sha256,
                          ParseSha256(chunk.sha256(), Reason::kInvalidChunk, "sha256"));
  if ((chunk.length() == 0) != (sha256 == Sha256Of(""))) {
    return InvalidChunk(
        "sha256", absl::StrCat("sha256 and a length of ", chunk.length(), " do not go together"));
  }
  SIGNET_RETURN_IF_ERROR(CheckChunkOrder(chunk.length()));
  ChunkStringToSign(chain_, previous_signature_, sha256, &string_to_sign_);
  return Continue(context_.clock->Now(), signer_, response);
}

absl::Status PayloadSession::SignTrailer(const v1::TrailerHeaders& trailer,
                                         v1::SignPayloadResponse* response) {
  if (mode_ != PayloadMode::kStreamingSignedTrailer) {
    return OutOfOrder("a trailer came, this payload has none");
  }
  // A session that goes on after the closing chunk begins with the trailer.
  const bool may_follow_resume = stage_ == Stage::kPieces && is_resumed_;
  if (stage_ != Stage::kTrailer && !may_follow_resume) {
    return OutOfOrder("the trailer comes once, after the closing chunk");
  }
  if (trailer.headers().empty()) {
    return InvalidField(Reason::kMissingField, "headers", "headers is empty");
  }
  const std::vector<HeaderView> headers = ToHeaderViews(trailer.headers());
  SIGNET_RETURN_IF_ERROR(CheckTrailer(headers));
  SIGNET_RETURN_IF_ERROR(CheckAnnouncedTrailer(headers));
  stage_ = Stage::kDone;
  TrailerStringToSign(chain_, previous_signature_, TrailerSha256(headers), &string_to_sign_);
  return Continue(context_.clock->Now(), signer_, response);
}

absl::Status PayloadSession::SignEvent(const CallContext& call, const v1::EventHash& event,
                                       v1::SignPayloadResponse* response) {
  if (mode_ != PayloadMode::kStreamingEvents) {
    return OutOfOrder("an event came, this payload takes chunks");
  }
  if (stage_ == Stage::kDone) {
    return OutOfOrder("an event came after the closing event");
  }
  SIGNET_ASSIGN_OR_RETURN(const Sha256Digest sha256,
                          ParseSha256(event.sha256(), Reason::kInvalidChunk, "sha256"));
  std::optional<absl::Time> own;
  if (event.has_event_time()) {
    SIGNET_ASSIGN_OR_RETURN(own, ParseInstant(event.event_time(), "event_time"));
  }
  const absl::Time now = context_.clock->Now();
  SIGNET_ASSIGN_OR_RETURN(const absl::Time event_time,
                          ChooseSigningTime(call, own, now, grants_, "event_time"));
  SIGNET_RETURN_IF_ERROR(CheckHoldsAt(event_time, signer_.version->value.expires));
  if (sha256 == Sha256Of("")) {
    stage_ = Stage::kDone;
  }
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
