// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/sigv4/caller_headers.h"

#include <cstddef>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"
#include "server/sigv4/canonical_request.h"
#include "server/sigv4/host.h"
#include "server/sigv4/signing_parameters.h"

namespace signet {
namespace {

std::string Field(size_t index, absl::string_view part) {
  return absl::StrCat("headers[", index, "].", part);
}

// REQUIRES: lower-case name.
bool IsHoisted(absl::string_view name, const PresignProfile& profile) {
  if (profile.hoisting == PresignProfile::Hoisting::kNone || name == kHostHeader) {
    return false;
  }
  if (profile.hoisting != PresignProfile::Hoisting::kAllExcept &&
      !absl::StartsWith(name, kAmzPrefix)) {
    return false;
  }
  if (profile.hoisting == PresignProfile::Hoisting::kAmzHeaders) {
    return true;
  }
  return MatchesHeaderName(name, profile.move) || !MatchesHeaderName(name, profile.stay);
}

bool IsAwsChunked(PayloadMode mode) {
  return mode == PayloadMode::kStreamingSigned || mode == PayloadMode::kStreamingSignedTrailer ||
         mode == PayloadMode::kStreamingUnsignedTrailer;
}

bool IsDecimal(absl::string_view text) {
  return !text.empty() && text.size() <= 19 &&
         text.find_first_not_of("0123456789") == absl::string_view::npos;
}

class Dealer {
 public:
  Dealer(const SigningInput& input, absl::string_view payload_hash, TextArena* arena,
         CallerHeaders* dealt)
      : input_(input), payload_hash_(payload_hash), arena_(*arena), dealt_(*dealt) {}

  absl::Status Deal() && {
    dealt_.signed_headers.clear();
    dealt_.hoisted.clear();
    dealt_.host_is_unusual = false;
    dealt_.has_payload_hash = false;
    for (size_t i = 0; i < input_.request.headers.size(); ++i) {
      SIGNET_RETURN_IF_ERROR(Add(i, input_.request.headers[i]));
    }
    if (IsAwsChunked(input_.payload.mode) && !has_decoded_length_) {
      return InvalidField(Reason::kMissingField, "headers",
                          "no x-amz-decoded-content-length, which an aws-chunked body needs");
    }
    if (!has_host_) {
      dealt_.host = HostOf(input_.request.url, &arena_);
    }
    return absl::OkStatus();
  }

 private:
  absl::Status Add(size_t index, const HeaderView& header) {
    const absl::string_view name = LowerCase(header.name, &arena_);
    if (IsSigningHeader(name)) {
      return InvalidField(
          Reason::kForbiddenHeader, Field(index, "name"),
          absl::StrCat("header ", name, " is set by signing; send the request without it"));
    }
    if (name == kHostHeader) {
      return AddHost(index, header);
    }
    if (IsNeverSigned(name, *input_.profile)) {
      return absl::OkStatus();
    }
    if (name == kAmzContentSha256Header) {
      SIGNET_RETURN_IF_ERROR(AddPayloadHash(index, header));
    }
    if (name == kAmzDecodedLengthHeader) {
      SIGNET_RETURN_IF_ERROR(CheckDecodedLength(index, header));
    }
    const bool is_hoisted =
        input_.placement == Placement::kQuery && IsHoisted(name, *input_.presign_profile);
    (is_hoisted ? dealt_.hoisted : dealt_.signed_headers).push_back({name, header});
    return absl::OkStatus();
  }

  absl::Status AddHost(size_t index, const HeaderView& header) {
    if (has_host_) {
      return InvalidField(Reason::kInvalidHeader, Field(index, "name"), "second host header");
    }
    has_host_ = true;
    dealt_.host = CanonicalValue(header.value, &arena_);
    if (!HostNamesUrl(dealt_.host, input_.request.url)) {
      return InvalidField(
          Reason::kInvalidHeader, Field(index, "value"),
          absl::StrCat("host header is not the host of the url, ", HostOf(input_.request.url)));
    }
    dealt_.host_is_unusual = dealt_.host != HostOf(input_.request.url, &arena_);
    return absl::OkStatus();
  }

  absl::Status AddPayloadHash(size_t index, const HeaderView& header) {
    if (dealt_.has_payload_hash) {
      return InvalidField(Reason::kInvalidHeader, Field(index, "name"),
                          "second x-amz-content-sha256 header");
    }
    dealt_.has_payload_hash = true;
    if (CanonicalValue(header.value, &arena_) != payload_hash_) {
      return InvalidField(
          Reason::kInvalidPayloadHash, Field(index, "value"),
          absl::StrCat("x-amz-content-sha256 is not the payload's ", payload_hash_));
    }
    return absl::OkStatus();
  }

  absl::Status CheckDecodedLength(size_t index, const HeaderView& header) {
    if (has_decoded_length_) {
      return InvalidField(Reason::kInvalidHeader, Field(index, "name"),
                          "second x-amz-decoded-content-length header");
    }
    has_decoded_length_ = true;
    if (!IsDecimal(CanonicalValue(header.value, &arena_))) {
      return InvalidField(Reason::kInvalidHeader, Field(index, "value"),
                          "x-amz-decoded-content-length is not a number of bytes");
    }
    return absl::OkStatus();
  }

  const SigningInput& input_;
  const absl::string_view payload_hash_;
  TextArena& arena_;
  CallerHeaders& dealt_;
  bool has_host_ = false;
  bool has_decoded_length_ = false;
};

}  // namespace

absl::Status DealHeaders(const SigningInput& input, absl::string_view payload_hash,
                         TextArena* arena, CallerHeaders* dealt) {
  return Dealer(input, payload_hash, arena, dealt).Deal();
}

}  // namespace signet
