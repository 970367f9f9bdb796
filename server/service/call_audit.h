// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SERVICE_CALL_AUDIT_H_
#define SIGNET_SERVER_SERVICE_CALL_AUDIT_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "server/audit/audit_event.h"
#include "server/audit/audit_lines.h"
#include "server/service/call_context.h"
#include "server/service/call_recorder.h"
#include "server/sigv4/signer.h"

namespace signet {

// What goes on record of the call at hand. Whoever takes calls begins and ends it;
// handlers fill in what they find out (CallContext::audit, null where nothing is
// recorded). Used again for each call; belongs to one thread.
class CallAudit {
 public:
  // `lines`, where the lines go, outlive this.
  explicit CallAudit(AuditLines* lines) : lines_(*lines) {}

  AuditEvent& event() { return event_; }

  // Forgets the call before. What `call` refers to outlives End().
  void Begin(const CallContext& call, absl::string_view operation);

  // Makes the line of a decision that came out as `status`. Can be called again,
  // for the next entry or phase of the same call.
  void End(const absl::Status& status, absl::Time now);

  // For calls that were refused before a handler could say what they are about.
  void FillIn(const CallSubject& subject);

 private:
  AuditLines& lines_;
  AuditEvent event_;
};

// What a request to sign is about, as the handlers' checks understood it.
void Describe(const SigningInput& input, absl::Span<const absl::string_view> regions,
              AuditEvent* event);

// "sha256", "unsigned" ...
absl::string_view AuditPayloadName(PayloadMode mode);

}  // namespace signet

#endif  // SIGNET_SERVER_SERVICE_CALL_AUDIT_H_
