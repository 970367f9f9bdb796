// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/sigv4/signature_source.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"
#include "server/digest/hex.h"
#include "server/sigv4/payload_signature.h"
#include "server/sigv4/signing_parameters.h"

namespace signet {
namespace {

constexpr absl::string_view kHeadersField = "headers";
constexpr absl::string_view kUrlField = "url";

absl::Status Malformed(absl::string_view field, absl::string_view message) {
  return InvalidField(Reason::kInvalidSignature, field, message);
}

// Headers that have one value or none: two would leave it to each reader which
// one counts.
bool IsSingular(absl::string_view name) {
  return name == kHostHeader || name == kAmzContentSha256Header || IsSigningHeader(name);
}

absl::Status CheckRepeatedHeaders(const ReceivedRequest& request) {
  for (size_t i = 0; i < request.headers.size(); ++i) {
    if (!IsSingular(request.headers[i].name)) {
      continue;
    }
    for (size_t k = 0; k < i; ++k) {
      if (request.headers[k].name == request.headers[i].name) {
        return Malformed(absl::StrCat("headers[", i, "].name"),
                         absl::StrCat("second ", request.headers[i].name, " header"));
      }
    }
  }
  return absl::OkStatus();
}

absl::Status CheckRepeatedParameters(const ReceivedRequest& request) {
  const std::optional<std::string> repeated = RepeatedAmzParameter(request.parameters);
  return repeated.has_value()
             ? Malformed(kUrlField, absl::StrCat("second ", *repeated, " parameter"))
             : absl::OkStatus();
}

absl::StatusOr<Algorithm> ParseAlgorithm(absl::string_view name, absl::string_view field) {
  for (const Algorithm algorithm : {Algorithm::kSigV4, Algorithm::kSigV4a}) {
    if (name == AlgorithmName(algorithm)) {
      return algorithm;
    }
  }
  return InvalidField(Reason::kInvalidAlgorithm, field,
                      "algorithm is neither AWS4-HMAC-SHA256 nor AWS4-ECDSA-P256-SHA256");
}

absl::Status CheckSignature(const SignatureSource& source, absl::string_view field) {
  if (source.algorithm == Algorithm::kSigV4) {
    return IsSha256Hex(source.signature)
               ? absl::OkStatus()
               : Malformed(field, "signature is not 64 lower-case hex digits");
  }
  if (source.signature.empty() || source.signature.size() % 2 != 0 ||
      source.signature.size() > kSigv4aPaddedSignatureLength ||
      source.signature.find_first_not_of("0123456789abcdef") != std::string::npos) {
    return Malformed(field, "signature is not lower-case hex of at most 72 bytes");
  }
  return absl::OkStatus();
}

// Puts the value of `part` ("Credential=...") into its field, once.
absl::Status TakePart(absl::string_view part, absl::string_view prefix, std::string* out) {
  if (!out->empty() || part.size() == prefix.size()) {
    return Malformed(kHeadersField,
                     absl::StrCat("authorization header has an empty or second ", prefix));
  }
  *out = std::string(part.substr(prefix.size()));
  return absl::OkStatus();
}

// "AWS4-HMAC-SHA256 Credential=..., SignedHeaders=..., Signature=...", in any
// order, the blank after ',' left out or not.
absl::Status ReadAuthorization(absl::string_view value, SignatureSource* source) {
  const std::pair<absl::string_view, absl::string_view> split =
      absl::StrSplit(value, absl::MaxSplits(' ', 1));
  SIGNET_ASSIGN_OR_RETURN(source->algorithm, ParseAlgorithm(split.first, kHeadersField));
  for (absl::string_view part : absl::StrSplit(split.second, ',')) {
    part = absl::StripAsciiWhitespace(part);
    if (absl::StartsWith(part, "Credential=")) {
      SIGNET_RETURN_IF_ERROR(TakePart(part, "Credential=", &source->credential));
    } else if (absl::StartsWith(part, "SignedHeaders=")) {
      SIGNET_RETURN_IF_ERROR(TakePart(part, "SignedHeaders=", &source->signed_headers));
    } else if (absl::StartsWith(part, "Signature=")) {
      SIGNET_RETURN_IF_ERROR(TakePart(part, "Signature=", &source->signature));
    } else {
      return Malformed(kHeadersField,
                       "authorization header holds more than Credential, SignedHeaders and "
                       "Signature");
    }
  }
  if (source->credential.empty() || source->signed_headers.empty() || source->signature.empty()) {
    return Malformed(kHeadersField,
                     "authorization header lacks Credential, SignedHeaders or Signature");
  }
  return absl::OkStatus();
}

absl::StatusOr<SignatureSource> ReadHeaders(const ReceivedRequest& request,
                                            absl::string_view authorization) {
  SignatureSource source;
  source.placement = Placement::kHeader;
  SIGNET_RETURN_IF_ERROR(ReadAuthorization(authorization, &source));
  SIGNET_RETURN_IF_ERROR(CheckSignature(source, kHeadersField));
  const std::optional<std::string> date = HeaderValue(request, kAmzDateHeader);
  if (!date.has_value()) {
    return Malformed(kHeadersField, "no x-amz-date header");
  }
  source.amz_date = *date;
  const std::optional<std::string> token = HeaderValue(request, kAmzSecurityTokenHeader);
  const std::optional<std::string> s3_token = HeaderValue(request, kAmzS3SessionTokenHeader);
  if (token.has_value() && s3_token.has_value()) {
    return Malformed(kHeadersField, "two kinds of session token");
  }
  source.session_token = token.has_value() ? *token : s3_token.value_or("");
  source.region_set = HeaderValue(request, kAmzRegionSetHeader).value_or("");
  return source;
}

// Strictly decimal, no sign, no leading zero.
absl::StatusOr<absl::Duration> ParseExpires(absl::string_view text) {
  int64_t seconds = 0;
  const bool is_number = !text.empty() && text.size() <= 6 && text[0] != '0' &&
                         text.find_first_not_of("0123456789") == absl::string_view::npos &&
                         absl::SimpleAtoi(text, &seconds);
  if (!is_number || absl::Seconds(seconds) > kMaxExpiry) {
    return InvalidField(Reason::kInvalidExpiry, kUrlField,
                        "X-Amz-Expires is not a number from 1 to 604800");
  }
  return absl::Seconds(seconds);
}

absl::Status CheckParameterSpelling(const ReceivedRequest& request) {
  for (const QueryParameter& parameter : request.parameters) {
    if (IsSigningParameter(parameter.name) && !IsSigningParameterSpelling(parameter.name)) {
      return Malformed(kUrlField, "signing parameter in another case than X-Amz-...");
    }
  }
  return absl::OkStatus();
}

absl::Status TakeParameter(const ReceivedRequest& request, absl::string_view name,
                           std::string* out) {
  std::optional<std::string> value = ParameterValue(request, name);
  if (!value.has_value() || value->empty()) {
    return Malformed(kUrlField, absl::StrCat("no ", name, " parameter"));
  }
  *out = *std::move(value);
  return absl::OkStatus();
}

absl::StatusOr<SignatureSource> ReadParameters(const ReceivedRequest& request) {
  SIGNET_RETURN_IF_ERROR(CheckParameterSpelling(request));
  for (const ReceivedHeader& header : request.headers) {
    if (IsSigningHeader(header.name)) {
      return Malformed(kHeadersField,
                       absl::StrCat("header ", header.name, " beside a signature in the query"));
    }
  }
  SignatureSource source;
  source.placement = Placement::kQuery;
  std::string algorithm;
  std::string expires;
  SIGNET_RETURN_IF_ERROR(TakeParameter(request, kAlgorithmParameter, &algorithm));
  SIGNET_ASSIGN_OR_RETURN(source.algorithm, ParseAlgorithm(algorithm, kUrlField));
  SIGNET_RETURN_IF_ERROR(TakeParameter(request, kCredentialParameter, &source.credential));
  SIGNET_RETURN_IF_ERROR(TakeParameter(request, kDateParameter, &source.amz_date));
  SIGNET_RETURN_IF_ERROR(TakeParameter(request, kExpiresParameter, &expires));
  SIGNET_ASSIGN_OR_RETURN(source.expires_in, ParseExpires(expires));
  SIGNET_RETURN_IF_ERROR(TakeParameter(request, kSignedHeadersParameter, &source.signed_headers));
  SIGNET_RETURN_IF_ERROR(TakeParameter(request, kSignatureParameter, &source.signature));
  SIGNET_RETURN_IF_ERROR(CheckSignature(source, kUrlField));
  const std::optional<std::string> token = ParameterValue(request, kSecurityTokenParameter);
  const std::optional<std::string> s3_token = ParameterValue(request, kS3SessionTokenParameter);
  if (token.has_value() && s3_token.has_value()) {
    return Malformed(kUrlField, "two kinds of session token");
  }
  source.session_token = token.has_value() ? *token : s3_token.value_or("");
  source.region_set = ParameterValue(request, kRegionSetParameter).value_or("");
  return source;
}

}  // namespace

absl::StatusOr<ReceivedRequest> TakeApart(const HttpRequest& request) {
  SIGNET_RETURN_IF_ERROR(ValidateHttpRequest(request, kSignedLimits));
  ReceivedRequest received;
  for (const HeaderView& header : request.headers) {
    received.headers.push_back({absl::AsciiStrToLower(header.name), header.value});
  }
  SIGNET_ASSIGN_OR_RETURN(received.parameters, ParseQuery(request.url.query));
  SIGNET_RETURN_IF_ERROR(CheckRepeatedHeaders(received));
  SIGNET_RETURN_IF_ERROR(CheckRepeatedParameters(received));
  return received;
}

std::optional<std::string> HeaderValue(const ReceivedRequest& request, absl::string_view name) {
  for (const ReceivedHeader& header : request.headers) {
    if (header.name == name) {
      std::string value;
      AppendCanonicalValue(header.value, &value);
      return value;
    }
  }
  return std::nullopt;
}

std::optional<std::string> ParameterValue(const ReceivedRequest& request, absl::string_view name) {
  for (const QueryParameter& parameter : request.parameters) {
    if (parameter.name == name) {
      return parameter.value;
    }
  }
  return std::nullopt;
}

absl::StatusOr<SignatureSource> ReadSignatureSource(const ReceivedRequest& request) {
  const std::optional<std::string> authorization = HeaderValue(request, kAuthorizationHeader);
  const bool in_query = std::any_of(
      request.parameters.begin(), request.parameters.end(),
      [](const QueryParameter& parameter) { return IsSigningParameter(parameter.name); });
  if (authorization.has_value() && in_query) {
    return Malformed(kHeadersField, "signature both in the authorization header and in the query");
  }
  if (authorization.has_value()) {
    return ReadHeaders(request, *authorization);
  }
  if (in_query) {
    return ReadParameters(request);
  }
  return Malformed(kHeadersField, "no signature in an authorization header or the query");
}

}  // namespace signet
