// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SERVICE_VALIDATION_H_
#define SIGNET_SERVER_SERVICE_VALIDATION_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "google/protobuf/duration.pb.h"
#include "google/protobuf/repeated_ptr_field.h"
#include "google/protobuf/timestamp.pb.h"
#include "server/base/error.h"
#include "server/digest/sha256.h"
#include "server/sigv4/signer.h"
#include "signet/v1/signing.pb.h"

namespace signet {

// Fields of the API as values of the domain. All errors are InvalidArgument with
// the path of the field in the message at hand.

// 16 lower-case hex digits, or empty. kInvalidCredentialName, field
// "credential_version".
absl::Status ValidateCredentialVersionId(absl::string_view id);

// Whole seconds from 1970 to 9999. kInvalidSigningTime.
absl::StatusOr<absl::Time> ParseInstant(const google::protobuf::Timestamp& timestamp,
                                        absl::string_view field);

// The timestamp of an instant, whole seconds.
google::protobuf::Timestamp ToTimestamp(absl::Time time);

// Whole seconds from 1 to 604,800. kInvalidExpiry.
absl::StatusOr<absl::Duration> ParseExpiry(const google::protobuf::Duration* expires_in,
                                           absl::string_view field);

// 32 bytes. kInvalidPayloadHash for `reason`, or the reason of the message the
// hash is part of.
absl::StatusOr<Sha256Digest> ParseSha256(absl::string_view bytes, Reason reason,
                                         absl::string_view field);

std::vector<HeaderView> ToHeaderViews(
    const google::protobuf::RepeatedPtrField<v1::Header>& headers);

// Puts the fields that signing blames ("url", "headers[1].value", "expires_in")
// below the message of SignRequestRequest that holds them.
absl::Status WithRequestFieldPath(const absl::Status& status);

// A SignRequestRequest whose fields are well-formed, each by itself. Views into
// the message, which outlives it. Can be neither copied nor moved.
struct CheckedRequest {
  CheckedRequest() = default;
  CheckedRequest(const CheckedRequest&) = delete;
  CheckedRequest& operator=(const CheckedRequest&) = delete;

  // All but the signing time, the credential's parts, and expires_in as granted.
  SigningInput input;
  // One region, or the members of the region set: what policy is asked about.
  std::vector<absl::string_view> regions;
  // The caller's own.
  std::optional<absl::Time> signing_time;

  // What `input` refers to.
  std::vector<HeaderView> headers;
  std::string region_set;
};

// Fills `checked`. What depends on the combination of fields is left to
// PrepareRequest().
absl::Status CheckRequest(const v1::SignRequestRequest& request, CheckedRequest* checked);

// The request of a message and its headers, which must outlive the result.
absl::Status CheckHttpRequest(const v1::HttpRequest& message, const HttpLimits& limits,
                              std::vector<HeaderView>* headers, HttpRequest* request);

}  // namespace signet

#endif  // SIGNET_SERVER_SERVICE_VALIDATION_H_
