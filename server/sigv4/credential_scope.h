// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SIGV4_CREDENTIAL_SCOPE_H_
#define SIGNET_SERVER_SIGV4_CREDENTIAL_SCOPE_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "server/sigv4/algorithm.h"

namespace signet {

// The last part of every scope.
inline constexpr absl::string_view kScopeTerminator = "aws4_request";

// What a signature holds for. `date` is the UTC date of x-amz-date, "20150830".
// SigV4A scopes have no region.
struct CredentialScope {
  std::string date;
  std::string region;
  std::string service;
};

// "20150830/us-east-1/iam/aws4_request", or without the region for SigV4A.
std::string CredentialScopeText(const CredentialScope& scope, Algorithm algorithm);
// Writes over `out`.
void CredentialScopeText(absl::string_view date, absl::string_view region,
                         absl::string_view service, Algorithm algorithm, std::string* out);

// The scope that the text of an X-Amz-Credential or Credential= value names
// after its access key ID. InvalidArgument, Reason::kInvalidSignature: not
// exactly the parts of `algorithm`'s form, or one of them malformed.
absl::StatusOr<CredentialScope> ParseCredentialScope(absl::string_view text, Algorithm algorithm);

// 1 to 64 of a-z, 0-9 and '-' ("us-east-1", "default", "auto"); upper case and
// '_' are accepted too, since private stores use them.
// InvalidArgument, kInvalidRegion, field "region".
absl::Status ValidateRegion(absl::string_view region);

// A comma-separated region set of SigV4A, each "*", a region, or a region with
// '*' ("us-east-*"); at most 256 bytes. kInvalidRegion, field "region_set".
absl::Status ValidateRegionSet(absl::string_view region_set);

// 1 to 64 of a-z, A-Z, 0-9, '-', '_' and '.'. kInvalidService, field "service".
absl::Status ValidateService(absl::string_view service);

}  // namespace signet

#endif  // SIGNET_SERVER_SIGV4_CREDENTIAL_SCOPE_H_
