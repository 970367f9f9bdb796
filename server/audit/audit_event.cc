// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/audit/audit_event.h"

#include <algorithm>
#include <cstddef>

#include "server/digest/sha256.h"

namespace signet {
namespace {

// version "-" trace-id "-" parent-id "-" flags.
constexpr size_t kTraceparentBytes = 55;
constexpr size_t kTraceIdAt = 3;
constexpr size_t kTraceIdBytes = 32;
constexpr size_t kParentIdEnd = 52;

bool IsLowerHex(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); }

}  // namespace

void AuditEvent::Reset() {
  caller = proof = operation = phase = absl::string_view();
  payload_mode = placement = verdict = trace_id = absl::string_view();
  for (std::string* const text : {&rule, &policy, &credential, &access_key_id, &credential_version,
                                  &region, &service, &host, &method, &action, &resource}) {
    text->clear();
  }
  entry = parts = bytes = -1;
  expires_in = 0;
  decision = Decision::kNone;
  signing_time.reset();
  signature.reset();
  key.reset();
}

AuditEvent::Fingerprint AuditFingerprint(absl::string_view bytes) {
  const Sha256Digest digest = Sha256Of(bytes);
  AuditEvent::Fingerprint fingerprint;
  std::copy_n(digest.begin(), fingerprint.size(), fingerprint.begin());
  return fingerprint;
}

absl::string_view TraceIdOf(absl::string_view traceparent) {
  if (traceparent.size() < kTraceparentBytes || traceparent[2] != '-' ||
      traceparent[kTraceIdAt + kTraceIdBytes] != '-' || traceparent[kParentIdEnd] != '-') {
    return absl::string_view();
  }
  const absl::string_view id = traceparent.substr(kTraceIdAt, kTraceIdBytes);
  const bool is_id = std::all_of(id.begin(), id.end(), IsLowerHex) &&
                     std::any_of(id.begin(), id.end(), [](char c) { return c != '0'; });
  return is_id ? id : absl::string_view();
}

}  // namespace signet
