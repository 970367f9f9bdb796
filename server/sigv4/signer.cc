// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/sigv4/signer.h"

#include <charconv>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"
#include "server/base/utf8.h"
#include "server/sigv4/caller_headers.h"
#include "server/sigv4/canonical_request.h"
#include "server/sigv4/credential_scope.h"
#include "server/sigv4/sendable_url.h"
#include "server/sigv4/sign_scratch.h"
#include "server/sigv4/signing_parameters.h"
#include "server/sigv4/text.h"
#include "server/sigv4/timestamp.h"

namespace signet {
namespace {

// Whether the payload hash is sent as a header.
bool SendsPayloadHash(const SigningInput& input) {
  const bool is_plain_hash = input.payload.mode == PayloadMode::kSha256;
  const PayloadHashHeaderRule rule = input.profile->payload_hash_header;
  if (input.placement == Placement::kQuery) {
    // Presigned URLs of these targets stand for UNSIGNED-PAYLOAD unless they
    // are told otherwise; a header is what all of them read.
    return is_plain_hash && !input.presign_profile->payload_hash_in_query &&
           (rule == PayloadHashHeaderRule::kAlways ||
            rule == PayloadHashHeaderRule::kAbsentMeansUnsigned);
  }
  if (input.payload_hash_header == PayloadHashHeader::kAlways) {
    return true;
  }
  switch (rule) {
    case PayloadHashHeaderRule::kAlways:
    case PayloadHashHeaderRule::kAlwaysUnsigned:
      return true;
    case PayloadHashHeaderRule::kAbsentMeansUnsigned:
      return input.payload.mode != PayloadMode::kUnsigned;
    case PayloadHashHeaderRule::kWhenAsked:
      return !is_plain_hash;
  }
  return true;
}

}  // namespace

// Prepares one request in a scratch. Lives for one call.
class SigningRun {
 public:
  SigningRun(const SigningInput& input, SignScratch* scratch)
      : input_(input),
        scratch_(*scratch),
        arena_(scratch->arena_),
        caller_(scratch->caller_),
        prepared_(scratch->prepared_) {}

  absl::Status Prepare() && {
    arena_.Reset();
    scratch_.header_count_ = 0;
    payload_hash_ = PayloadHash(input_.payload, input_.algorithm, &arena_);
    amz_date_ = scratch_.AmzDateOf(input_.signing_time);
    prepared_.algorithm = input_.algorithm;
    prepared_.placement = input_.placement;
    AssignText(&prepared_.access_key_id, input_.access_key_id);
    AssignText(&prepared_.amz_date, amz_date_);
    CredentialScopeText(amz_date_.substr(0, kScopeDateBytes), input_.region, input_.service,
                        input_.algorithm, &prepared_.credential_scope);
    prepared_.url_suffix.clear();
    SIGNET_RETURN_IF_ERROR(DealHeaders(input_, payload_hash_, &arena_, &caller_));
    SIGNET_RETURN_IF_ERROR(ReadQuery());
    AddHeaders();
    CanonicalizeSignedHeaders();
    AddSentHeaders();
    if (input_.placement == Placement::kQuery) {
      SIGNET_RETURN_IF_ERROR(HoistHeaders());
      AddParameters();
    }
    return Join();
  }

 private:
  absl::Status ReadQuery() {
    std::vector<QueryParameterView>& parameters = scratch_.parameters_;
    SIGNET_RETURN_IF_ERROR(ParseQuery(input_.request.url.query, &arena_, &parameters));
    scratch_.encoded_.clear();
    for (const QueryParameterView& parameter : parameters) {
      if (IsSigningParameter(parameter.name)) {
        return InvalidField(Reason::kSigningParameterPresent, "url",
                            absl::StrCat("query parameter ", parameter.name,
                                         " is set by signing; send the url without it"));
      }
      if (absl::EqualsIgnoreCase(parameter.name, kContentSha256Parameter)) {
        if (parameter.value != payload_hash_) {
          return InvalidField(
              Reason::kInvalidPayloadHash, "url",
              absl::StrCat("X-Amz-Content-Sha256 is not the payload's ", payload_hash_));
        }
        has_payload_hash_parameter_ = input_.placement == Placement::kQuery;
      }
      Encode(parameter.name, parameter.value);
    }
    own_parameters_ = parameters.size();
    const std::optional<absl::string_view> repeated = RepeatedAmzParameter(parameters, &arena_);
    return repeated.has_value()
               ? InvalidField(Reason::kInvalidUrl, "url",
                              absl::StrCat("query parameter ", *repeated, " is given twice"))
               : absl::OkStatus();
  }

  // What signing adds to the headers and signs.
  void AddHeaders() {
    const bool is_header = input_.placement == Placement::kHeader;
    if (is_header) {
      scratch_.AddHeader(kAmzDateHeader, amz_date_);
    }
    if (!caller_.has_payload_hash && !has_payload_hash_parameter_ && SendsPayloadHash(input_)) {
      scratch_.AddHeader(kAmzContentSha256Header, payload_hash_);
    }
    if (!is_header) {
      return;
    }
    if (input_.algorithm == Algorithm::kSigV4a) {
      scratch_.AddHeader(kAmzRegionSetHeader, input_.region_set);
    }
    if (!input_.session_token.empty() && input_.token_placement == TokenPlacement::kSigned) {
      scratch_.AddHeader(TokenHeaderName(), input_.session_token);
    }
  }

  void CanonicalizeSignedHeaders() {
    std::vector<SignedHeader>& all = scratch_.signed_headers_;
    all.clear();
    for (const CallerHeader& header : caller_.signed_headers) {
      all.push_back({header.lower_case_name, header.header.value});
    }
    all.push_back({kHostHeader, caller_.host});
    for (size_t i = 0; i < scratch_.header_count_; ++i) {
      all.push_back({prepared_.headers[i].name, prepared_.headers[i].value});
    }
    CanonicalizeHeaders(absl::MakeSpan(all), &scratch_.canonical_headers_);
    AssignText(&prepared_.signed_headers, scratch_.canonical_headers_.signed_headers);
  }

  // What the caller gets beyond that: for a presigned URL its own headers too, in
  // header placement also a token that is not signed.
  void AddSentHeaders() {
    if (input_.placement == Placement::kQuery) {
      for (const CallerHeader& header : caller_.signed_headers) {
        scratch_.AddHeader(header.header.name, header.header.value);
      }
      if (caller_.host_is_unusual) {
        scratch_.AddHeader(kHostHeader, caller_.host);
      }
    } else if (!input_.session_token.empty() &&
               input_.token_placement == TokenPlacement::kAfterSigning) {
      scratch_.AddHeader(TokenHeaderName(), input_.session_token);
    }
    scratch_.EndHeaders();
  }

  // Moves headers into the query. Several of one name become one parameter, as
  // they are one header.
  absl::Status HoistHeaders() {
    std::vector<QueryParameterView>& hoisted = scratch_.hoisted_;
    hoisted.clear();
    for (const CallerHeader& header : caller_.hoisted) {
      const absl::string_view value = CanonicalValue(header.header.value, &arena_);
      const bool is_lower_cased =
          MatchesHeaderName(header.lower_case_name, input_.presign_profile->lower_cased);
      const absl::string_view name = is_lower_cased ? header.lower_case_name : header.header.name;
      QueryParameterView* const earlier = Find(absl::MakeSpan(hoisted), name);
      if (earlier != nullptr) {
        earlier->value = JoinText(&arena_, earlier->value, ",", value);
      } else {
        hoisted.push_back({name, value});
      }
    }
    for (const QueryParameterView& parameter : hoisted) {
      if (Find(absl::MakeSpan(scratch_.parameters_), parameter.name) != nullptr) {
        return InvalidField(
            Reason::kInvalidHeader, "headers",
            absl::StrCat("header ", parameter.name, " moves into the query, which has it already"));
      }
      if (!IsUtf8(parameter.value)) {
        return InvalidField(
            Reason::kInvalidHeader, "headers",
            absl::StrCat("header ", parameter.name, " moves into the query, but is not UTF-8"));
      }
      Encode(parameter.name, parameter.value);
    }
    return absl::OkStatus();
  }

  static QueryParameterView* Find(absl::Span<QueryParameterView> parameters,
                                  absl::string_view name) {
    for (QueryParameterView& parameter : parameters) {
      if (absl::EqualsIgnoreCase(parameter.name, name)) {
        return &parameter;
      }
    }
    return nullptr;
  }

  // What signing adds to the query, but for the signature.
  void AddParameters() {
    Encode(kAlgorithmParameter, AlgorithmName(input_.algorithm));
    if (input_.presign_profile->payload_hash_in_query && !caller_.has_payload_hash &&
        !has_payload_hash_parameter_) {
      Encode(kContentSha256Parameter, payload_hash_);
    }
    Encode(kCredentialParameter,
           JoinText(&arena_, input_.access_key_id, "/", prepared_.credential_scope));
    Encode(kDateParameter, amz_date_);
    Encode(kExpiresParameter, Decimal(absl::ToInt64Seconds(input_.expires_in)));
    if (input_.algorithm == Algorithm::kSigV4a) {
      Encode(kRegionSetParameter, input_.region_set);
    }
    if (!input_.session_token.empty()) {
      if (input_.token_placement == TokenPlacement::kSigned) {
        Encode(TokenParameterName(), input_.session_token);
      } else {
        AssignText(&prepared_.url_suffix, "&", TokenParameterName(), "=",
                   UriEncode(input_.session_token, &arena_));
      }
    }
    Encode(kSignedHeadersParameter, prepared_.signed_headers);
  }

  absl::string_view Decimal(int64_t number) {
    constexpr size_t kMaxDigits = 20;
    char* const begin = arena_.Room(kMaxDigits);
    return arena_.Keep(std::to_chars(begin, begin + kMaxDigits, number).ptr);
  }

  void Encode(absl::string_view name, absl::string_view value) {
    scratch_.encoded_.push_back({UriEncode(name, &arena_), UriEncode(value, &arena_)});
  }

  // Puts canonical request, string to sign and URL together.
  absl::Status Join() {
    // Before the canonical query string sorts them.
    const absl::string_view added_query =
        JoinParameters(absl::MakeConstSpan(scratch_.encoded_).subspan(own_parameters_), &arena_);
    SIGNET_ASSIGN_OR_RETURN(const absl::string_view uri,
                            CanonicalUri(input_.request.url.path, *input_.profile, &arena_));
    CanonicalRequest(input_.request.method, uri,
                     CanonicalQueryString(absl::MakeSpan(scratch_.encoded_), &arena_),
                     scratch_.canonical_headers_, payload_hash_, &prepared_.canonical_request);
    StringToSign(AlgorithmName(input_.algorithm), amz_date_, prepared_.credential_scope,
                 prepared_.canonical_request, &prepared_.string_to_sign);
    SendableUrl(input_.request.url, input_.profile->path_style, added_query, &arena_,
                &prepared_.url);
    return absl::OkStatus();
  }

  absl::string_view TokenHeaderName() const {
    return input_.token_header == SigningInput::TokenHeader::kS3SessionToken
               ? kAmzS3SessionTokenHeader
               : kAmzSecurityTokenHeader;
  }

  absl::string_view TokenParameterName() const {
    return input_.token_header == SigningInput::TokenHeader::kS3SessionToken
               ? kS3SessionTokenParameter
               : kSecurityTokenParameter;
  }

  const SigningInput& input_;
  SignScratch& scratch_;
  TextArena& arena_;
  CallerHeaders& caller_;
  PreparedRequest& prepared_;
  absl::string_view payload_hash_;
  absl::string_view amz_date_;
  bool has_payload_hash_parameter_ = false;
  // How many of scratch_.encoded_ are the caller's own.
  size_t own_parameters_ = 0;
};

Payload UnstatedPayload(const TargetProfile& profile, Placement placement) {
  if (placement == Placement::kQuery && profile.path_style == PathStyle::kSingleEncoded) {
    return {.mode = PayloadMode::kUnsigned};
  }
  static const Sha256Digest kOfNothing = Sha256Of("");
  return {.mode = PayloadMode::kSha256, .sha256 = kOfNothing};
}

absl::Status PrepareRequest(const SigningInput& input, SignScratch* scratch) {
  SIGNET_RETURN_IF_ERROR(ValidateSigningInput(input));
  return SigningRun(input, scratch).Prepare();
}

absl::StatusOr<PreparedRequest> PrepareRequest(const SigningInput& input) {
  SignScratch scratch;
  SIGNET_RETURN_IF_ERROR(PrepareRequest(input, &scratch));
  return std::move(scratch.prepared_);
}

void AttachSignature(absl::string_view signature, SignScratch* scratch) {
  PreparedRequest& prepared = scratch->prepared_;
  if (prepared.placement == Placement::kQuery) {
    AppendText(&prepared.url, "&", kSignatureParameter, "=", signature, prepared.url_suffix);
    return;
  }
  Header* const header = scratch->NextHeader();
  AssignText(&header->name, "Authorization");
  AssignText(&header->value, AlgorithmName(prepared.algorithm),
             " Credential=", prepared.access_key_id, "/", prepared.credential_scope,
             ", SignedHeaders=", prepared.signed_headers, ", Signature=", signature);
}

SignedRequest AttachSignature(const PreparedRequest& prepared, absl::string_view signature) {
  SignScratch scratch;
  scratch.prepared_ = prepared;
  scratch.header_count_ = prepared.headers.size();
  AttachSignature(signature, &scratch);
  return {std::move(scratch.prepared_.headers), std::move(scratch.prepared_.url),
          std::string(signature)};
}

}  // namespace signet
