// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SIGV4_SIGNING_PARAMETERS_H_
#define SIGNET_SERVER_SIGV4_SIGNING_PARAMETERS_H_

#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "server/sigv4/canonical_request.h"

namespace signet {

// The headers and query parameters that carry a signature.

inline constexpr absl::string_view kAuthorizationHeader = "authorization";
inline constexpr absl::string_view kHostHeader = "host";
inline constexpr absl::string_view kAmzPrefix = "x-amz-";
inline constexpr absl::string_view kAmzDateHeader = "x-amz-date";
inline constexpr absl::string_view kAmzContentSha256Header = "x-amz-content-sha256";
inline constexpr absl::string_view kAmzDecodedLengthHeader = "x-amz-decoded-content-length";
inline constexpr absl::string_view kAmzRegionSetHeader = "x-amz-region-set";
inline constexpr absl::string_view kAmzSecurityTokenHeader = "x-amz-security-token";
inline constexpr absl::string_view kAmzS3SessionTokenHeader = "x-amz-s3session-token";
inline constexpr absl::string_view kAmzTrailerHeader = "x-amz-trailer";

inline constexpr absl::string_view kAlgorithmParameter = "X-Amz-Algorithm";
inline constexpr absl::string_view kCredentialParameter = "X-Amz-Credential";
inline constexpr absl::string_view kDateParameter = "X-Amz-Date";
inline constexpr absl::string_view kExpiresParameter = "X-Amz-Expires";
inline constexpr absl::string_view kSignedHeadersParameter = "X-Amz-SignedHeaders";
inline constexpr absl::string_view kSignatureParameter = "X-Amz-Signature";
inline constexpr absl::string_view kSecurityTokenParameter = "X-Amz-Security-Token";
inline constexpr absl::string_view kS3SessionTokenParameter = "X-Amz-S3session-Token";
inline constexpr absl::string_view kRegionSetParameter = "X-Amz-Region-Set";
inline constexpr absl::string_view kContentSha256Parameter = "X-Amz-Content-Sha256";

// True for a parameter that only signing may set, in any case. Not for
// X-Amz-Content-Sha256, which says what the body is.
bool IsSigningParameter(absl::string_view name);

// True for one of those in exactly its own spelling.
bool IsSigningParameterSpelling(absl::string_view name);

// True for a header that only signing may set: authorization, and the
// parameters above as headers. REQUIRES: lower-case name.
bool IsSigningHeader(absl::string_view lower_case_name);

// The lower-case name of an X-Amz-* parameter that is given twice, in any case;
// nothing when each is given once. Which of two counts, each server decides for
// itself, so neither the signer nor the verifier takes them.
std::optional<std::string> RepeatedAmzParameter(absl::Span<const QueryParameter> parameters);
std::optional<absl::string_view> RepeatedAmzParameter(
    absl::Span<const QueryParameterView> parameters, TextArena* arena);

}  // namespace signet

#endif  // SIGNET_SERVER_SIGV4_SIGNING_PARAMETERS_H_
