// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_BASE_ERROR_H_
#define SIGNET_SERVER_BASE_ERROR_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"

namespace signet {

// Why a call failed: a closed set, stable for programs that branch on it. On
// the wire it is google.rpc.ErrorInfo.reason, spelled as ReasonName() says, in
// the domain "signet". Only add; never renumber or rename.
enum class Reason {
  kUnspecified = 0,
  // INVALID_ARGUMENT: the request can never succeed as it is.
  kMissingField,
  kInvalidMethod,
  kInvalidUrl,
  kInvalidHeader,
  kForbiddenHeader,
  kSigningParameterPresent,
  kInvalidRegion,
  kInvalidService,
  kInvalidCredentialName,
  kInvalidSigningTime,
  kInvalidExpiry,
  kInvalidPayload,
  kInvalidPayloadHash,
  kInvalidProfile,
  kInvalidAlgorithm,
  kInvalidChunk,
  kInvalidPostPolicy,
  kInvalidSignature,
  kUnsupportedCombination,
  kLimitExceeded,
  // PERMISSION_DENIED and NOT_FOUND.
  kNotGranted,
  kCredentialNotFound,
  // FAILED_PRECONDITION.
  kCredentialVersionNotHeld,
  kCredentialRevoked,
  kSeedSignatureMismatch,
  kResumeWindowPassed,
  // UNAVAILABLE: trying again later is sensible.
  kCredentialUnavailable,
  kCredentialExpired,
  kShuttingDown,
  // RESOURCE_EXHAUSTED.
  kKeyMemoryExhausted,
  kOverloaded,
  // DEADLINE_EXCEEDED.
  kDeadlineExceeded,
  // Configuration of the server.
  kInvalidConfig,
  // UNAUTHENTICATED.
  kCallerUnknown,
  // INVALID_ARGUMENT again: bytes that are no message.
  kInvalidMessage,
  // RESOURCE_EXHAUSTED again: the rules allow no more calls for now.
  kRateLimited,
  // UNAVAILABLE again: the answer cannot be put on record.
  kAuditUnavailable,
  // UNAUTHENTICATED again: the caller's token.
  kInvalidToken,
  // INVALID_ARGUMENT again: what the request does cannot be told from it.
  kAmbiguousTarget,
  // FAILED_PRECONDITION again: a reload that an operator asked for.
  kReloadRefused,
};

// "INVALID_URL" for kInvalidUrl, and so on; never empty.
absl::string_view ReasonName(Reason reason);

// The reason with that name, kUnspecified for any other text.
Reason ReasonFromName(absl::string_view name);

// What a failed call says beyond its code and message.
struct ErrorDetail {
  Reason reason = Reason::kUnspecified;
  // The path of the offending field in the words of the API, for example
  // "http_request.headers[3].value"; empty where no field is to blame.
  std::string field;
};

// A status with a detail that survives being passed through modules. `message`
// is for people: lower case, no full stop, what came and what is allowed.
absl::Status MakeError(absl::StatusCode code, Reason reason, absl::string_view field,
                       absl::string_view message);

// MakeError with INVALID_ARGUMENT.
absl::Status InvalidField(Reason reason, absl::string_view field, absl::string_view message);

// The detail of a status made above; empty for any other status.
ErrorDetail GetErrorDetail(const absl::Status& status);

// The same error with how long the caller is to wait before it tries again.
absl::Status WithRetryDelay(absl::Status status, absl::Duration delay);

// That delay; zero where there is none.
absl::Duration GetRetryDelay(const absl::Status& status);

// The same error with `prefix` and a '.' before its field path, for callers
// that embed what was checked in a larger message.
absl::Status WithFieldPrefix(const absl::Status& status, absl::string_view prefix);

}  // namespace signet

#endif  // SIGNET_SERVER_BASE_ERROR_H_
