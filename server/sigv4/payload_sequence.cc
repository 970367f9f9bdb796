// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/sigv4/payload_sequence.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"
#include "server/sigv4/aws_chunked.h"
#include "server/sigv4/payload_signature.h"
#include "server/sigv4/signing_parameters.h"

namespace signet {
namespace {

absl::Status InvalidChunk(absl::string_view field, absl::string_view message) {
  return InvalidField(Reason::kInvalidChunk, field, message);
}

// Blames the piece as a whole.
absl::Status OutOfOrder(absl::string_view message) { return InvalidChunk("", message); }

// What the request announces in the header of that name; nothing where it has none.
std::optional<absl::string_view> Announced(absl::Span<const HeaderView> headers,
                                           absl::string_view name) {
  for (const HeaderView& header : headers) {
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

// Trailing headers, with field paths as TakeTrailer() has them.
absl::Status CheckTrailer(absl::Span<const HeaderView> headers) {
  absl::Status status = ValidateTrailer(headers);
  const ErrorDetail detail = GetErrorDetail(status);
  absl::string_view field = detail.field;
  if (!absl::ConsumePrefix(&field, "trailer")) {
    return status;
  }
  return MakeError(status.code(), detail.reason, absl::StrCat("headers", field), status.message());
}

}  // namespace

bool IsSignedInPieces(PayloadMode mode) {
  return mode == PayloadMode::kStreamingSigned || mode == PayloadMode::kStreamingSignedTrailer ||
         mode == PayloadMode::kStreamingEvents;
}

PayloadSequence::PayloadSequence(PayloadMode mode, absl::Span<const HeaderView> headers)
    : stage_(Stage::kPieces), mode_(mode) {
  const auto length = Announced(headers, kAmzDecodedLengthHeader);
  uint64_t bytes = 0;
  if (length.has_value() && absl::SimpleAtoi(*length, &bytes)) {
    announced_bytes_ = bytes;
  }
  if (const auto trailer = Announced(headers, kAmzTrailerHeader); trailer.has_value()) {
    announced_trailer_ = SortedNames(absl::StrSplit(*trailer, ','));
  }
}

absl::Status PayloadSequence::CheckAnnouncedLength(uint64_t length) const {
  if (!announced_bytes_.has_value()) {
    return absl::OkStatus();
  }
  // How much came before a resumption is not known.
  const bool is_short = length == 0 && !is_resumed_ && taken_bytes_ < *announced_bytes_;
  if (is_short || taken_bytes_ + length > *announced_bytes_) {
    return InvalidChunk("length", absl::StrCat("length is ", length, " after ", taken_bytes_,
                                               " bytes, the request was signed with ",
                                               kAmzDecodedLengthHeader, " ", *announced_bytes_));
  }
  return absl::OkStatus();
}

absl::Status PayloadSequence::CheckAnnouncedTrailer(absl::Span<const HeaderView> headers) const {
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

absl::Status PayloadSequence::TakeChunk(const Sha256Digest& sha256, uint64_t length) {
  if ((length == 0) != (sha256 == Sha256Of(""))) {
    return InvalidChunk("sha256",
                        absl::StrCat("sha256 and a length of ", length, " do not go together"));
  }
  if (mode_ == PayloadMode::kStreamingEvents) {
    return OutOfOrder("a chunk came, this payload takes events");
  }
  if (stage_ == Stage::kTrailer || stage_ == Stage::kDone) {
    return OutOfOrder("a chunk came after the closing chunk");
  }
  if (length > kMaxPayloadBytes - taken_bytes_) {
    return InvalidField(Reason::kLimitExceeded, "length",
                        absl::StrCat("length is ", length, " after ", taken_bytes_,
                                     " bytes, allowed are ", kMaxPayloadBytes, " in all"));
  }
  SIGNET_RETURN_IF_ERROR(CheckAnnouncedLength(length));
  taken_bytes_ += length;
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

absl::Status PayloadSequence::TakeTrailer(absl::Span<const HeaderView> headers) {
  if (mode_ != PayloadMode::kStreamingSignedTrailer) {
    return OutOfOrder("a trailer came, this payload has none");
  }
  // What goes on after the closing chunk begins with the trailer.
  const bool may_follow_resume = stage_ == Stage::kPieces && is_resumed_;
  if (stage_ != Stage::kTrailer && !may_follow_resume) {
    return OutOfOrder("the trailer comes once, after the closing chunk");
  }
  if (headers.empty()) {
    return InvalidField(Reason::kMissingField, "headers", "headers is empty");
  }
  SIGNET_RETURN_IF_ERROR(CheckTrailer(headers));
  SIGNET_RETURN_IF_ERROR(CheckAnnouncedTrailer(headers));
  stage_ = Stage::kDone;
  return absl::OkStatus();
}

absl::Status PayloadSequence::TakeEvent(const Sha256Digest& sha256) {
  if (mode_ != PayloadMode::kStreamingEvents) {
    return OutOfOrder("an event came, this payload takes chunks");
  }
  if (stage_ == Stage::kDone) {
    return OutOfOrder("an event came after the closing event");
  }
  if (sha256 == Sha256Of("")) {
    stage_ = Stage::kDone;
  }
  return absl::OkStatus();
}

}  // namespace signet
