// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/call_audit.h"

#include <string>

namespace signet {
namespace {

void Assign(absl::string_view text, std::string* out) { out->assign(text.data(), text.size()); }

}  // namespace

void CallAudit::Begin(const CallContext& call, absl::string_view operation) {
  event_.Reset();
  event_.caller = call.caller;
  if (call.proof != CallerProof::kNone) {
    event_.proof = CallerProofName(call.proof);
  }
  event_.trace_id = call.trace_id;
  event_.operation = operation;
}

void CallAudit::End(const absl::Status& status, absl::Time now) { lines_.Add(event_, status, now); }

void CallAudit::FillIn(const CallSubject& subject) {
  if (event_.credential.empty()) {
    event_.credential = subject.credential;
  }
  if (event_.region.empty()) {
    event_.region = subject.region;
  }
  if (event_.service.empty()) {
    event_.service = subject.service;
  }
}

void Describe(const SigningInput& input, absl::Span<const absl::string_view> regions,
              AuditEvent* event) {
  event->region.clear();
  for (const absl::string_view region : regions) {
    if (!event->region.empty()) {
      event->region.push_back(',');
    }
    event->region.append(region.data(), region.size());
  }
  Assign(input.service, &event->service);
  Assign(input.request.url.authority, &event->host);
  Assign(input.request.method, &event->method);
  Assign(input.request.url.path, &event->resource);
  event->payload_mode = AuditPayloadName(input.payload.mode);
  event->placement = input.placement == Placement::kQuery ? "query" : "header";
}

absl::string_view AuditPayloadName(PayloadMode mode) {
  switch (mode) {
    case PayloadMode::kSha256:
      return "sha256";
    case PayloadMode::kUnsigned:
      return "unsigned";
    case PayloadMode::kStreamingSigned:
      return "streaming_signed";
    case PayloadMode::kStreamingSignedTrailer:
      return "streaming_signed_trailer";
    case PayloadMode::kStreamingUnsignedTrailer:
      return "streaming_unsigned_trailer";
    case PayloadMode::kStreamingEvents:
      break;
  }
  return "streaming_events";
}

}  // namespace signet
