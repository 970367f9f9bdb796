// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SERVICE_CALL_RECORDER_H_
#define SIGNET_SERVER_SERVICE_CALL_RECORDER_H_

#include <cstdint>
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "server/observability/metrics.h"
#include "server/observability/rpc_metrics.h"
#include "server/service/call_context.h"
#include "signet/v1/signing.pb.h"

namespace signet {

// What of a call stands in the log: names, never values. Empty where the call
// has no such thing.
struct CallSubject {
  std::string credential;
  // Or the region set.
  std::string region;
  std::string service;
  // Entries of a batch, pieces of a payload; and how many of them failed.
  int64_t parts = 1;
  int64_t failed_parts = 0;
};

CallSubject SubjectOf(const v1::SignRequestRequest& request);
CallSubject SubjectOf(const v1::BatchSignRequestsRequest& request);
CallSubject SubjectOf(const v1::SignPostPolicyRequest& request);
CallSubject SubjectOf(const v1::GetOrLoadKeyRequest& request);
CallSubject SubjectOf(const v1::VerifyRequestRequest& request);
CallSubject SubjectOf(const v1::ExplainSignatureRequest& request);
CallSubject SubjectOf(const v1::GetServerInfoRequest& request);

// Counts the calls of one RPC and logs a line for each. Safe for concurrent use.
class CallRecorder {
 public:
  // `method` lives for ever.
  CallRecorder(MetricsRegistry* registry, RpcType type, absl::string_view method);

  void Started();
  // Once for each Started(): Counted() and Logged(). `subject` is called when there
  // is a line to log.
  void Finished(const CallContext& call, absl::FunctionRef<CallSubject()> subject,
                const absl::Status& status, absl::Duration duration);
  // A call that was not worked on, for want of time: counted, not logged.
  void Refused(absl::StatusCode code, absl::Duration duration);
  // The two by themselves, for answers that are decided before they leave.
  void Counted(absl::StatusCode code, absl::Duration duration);
  void Logged(const CallContext& call, absl::FunctionRef<CallSubject()> subject,
              const absl::Status& status, absl::Duration duration) const;

 private:
  const absl::string_view method_;
  RpcMetrics metrics_;
  Gauge* const in_flight_;
};

}  // namespace signet

#endif  // SIGNET_SERVER_SERVICE_CALL_RECORDER_H_
