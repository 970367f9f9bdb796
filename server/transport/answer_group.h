// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_TRANSPORT_ANSWER_GROUP_H_
#define SIGNET_SERVER_TRANSPORT_ANSWER_GROUP_H_

#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "grpcpp/support/status.h"
#include "server/audit/audit_lines.h"
#include "server/audit/audit_log.h"
#include "server/base/clock.h"
#include "server/service/call_recorder.h"

namespace signet {

// The answers of a lane that may not leave before their lines are in the audit
// log. A lane takes the calls that are there, and puts them on record all at once:
// the writing costs each of them a share. Belongs to the lane's thread.
class AnswerGroup {
 public:
  // An answer that waits.
  class Answer {
   public:
    virtual ~Answer() = default;

    // Lets it go; `instead`, where there is one, in its place. Once for each Hold().
    virtual void Release(const grpc::Status* instead) = 0;
  };

  // Both outlive the group.
  AnswerGroup(AuditLog* log, const Clock& clock)
      : log_(*log), clock_(clock), lines_(log->NewLines()) {}

  // Where the lines of calls go.
  AuditLines* lines() { return &lines_; }

  // Counts a call when it is known what it was answered with. `recorder` outlives
  // the group.
  void CountLater(CallRecorder* recorder, absl::StatusCode code, absl::Duration start) {
    counts_.push_back({recorder, code, start});
  }

  // Keeps an answer until Release().
  void Hold(Answer* answer) { answers_.push_back(answer); }

  bool empty() const { return answers_.empty(); }

  // Puts the lines on record, then lets the answers go; where that fails each is
  // UNAVAILABLE instead. Waits as long as AuditLog::Commit().
  void Release();

 private:
  struct Count {
    CallRecorder* recorder;
    absl::StatusCode code;
    absl::Duration start;
  };

  AuditLog& log_;
  const Clock& clock_;
  AuditLines lines_;
  std::vector<Answer*> answers_;
  std::vector<Answer*> releasing_;
  std::vector<Count> counts_;
};

}  // namespace signet

#endif  // SIGNET_SERVER_TRANSPORT_ANSWER_GROUP_H_
