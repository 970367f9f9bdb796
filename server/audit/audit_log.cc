// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/audit/audit_log.h"

#include <algorithm>
#include <utility>

#include "absl/memory/memory.h"
#include "absl/strings/str_cat.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"

namespace signet {
namespace {

constexpr absl::Duration kChoresEvery = absl::Seconds(1);
// How long written lines wait for company before they are synced.
constexpr absl::Duration kSyncEvery = absl::Milliseconds(50);
constexpr size_t kKeptBytes = size_t{1} << 20;

absl::Status Unavailable(absl::string_view why) {
  return MakeError(absl::StatusCode::kUnavailable, Reason::kAuditUnavailable, "",
                   absl::StrCat("the call cannot be put on record: ", why));
}

// The system's own words may name a path, which is for the operator alone.
absl::Status WriteFailed() { return Unavailable("the audit log cannot be written"); }
absl::Status TooSlow() { return Unavailable("writing the audit log takes too long"); }

}  // namespace

absl::StatusOr<std::unique_ptr<AuditLog>> AuditLog::Open(const AuditOptions& options) {
  SIGNET_ASSIGN_OR_RETURN(std::unique_ptr<AuditWriter> writer, AuditWriter::Open(options));
  return absl::WrapUnique(new AuditLog(options, std::move(writer)));
}

AuditLog::AuditLog(const AuditOptions& options, std::unique_ptr<AuditWriter> writer)
    : options_(options), writer_(std::move(writer)) {
  {
    MutexLock lock(&mu_);
    NoteWritten();
  }
  writing_thread_ = std::thread([this] { WriteUntilStopped(); });
  syncing_thread_ = std::thread([this] { SyncUntilStopped(); });
}

AuditLog::~AuditLog() {
  {
    MutexLock lock(&mu_);
    is_stopping_ = true;
    work_.NotifyOne();
  }
  writing_thread_.join();
  {
    MutexLock lock(&mu_);
    is_written_out_ = true;
    unsynced_.NotifyOne();
  }
  syncing_thread_.join();
}

absl::Status AuditLog::StallStatus() const {
  const absl::Duration now = Now();
  if (writing_since_.has_value() && now - *writing_since_ > options_.write_timeout) {
    return TooSlow();
  }
  if (unsynced_since_.has_value() && now - *unsynced_since_ > options_.sync_timeout) {
    return Unavailable("the audit log does not reach the disk");
  }
  return absl::OkStatus();
}

void AuditLog::CountLost(uint64_t lines) {
  if (outage_.lines == 0) {
    outage_.since = options_.clock->Now();
  }
  outage_.lines += lines;
  stats_.dropped += lines;
}

absl::Status AuditLog::Queue(const AuditLines& lines) {
  absl::Status status = IsRequired() ? StallStatus() : absl::OkStatus();
  if (status.ok() && queued_.size() + lines.text().size() > options_.max_queued_bytes) {
    status = TooSlow();
  }
  if (!status.ok()) {
    CountLost(lines.count());
    return status;
  }
  queued_.append(lines.text().data(), lines.text().size());
  queued_lines_ += lines.count();
  if (is_writer_idle_) {
    is_writer_idle_ = false;
    work_.NotifyOne();
  }
  return absl::OkStatus();
}

absl::Status AuditLog::Commit(const AuditLines& lines) {
  if (lines.empty()) {
    return absl::OkStatus();
  }
  MutexLock lock(&mu_);
  const absl::Status status = Queue(lines);
  if (!IsRequired()) {
    return absl::OkStatus();
  }
  SIGNET_RETURN_IF_ERROR(status);
  Waiter waiter;
  waiters_.push_back(&waiter);
  return WaitFor(&waiter);
}

absl::Status AuditLog::WaitFor(Waiter* waiter) {
  const absl::Duration give_up_at = Now() + options_.write_timeout;
  while (!waiter->result.has_value()) {
    const absl::Duration left = give_up_at - Now();
    if (left <= absl::ZeroDuration()) {
      // Its lines stay where they are: they tell of a call that was decided.
      for (Waiters* const list : {&waiters_, &writing_waiters_}) {
        list->erase(std::remove(list->begin(), list->end(), waiter), list->end());
      }
      return TooSlow();
    }
    waiter->done.WaitFor(&mu_, left);
  }
  return *waiter->result;
}

void AuditLog::Post(const AuditLines& lines) {
  MutexLock lock(&mu_);
  if (!lines.empty()) {
    Queue(lines).IgnoreError();
  }
}

absl::Status AuditLog::CheckAvailable() {
  if (!IsRequired()) {
    return absl::OkStatus();
  }
  MutexLock lock(&mu_);
  return write_status_.ok() ? StallStatus() : WriteFailed();
}

void AuditLog::Reopen() {
  MutexLock lock(&mu_);
  is_reopen_asked_ = true;
  work_.NotifyOne();
}

AuditStats AuditLog::stats() {
  MutexLock lock(&mu_);
  AuditStats stats = stats_;
  stats.queued_bytes = queued_.size();
  stats.unlisted = refusals_.unlisted();
  stats.is_available = write_status_.ok() && StallStatus().ok();
  return stats;
}

void AuditLog::Say(AuditNews::Kind kind, const absl::Status& status) {
  options_.on_news({.kind = kind,
                    .head = {.seq = stats_.head_seq, .hash = ""},
                    .detail = std::string(status.message())});
}

void AuditLog::NoteWritten() {
  if (!unsynced_since_.has_value()) {
    unsynced_since_ = Now();
    unsynced_.NotifyOne();
  }
  stats_.head_seq = writer_->head().seq;
  for (std::shared_ptr<AuditFile>& file : writer_->TakeFinishedFiles()) {
    unsynced_files_.push_back(std::move(file));
    are_names_unsynced_ = true;
  }
  if (unsynced_files_.empty() || unsynced_files_.back() != writer_->file()) {
    unsynced_files_.push_back(writer_->file());
  }
}

void AuditLog::WriteQueued() {
  writing_.clear();
  writing_.swap(queued_);
  const uint64_t lines = std::exchange(queued_lines_, 0);
  writing_waiters_.swap(waiters_);
  const AuditOutage outage = std::exchange(outage_, AuditOutage());
  writing_since_ = Now();
  mu_.Unlock();
  const absl::Status status = writer_->Write(writing_, outage);
  mu_.Lock();
  writing_since_.reset();
  TakeResult(status, lines, outage, &writing_waiters_);
}

void AuditLog::TakeResult(const absl::Status& status, uint64_t lines, const AuditOutage& outage,
                          Waiters* waiters) {
  if (status.ok()) {
    stats_.lines += lines;
    stats_.bytes += writing_.size();
    NoteWritten();
  } else {
    ++stats_.write_errors;
    const AuditOutage since = outage_;
    outage_ = outage;
    if (outage_.lines == 0) {
      outage_.since = since.lines > 0 ? since.since : options_.clock->Now();
    }
    outage_.lines += since.lines + lines;
    stats_.dropped += lines;
  }
  if (status.ok() != write_status_.ok()) {
    Say(status.ok() ? AuditNews::Kind::kRecovered : AuditNews::Kind::kFailed, status);
  }
  write_status_ = status;
  const absl::Status result = status.ok() ? status : WriteFailed();
  for (Waiter* const waiter : *waiters) {
    waiter->result = result;
    waiter->done.NotifyOne();
  }
  waiters->clear();
  if (writing_.capacity() > kKeptBytes) {
    writing_ = std::string();
  }
}

// May take as long as a write.
void AuditLog::RunChores() {
  is_reopen_asked_ = false;
  writing_since_ = Now();
  const uint64_t seq = writer_->head().seq;
  mu_.Unlock();
  writer_->Tick();
  mu_.Lock();
  writing_since_.reset();
  if (writer_->head().seq != seq) {
    NoteWritten();
  }
}

void AuditLog::WriteUntilStopped() {
  MutexLock lock(&mu_);
  absl::Duration next_chores = Now() + kChoresEvery;
  while (!is_stopping_ || queued_lines_ > 0) {
    const absl::Duration left = next_chores - Now();
    if (left <= absl::ZeroDuration() || is_reopen_asked_) {
      RunChores();
      next_chores = Now() + kChoresEvery;
    } else if (queued_lines_ > 0) {
      WriteQueued();
    } else {
      is_writer_idle_ = true;
      work_.WaitFor(&mu_, left);
      is_writer_idle_ = false;
    }
  }
  mu_.Unlock();
  writer_->Close();
  mu_.Lock();
  NoteWritten();
}

void AuditLog::SyncOnce() {
  const std::vector<std::shared_ptr<AuditFile>> files = std::exchange(unsynced_files_, {});
  const bool are_names_unsynced = std::exchange(are_names_unsynced_, false);
  const std::optional<absl::Duration> since = std::exchange(unsynced_since_, std::nullopt);
  // Still what calls go by, until the disk has it.
  unsynced_since_ = since;
  const absl::Duration begin = Now();
  mu_.Unlock();
  absl::Status status;
  for (const std::shared_ptr<AuditFile>& file : files) {
    status.Update(file->Sync());
  }
  if (are_names_unsynced) {
    status.Update(writer_->folder().Sync());
  }
  options_.on_synced(Now() - begin);
  mu_.Lock();
  if (status.ok()) {
    // What was written meanwhile has put its file into the list again.
    unsynced_since_ = unsynced_files_.empty() ? std::nullopt : std::optional(begin);
  } else {
    ++stats_.sync_errors;
    unsynced_files_.insert(unsynced_files_.begin(), files.begin(), files.end());
    are_names_unsynced_ = are_names_unsynced_ || are_names_unsynced;
  }
  if (status.ok() != sync_status_.ok()) {
    Say(status.ok() ? AuditNews::Kind::kRecovered : AuditNews::Kind::kSyncFailed, status);
  }
  sync_status_ = status;
}

void AuditLog::SyncUntilStopped() {
  MutexLock lock(&mu_);
  while (true) {
    if (!unsynced_since_.has_value() && !is_written_out_) {
      unsynced_.Wait(&mu_);
      continue;
    }
    if (is_written_out_) {
      SyncOnce();
      return;
    }
    // Gathers what comes; NoteWritten() does not wake it before.
    const absl::Duration until = Now() + kSyncEvery;
    while (!is_written_out_ && Now() < until) {
      unsynced_.WaitFor(&mu_, until - Now());
    }
    SyncOnce();
  }
}

}  // namespace signet
