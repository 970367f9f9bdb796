// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/sigv4/signer.h"

#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"
#include "server/base/utf8.h"
#include "server/sigv4/caller_headers.h"
#include "server/sigv4/canonical_request.h"
#include "server/sigv4/credential_scope.h"
#include "server/sigv4/sendable_url.h"
#include "server/sigv4/signing_parameters.h"
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

// Builds one PreparedRequest. Lives for one call.
class Preparation {
 public:
  explicit Preparation(const SigningInput& input)
      : input_(input), payload_hash_(PayloadHash(input.payload, input.algorithm)) {}

  absl::StatusOr<PreparedRequest> Prepare() && {
    prepared_.algorithm = input_.algorithm;
    prepared_.placement = input_.placement;
    prepared_.access_key_id = std::string(input_.access_key_id);
    prepared_.amz_date = AmzDate(input_.signing_time);
    prepared_.credential_scope = CredentialScopeText(
        {ScopeDate(input_.signing_time), std::string(input_.region), std::string(input_.service)},
        input_.algorithm);
    SIGNET_ASSIGN_OR_RETURN(caller_, DealHeaders(input_, payload_hash_));
    SIGNET_RETURN_IF_ERROR(ReadQuery());
    AddHeaders();
    const CanonicalHeaders headers = SignedHeaders();
    prepared_.signed_headers = headers.signed_headers;
    if (input_.placement == Placement::kQuery) {
      SIGNET_RETURN_IF_ERROR(HoistHeaders());
      AddParameters();
    }
    SIGNET_ASSIGN_OR_RETURN(const std::string uri,
                            CanonicalUri(input_.request.url.path, *input_.profile));
    prepared_.canonical_request = CanonicalRequest(
        input_.request.method, uri, CanonicalQueryString(parameters_), headers, payload_hash_);
    prepared_.string_to_sign =
        StringToSign(AlgorithmName(input_.algorithm), prepared_.amz_date,
                     prepared_.credential_scope, prepared_.canonical_request);
    prepared_.url = SendableUrl(input_.request.url, input_.profile->path_style, added_query_);
    return std::move(prepared_);
  }

 private:
  absl::Status ReadQuery() {
    SIGNET_ASSIGN_OR_RETURN(parameters_, ParseQuery(input_.request.url.query));
    for (const QueryParameter& parameter : parameters_) {
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
    }
    const std::optional<std::string> repeated = RepeatedAmzParameter(parameters_);
    return repeated.has_value()
               ? InvalidField(Reason::kInvalidUrl, "url",
                              absl::StrCat("query parameter ", *repeated, " is given twice"))
               : absl::OkStatus();
  }

  // What signing adds to the headers.
  void AddHeaders() {
    const bool is_header = input_.placement == Placement::kHeader;
    if (is_header) {
      AddHeader(kAmzDateHeader, prepared_.amz_date);
    }
    if (!caller_.has_payload_hash && !has_payload_hash_parameter_ && SendsPayloadHash(input_)) {
      AddHeader(kAmzContentSha256Header, payload_hash_);
    }
    if (!is_header) {
      return;
    }
    if (input_.algorithm == Algorithm::kSigV4a) {
      AddHeader(kAmzRegionSetHeader, input_.region_set);
    }
    if (!input_.session_token.empty() && input_.token_placement == TokenPlacement::kSigned) {
      AddHeader(TokenHeaderName(), input_.session_token);
    }
  }

  void AddHeader(absl::string_view name, absl::string_view value) {
    prepared_.headers.push_back({std::string(name), std::string(value)});
  }

  // Canonicalises all that is signed. Afterwards `prepared_.headers` is what the
  // caller gets: for a presigned URL its own headers too, in header placement
  // also a token that is not signed.
  CanonicalHeaders SignedHeaders() {
    std::vector<HeaderView> all = caller_.signed_headers;
    all.reserve(all.size() + prepared_.headers.size() + 1);
    all.push_back({kHostHeader, caller_.host});
    for (const Header& header : prepared_.headers) {
      all.push_back({header.name, header.value});
    }
    CanonicalHeaders canonical = CanonicalizeHeaders(all);
    if (input_.placement == Placement::kQuery) {
      for (const HeaderView& header : caller_.signed_headers) {
        AddHeader(header.name, header.value);
      }
      if (caller_.host_is_unusual) {
        AddHeader(kHostHeader, caller_.host);
      }
    } else if (!input_.session_token.empty() &&
               input_.token_placement == TokenPlacement::kAfterSigning) {
      AddHeader(TokenHeaderName(), input_.session_token);
    }
    return canonical;
  }

  // Moves headers into the query. Several of one name become one parameter, as
  // they are one header.
  absl::Status HoistHeaders() {
    std::vector<QueryParameter> hoisted;
    for (const HeaderView& header : caller_.hoisted) {
      std::string value;
      AppendCanonicalValue(header.value, &value);
      std::string name = absl::AsciiStrToLower(header.name);
      if (!MatchesHeaderName(name, input_.presign_profile->lower_cased)) {
        name = std::string(header.name);
      }
      QueryParameter* const earlier = Find(hoisted, name);
      if (earlier != nullptr) {
        absl::StrAppend(&earlier->value, ",", value);
      } else {
        hoisted.push_back({std::move(name), std::move(value)});
      }
    }
    for (QueryParameter& parameter : hoisted) {
      if (Find(parameters_, parameter.name) != nullptr) {
        return InvalidField(
            Reason::kInvalidHeader, "headers",
            absl::StrCat("header ", parameter.name, " moves into the query, which has it already"));
      }
      if (!IsUtf8(parameter.value)) {
        return InvalidField(
            Reason::kInvalidHeader, "headers",
            absl::StrCat("header ", parameter.name, " moves into the query, but is not UTF-8"));
      }
      AddParameter(parameter.name, parameter.value);
    }
    return absl::OkStatus();
  }

  static QueryParameter* Find(std::vector<QueryParameter>& parameters, absl::string_view name) {
    for (QueryParameter& parameter : parameters) {
      if (absl::EqualsIgnoreCase(parameter.name, name)) {
        return &parameter;
      }
    }
    return nullptr;
  }

  // What signing adds to the query, but for the signature.
  void AddParameters() {
    AddParameter(kAlgorithmParameter, AlgorithmName(input_.algorithm));
    if (input_.presign_profile->payload_hash_in_query && !caller_.has_payload_hash &&
        !has_payload_hash_parameter_) {
      AddParameter(kContentSha256Parameter, payload_hash_);
    }
    AddParameter(kCredentialParameter,
                 absl::StrCat(input_.access_key_id, "/", prepared_.credential_scope));
    AddParameter(kDateParameter, prepared_.amz_date);
    AddParameter(kExpiresParameter, absl::StrCat(absl::ToInt64Seconds(input_.expires_in)));
    if (input_.algorithm == Algorithm::kSigV4a) {
      AddParameter(kRegionSetParameter, input_.region_set);
    }
    if (!input_.session_token.empty()) {
      if (input_.token_placement == TokenPlacement::kSigned) {
        AddParameter(TokenParameterName(), input_.session_token);
      } else {
        prepared_.url_suffix =
            absl::StrCat("&", TokenParameterName(), "=", UriEncode(input_.session_token));
      }
    }
    AddParameter(kSignedHeadersParameter, prepared_.signed_headers);
  }

  void AddParameter(absl::string_view name, absl::string_view value) {
    absl::StrAppend(&added_query_, added_query_.empty() ? "" : "&", UriEncode(name), "=",
                    UriEncode(value));
    parameters_.push_back({std::string(name), std::string(value)});
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
  const std::string payload_hash_;
  CallerHeaders caller_;
  std::vector<QueryParameter> parameters_;
  bool has_payload_hash_parameter_ = false;
  // The parameters that signing adds, encoded.
  std::string added_query_;
  PreparedRequest prepared_;
};

}  // namespace

Payload UnstatedPayload(const TargetProfile& profile, Placement placement) {
  if (placement == Placement::kQuery && profile.path_style == PathStyle::kSingleEncoded) {
    return {.mode = PayloadMode::kUnsigned};
  }
  return {.mode = PayloadMode::kSha256, .sha256 = Sha256Of("")};
}

absl::StatusOr<PreparedRequest> PrepareRequest(const SigningInput& input) {
  SIGNET_RETURN_IF_ERROR(ValidateSigningInput(input));
  return Preparation(input).Prepare();
}

SignedRequest AttachSignature(const PreparedRequest& prepared, absl::string_view signature) {
  SignedRequest out;
  out.headers = prepared.headers;
  out.signature = std::string(signature);
  if (prepared.placement == Placement::kQuery) {
    out.url =
        absl::StrCat(prepared.url, "&", kSignatureParameter, "=", signature, prepared.url_suffix);
    return out;
  }
  out.url = prepared.url;
  out.headers.push_back(
      {"Authorization",
       absl::StrCat(AlgorithmName(prepared.algorithm), " Credential=", prepared.access_key_id, "/",
                    prepared.credential_scope, ", SignedHeaders=", prepared.signed_headers,
                    ", Signature=", signature)});
  return out;
}

}  // namespace signet
