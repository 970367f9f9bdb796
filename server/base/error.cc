// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/base/error.h"

#include <utility>

#include "absl/strings/cord.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace signet {
namespace {

constexpr absl::string_view kPayloadUrl = "signet/error-detail";
constexpr absl::string_view kRetryPayloadUrl = "signet/retry-delay";

// Reason and field share one payload; neither may hold this byte.
constexpr char kSeparator = '\0';

struct NamedReason {
  Reason reason;
  absl::string_view name;
};

constexpr NamedReason kNames[] = {
    {Reason::kUnspecified, "UNSPECIFIED"},
    {Reason::kMissingField, "MISSING_FIELD"},
    {Reason::kInvalidMethod, "INVALID_METHOD"},
    {Reason::kInvalidUrl, "INVALID_URL"},
    {Reason::kInvalidHeader, "INVALID_HEADER"},
    {Reason::kForbiddenHeader, "FORBIDDEN_HEADER"},
    {Reason::kSigningParameterPresent, "SIGNING_PARAMETER_PRESENT"},
    {Reason::kInvalidRegion, "INVALID_REGION"},
    {Reason::kInvalidService, "INVALID_SERVICE"},
    {Reason::kInvalidCredentialName, "INVALID_CREDENTIAL_NAME"},
    {Reason::kInvalidSigningTime, "INVALID_SIGNING_TIME"},
    {Reason::kInvalidExpiry, "INVALID_EXPIRY"},
    {Reason::kInvalidPayload, "INVALID_PAYLOAD"},
    {Reason::kInvalidPayloadHash, "INVALID_PAYLOAD_HASH"},
    {Reason::kInvalidProfile, "INVALID_PROFILE"},
    {Reason::kInvalidAlgorithm, "INVALID_ALGORITHM"},
    {Reason::kInvalidChunk, "INVALID_CHUNK"},
    {Reason::kInvalidPostPolicy, "INVALID_POST_POLICY"},
    {Reason::kInvalidSignature, "INVALID_SIGNATURE"},
    {Reason::kUnsupportedCombination, "UNSUPPORTED_COMBINATION"},
    {Reason::kLimitExceeded, "LIMIT_EXCEEDED"},
    {Reason::kNotGranted, "NOT_GRANTED"},
    {Reason::kCredentialNotFound, "CREDENTIAL_NOT_FOUND"},
    {Reason::kCredentialVersionNotHeld, "CREDENTIAL_VERSION_NOT_HELD"},
    {Reason::kCredentialRevoked, "CREDENTIAL_REVOKED"},
    {Reason::kSeedSignatureMismatch, "SEED_SIGNATURE_MISMATCH"},
    {Reason::kResumeWindowPassed, "RESUME_WINDOW_PASSED"},
    {Reason::kCredentialUnavailable, "CREDENTIAL_UNAVAILABLE"},
    {Reason::kCredentialExpired, "CREDENTIAL_EXPIRED"},
    {Reason::kShuttingDown, "SHUTTING_DOWN"},
    {Reason::kKeyMemoryExhausted, "KEY_MEMORY_EXHAUSTED"},
    {Reason::kOverloaded, "OVERLOADED"},
    {Reason::kRateLimited, "RATE_LIMITED"},
    {Reason::kDeadlineExceeded, "DEADLINE_EXCEEDED"},
    {Reason::kInvalidConfig, "INVALID_CONFIG"},
    {Reason::kCallerUnknown, "CALLER_UNKNOWN"},
    {Reason::kInvalidMessage, "INVALID_MESSAGE"},
    {Reason::kAuditUnavailable, "AUDIT_UNAVAILABLE"},
    {Reason::kInvalidToken, "INVALID_TOKEN"},
    {Reason::kAmbiguousTarget, "AMBIGUOUS_TARGET"},
    {Reason::kReloadRefused, "RELOAD_REFUSED"},
};

}  // namespace

absl::string_view ReasonName(Reason reason) {
  for (const NamedReason& entry : kNames) {
    if (entry.reason == reason) {
      return entry.name;
    }
  }
  return kNames[0].name;
}

Reason ReasonFromName(absl::string_view name) {
  for (const NamedReason& entry : kNames) {
    if (entry.name == name) {
      return entry.reason;
    }
  }
  return Reason::kUnspecified;
}

absl::Status MakeError(absl::StatusCode code, Reason reason, absl::string_view field,
                       absl::string_view message) {
  absl::Status status(code, message);
  std::string detail(ReasonName(reason));
  detail.push_back(kSeparator);
  absl::StrAppend(&detail, field);
  status.SetPayload(kPayloadUrl, absl::Cord(std::move(detail)));
  return status;
}

absl::Status InvalidField(Reason reason, absl::string_view field, absl::string_view message) {
  return MakeError(absl::StatusCode::kInvalidArgument, reason, field, message);
}

ErrorDetail GetErrorDetail(const absl::Status& status) {
  // Abseil picks which optional this is.
  const auto payload = status.GetPayload(kPayloadUrl);
  if (!payload.has_value()) {
    return {};
  }
  const std::string text(*payload);
  const size_t separator = text.find(kSeparator);
  return {.reason = ReasonFromName(absl::string_view(text).substr(0, separator)),
          .field = text.substr(separator + 1)};
}

absl::Status WithRetryDelay(absl::Status status, absl::Duration delay) {
  status.SetPayload(kRetryPayloadUrl, absl::Cord(absl::StrCat(absl::ToInt64Nanoseconds(delay))));
  return status;
}

absl::Duration GetRetryDelay(const absl::Status& status) {
  const auto payload = status.GetPayload(kRetryPayloadUrl);
  int64_t nanos = 0;
  return payload.has_value() && absl::SimpleAtoi(std::string(*payload), &nanos)
             ? absl::Nanoseconds(nanos)
             : absl::ZeroDuration();
}

absl::Status WithFieldPrefix(const absl::Status& status, absl::string_view prefix) {
  const ErrorDetail detail = GetErrorDetail(status);
  if (status.ok() || detail.reason == Reason::kUnspecified) {
    return status;
  }
  const std::string field =
      detail.field.empty() ? std::string(prefix) : absl::StrCat(prefix, ".", detail.field);
  absl::Status prefixed = MakeError(status.code(), detail.reason, field, status.message());
  const absl::Duration delay = GetRetryDelay(status);
  return delay > absl::ZeroDuration() ? WithRetryDelay(std::move(prefixed), delay) : prefixed;
}

}  // namespace signet
