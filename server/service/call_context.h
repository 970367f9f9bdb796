// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SERVICE_CALL_CONTEXT_H_
#define SIGNET_SERVER_SERVICE_CALL_CONTEXT_H_

#include <memory>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "server/service/caller_proof.h"

namespace signet {

class CallAudit;

// What a handler knows of a call beyond its message. Views outlive the call.
struct CallContext {
  // The authenticated caller: SPIFFE ID, DNS name or local user.
  absl::string_view caller;
  // What `caller` refers to where no connection has it.
  std::shared_ptr<const void> holds_caller;
  // How that is known.
  CallerProof proof = CallerProof::kNone;
  // When the caller stops waiting, by the wall clock.
  absl::Time deadline = absl::InfiniteFuture();
  // Of the caller's traceparent, for the record.
  absl::string_view trace_id;
  // What goes on record of the call; null: nothing does.
  CallAudit* audit = nullptr;
};

}  // namespace signet

#endif  // SIGNET_SERVER_SERVICE_CALL_CONTEXT_H_
