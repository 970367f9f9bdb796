// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SIGV4_SIGNATURE_SOURCE_H_
#define SIGNET_SERVER_SIGV4_SIGNATURE_SOURCE_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "server/sigv4/algorithm.h"
#include "server/sigv4/canonical_request.h"
#include "server/sigv4/http_request.h"
#include "server/sigv4/signer.h"

namespace signet {

// A header of a received request; views into it, but for the name.
struct ReceivedHeader {
  // Lower case.
  std::string name;
  absl::string_view value;
};

// A received request, its headers and query taken apart.
struct ReceivedRequest {
  std::vector<ReceivedHeader> headers;
  std::vector<QueryParameter> parameters;
};

// InvalidArgument: malformed parts; a signing header, Host or
// x-amz-content-sha256 given twice; an X-Amz-* parameter given twice, in any
// case.
absl::StatusOr<ReceivedRequest> TakeApart(const HttpRequest& request);

// The value of a header, trimmed; nothing when it is absent. REQUIRES:
// lower-case name.
std::optional<std::string> HeaderValue(const ReceivedRequest& request, absl::string_view name);

// The value of a parameter of exactly that name.
std::optional<std::string> ParameterValue(const ReceivedRequest& request, absl::string_view name);

// What a request says about its own signature, not yet checked against the
// rest of it.
struct SignatureSource {
  Placement placement = Placement::kHeader;
  Algorithm algorithm = Algorithm::kSigV4;
  // "AKID/20150830/us-east-1/iam/aws4_request"
  std::string credential;
  std::string signed_headers;
  std::string signature;
  std::string amz_date;
  // kQuery.
  absl::Duration expires_in;
  std::string session_token;
  std::string region_set;
};

// Finds the one place that the signature stands in, the Authorization header or
// the query, and reads it.
//
// InvalidArgument, kInvalidSignature (kInvalidAlgorithm, kInvalidExpiry), field
// "headers" or "url": no signature or both places, an unknown algorithm, a part
// that is missing, repeated or malformed.
absl::StatusOr<SignatureSource> ReadSignatureSource(const ReceivedRequest& request);

}  // namespace signet

#endif  // SIGNET_SERVER_SIGV4_SIGNATURE_SOURCE_H_
