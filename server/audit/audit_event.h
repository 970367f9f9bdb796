// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_AUDIT_AUDIT_EVENT_H_
#define SIGNET_SERVER_AUDIT_AUDIT_EVENT_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"

namespace signet {

// What the audit log says of one decision: names, never a secret, token,
// signature, header value, query or body. What is empty does not stand in the
// line.
//
// Made to be used again: the texts keep their memory. Views are of constants, or of the
// caller and its metadata, which live as long as the call; whatever comes from a message
// is a text of its own, since a call that lasts reads its next message into the same.
struct AuditEvent {
  // What policy said, if it was asked.
  enum class Decision { kNone, kAllow, kDeny };

  // The first 8 bytes of a SHA-256.
  using Fingerprint = std::array<uint8_t, 8>;

  // Empties everything.
  void Reset();

  // Who calls, and how that was proven: "mtls", "uds", "jwt", "xfcc".
  absl::string_view caller;
  absl::string_view proof;
  // The RPC's name; a batch is as many SignRequest.
  absl::string_view operation;
  // "start" or "end" of a call that lasts.
  absl::string_view phase;
  // The index in a batch; -1 outside of one.
  int64_t entry = -1;

  Decision decision = Decision::kNone;
  std::string rule;
  // Of the policy that decided.
  std::string policy;

  // As asked for.
  std::string credential;
  // As used; empty where the call failed before.
  std::string access_key_id;
  std::string credential_version;

  // A region set's members with commas.
  std::string region;
  std::string service;
  // The host, with its port where that is not the scheme's.
  std::string host;
  std::string method;
  std::string action;
  // What policy compares: bucket and key, or the path.
  std::string resource;
  absl::string_view payload_mode;
  // "header" or "query".
  absl::string_view placement;
  // Seconds that a presigned URL, form or lease holds; 0 where nothing does.
  int64_t expires_in = 0;
  std::optional<absl::Time> signing_time;

  // Of the signature that left, as text; of the key that was leased.
  std::optional<Fingerprint> signature;
  std::optional<Fingerprint> key;
  // Of VerifyRequest.
  absl::string_view verdict;
  // Pieces of a payload and their bytes; -1 where there are none.
  int64_t parts = -1;
  int64_t bytes = -1;
  // 32 hex digits of the caller's traceparent.
  absl::string_view trace_id;
};

// The fingerprint of `bytes`.
AuditEvent::Fingerprint AuditFingerprint(absl::string_view bytes);

// The trace ID out of a traceparent header (W3C Trace Context, section 3.2.2);
// empty when it is none.
absl::string_view TraceIdOf(absl::string_view traceparent);

}  // namespace signet

#endif  // SIGNET_SERVER_AUDIT_AUDIT_EVENT_H_
