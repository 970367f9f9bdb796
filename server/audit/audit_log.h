// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_AUDIT_AUDIT_LOG_H_
#define SIGNET_SERVER_AUDIT_AUDIT_LOG_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "server/audit/audit_lines.h"
#include "server/audit/audit_options.h"
#include "server/audit/audit_writer.h"
#include "server/audit/refusal_budget.h"
#include "server/base/mutex.h"

namespace signet {

struct AuditStats {
  // Written.
  uint64_t lines = 0;
  uint64_t bytes = 0;
  // Neither written nor going to be.
  uint64_t dropped = 0;
  // Refused calls without a line (RefusalBudget).
  uint64_t unlisted = 0;
  uint64_t write_errors = 0;
  uint64_t sync_errors = 0;
  uint64_t queued_bytes = 0;
  uint64_t head_seq = 0;
  bool is_available = true;
};

// The audit log of a process. Callers leave lines in a queue; one thread numbers,
// chains and writes all that waits, so that those who come together share one
// write(2); another one syncs. A disk that is slow thus holds up nobody but for
// write_timeout, once. Safe for concurrent use.
class AuditLog {
 public:
  // Errors as AuditWriter::Open().
  static absl::StatusOr<std::unique_ptr<AuditLog>> Open(const AuditOptions& options);

  // Writes what waits, and that the log was closed.
  ~AuditLog();
  AuditLog(const AuditLog&) = delete;
  AuditLog& operator=(const AuditLog&) = delete;

  // Puts lines on record before an answer leaves.
  //
  // Required: returns when write(2) has taken them. Unavailable,
  // kAuditUnavailable: it did not, or not within write_timeout, or what was
  // written does not reach the disk; then no answer may leave. A line may still
  // get into the log after that. Best effort: OK, and counts what is lost.
  absl::Status Commit(const AuditLines& lines) ABSL_LOCKS_EXCLUDED(mu_);

  // Leaves lines to be written, without waiting: for what has left already.
  void Post(const AuditLines& lines) ABSL_LOCKS_EXCLUDED(mu_);

  // OK while lines can be written: for answers that have no line of their own.
  // Best effort: OK.
  absl::Status CheckAvailable() ABSL_LOCKS_EXCLUDED(mu_);

  // Goes on in a new file if somebody has moved this one. Returns at once.
  void Reopen() ABSL_LOCKS_EXCLUDED(mu_);

  AuditStats stats() ABSL_LOCKS_EXCLUDED(mu_);

  // No lines yet, for this log.
  AuditLines NewLines() { return AuditLines(options_.resources, &refusals_); }

 private:
  // One who waits for lines to be written.
  struct Waiter {
    CondVar done;
    std::optional<absl::Status> result;
  };
  using Waiters = std::vector<Waiter*>;

  AuditLog(const AuditOptions& options, std::unique_ptr<AuditWriter> writer);

  bool IsRequired() const { return options_.mode == AuditOptions::Mode::kRequired; }
  absl::Duration Now() const { return options_.clock->Monotonic(); }
  // Why nothing can be put on record now, as far as that is known without trying.
  absl::Status StallStatus() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  absl::Status Queue(const AuditLines& lines) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  absl::Status WaitFor(Waiter* waiter) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  void CountLost(uint64_t lines) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);

  void WriteUntilStopped() ABSL_LOCKS_EXCLUDED(mu_);
  // Takes all that waits, and writes it.
  void WriteQueued() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  void TakeResult(const absl::Status& status, uint64_t lines, const AuditOutage& outage,
                  Waiters* waiters) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  void RunChores() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  void NoteWritten() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);

  void SyncUntilStopped() ABSL_LOCKS_EXCLUDED(mu_);
  void SyncOnce() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  void Say(AuditNews::Kind kind, const absl::Status& status) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);

  const AuditOptions options_;
  RefusalBudget refusals_;
  // Of the writing thread.
  const std::unique_ptr<AuditWriter> writer_;

  Mutex mu_;
  CondVar work_;
  CondVar unsynced_;
  bool is_stopping_ ABSL_GUARDED_BY(mu_) = false;
  bool is_written_out_ ABSL_GUARDED_BY(mu_) = false;
  bool is_writer_idle_ ABSL_GUARDED_BY(mu_) = false;
  bool is_reopen_asked_ ABSL_GUARDED_BY(mu_) = false;
  std::string queued_ ABSL_GUARDED_BY(mu_);
  uint64_t queued_lines_ ABSL_GUARDED_BY(mu_) = 0;
  Waiters waiters_ ABSL_GUARDED_BY(mu_);
  // Of the write at hand, and when it began.
  Waiters writing_waiters_ ABSL_GUARDED_BY(mu_);
  std::optional<absl::Duration> writing_since_ ABSL_GUARDED_BY(mu_);
  // What went wrong last; OK once a write succeeds.
  absl::Status write_status_ ABSL_GUARDED_BY(mu_);
  absl::Status sync_status_ ABSL_GUARDED_BY(mu_);
  AuditOutage outage_ ABSL_GUARDED_BY(mu_);
  // The oldest write that the disk may not have.
  std::optional<absl::Duration> unsynced_since_ ABSL_GUARDED_BY(mu_);
  std::vector<std::shared_ptr<AuditFile>> unsynced_files_ ABSL_GUARDED_BY(mu_);
  bool are_names_unsynced_ ABSL_GUARDED_BY(mu_) = true;
  AuditStats stats_ ABSL_GUARDED_BY(mu_);
  // Of the writing thread: the lines being written, whose memory is used again.
  std::string writing_;

  std::thread writing_thread_;
  std::thread syncing_thread_;
};

}  // namespace signet

#endif  // SIGNET_SERVER_AUDIT_AUDIT_LOG_H_
