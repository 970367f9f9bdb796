// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/audit/audit_writer.h"

#include <unistd.h>

#include <cstddef>
#include <utility>

#include "absl/memory/memory.h"
#include "absl/strings/str_cat.h"
#include "server/audit/audit_recovery.h"
#include "server/base/json_text.h"
#include "server/base/status_macros.h"

namespace signet {
namespace {

constexpr absl::Duration kCheckpointEvery = absl::Seconds(10);
// A rotation that failed is not tried again with every line.
constexpr absl::Duration kRotationRetry = absl::Seconds(1);
constexpr size_t kKeptBytes = size_t{1} << 20;

std::string NameOf(const std::string& path) { return path.substr(path.rfind('/') + 1); }

std::string TextMember(absl::string_view name, absl::string_view value) {
  std::string member = absl::StrCat(",\"", name, "\":");
  AppendJsonString(value, &member);
  return member;
}

}  // namespace

absl::string_view AuditNewsName(AuditNews::Kind kind) {
  switch (kind) {
    case AuditNews::Kind::kOpened:
      return "opened";
    case AuditNews::Kind::kHead:
      return "head";
    case AuditNews::Kind::kTorn:
      return "torn";
    case AuditNews::Kind::kBroken:
      return "broken";
    case AuditNews::Kind::kRotated:
      return "rotated";
    case AuditNews::Kind::kMoved:
      return "moved";
    case AuditNews::Kind::kFailed:
      return "failed";
    case AuditNews::Kind::kSyncFailed:
      return "sync_failed";
    case AuditNews::Kind::kRecovered:
      break;
  }
  return "recovered";
}

absl::StatusOr<std::unique_ptr<AuditWriter>> AuditWriter::Open(const AuditOptions& options) {
  auto writer = absl::WrapUnique(new AuditWriter(options));
  SIGNET_ASSIGN_OR_RETURN(writer->folder_, AuditFolder::Lock(options.path));
  SIGNET_ASSIGN_OR_RETURN(const AuditRecovery recovery,
                          RecoverAudit(writer->folder_.get(), options.disk));
  writer->head_ = writer->written_head_ = recovery.head;
  writer->unsigned_lines_ = writer->written_unsigned_lines_ = recovery.unsigned_lines;
  writer->UseFile(recovery.file);
  if (!recovery.quarantine.empty()) {
    writer->Say(AuditNews::Kind::kTorn, recovery.quarantine);
  }
  if (!recovery.breakage.empty()) {
    writer->Say(AuditNews::Kind::kBroken, recovery.breakage);
  }
  writer->Say(AuditNews::Kind::kOpened, options.path);
  SIGNET_RETURN_IF_ERROR(writer->WriteOpening(recovery.quarantine, recovery.breakage));
  return writer;
}

absl::Status AuditWriter::WriteOpening(const std::string& quarantine, const std::string& breakage) {
  std::string rest = TimeMember();
  if (!breakage.empty()) {
    rest += TextMember("broken", breakage);
  }
  Seal(OpenMembers(head_, rest));
  if (!quarantine.empty()) {
    Seal(absl::StrCat(quarantine, TimeMember()));
  }
  SealCheckpoint();
  const absl::Status status = Flush(file_.get());
  return status.ok()
             ? status
             : absl::Status(status.code(), absl::StrCat(options_.path, ": ", status.message()));
}

std::string AuditWriter::TimeMember() const {
  return absl::StrCat(
      ",\"time\":\"",
      absl::FormatTime("%E4Y-%m-%dT%H:%M:%E6S", options_.clock->Now(), absl::UTCTimeZone()), "Z\"");
}

void AuditWriter::Say(AuditNews::Kind kind, std::string detail) const {
  options_.on_news({.kind = kind, .head = written_head_, .detail = std::move(detail)});
}

void AuditWriter::Seal(absl::string_view members) {
  if (options_.key != nullptr && unsigned_lines_ >= kLinesPerCheckpoint) {
    SealCheckpoint();
  }
  SealAuditLine(members, &head_, &sealed_);
  ++unsigned_lines_;
}

void AuditWriter::SealCheckpoint() {
  if (options_.key == nullptr || unsigned_lines_ == 0) {
    return;
  }
  const std::optional<std::string> checkpoint = options_.key->Checkpoint(head_);
  if (checkpoint.has_value()) {
    SealAuditLine(absl::StrCat(*checkpoint, TimeMember()), &head_, &sealed_);
    unsigned_lines_ = 0;
  }
}

absl::Status AuditWriter::Flush(AuditFile* file) {
  absl::Status status = file->Append(sealed_);
  if (status.ok()) {
    written_head_ = head_;
    written_unsigned_lines_ = unsigned_lines_;
  } else {
    head_ = written_head_;
    unsigned_lines_ = written_unsigned_lines_;
  }
  if (sealed_.capacity() > kKeptBytes) {
    sealed_ = std::string();
  } else {
    sealed_.clear();
  }
  return status;
}

absl::Status AuditWriter::Write(absl::string_view lines, const AuditOutage& outage) {
  if (IsFull() && options_.clock->Monotonic() >= retry_rotation_at_) {
    if (const absl::Status status = Rotate(); !status.ok()) {
      retry_rotation_at_ = options_.clock->Monotonic() + kRotationRetry;
      Say(AuditNews::Kind::kFailed, absl::StrCat("rotation: ", status.message()));
    }
  }
  if (outage.lines > 0) {
    Seal(absl::StrCat("\"kind\":\"outage\"", TimeMember(), ",\"lost_lines\":", outage.lines,
                      TextMember("since", absl::FormatTime("%E4Y-%m-%dT%H:%M:%E6SZ", outage.since,
                                                           absl::UTCTimeZone()))));
  }
  while (!lines.empty()) {
    const size_t end = lines.find('\n');
    Seal(lines.substr(0, end));
    lines.remove_prefix(end == absl::string_view::npos ? lines.size() : end + 1);
  }
  return Flush(file_.get());
}

bool AuditWriter::IsFull() const {
  return file_->size() >= options_.max_file_bytes ||
         options_.clock->Monotonic() - file_since_ >= options_.max_file_age;
}

absl::StatusOr<std::shared_ptr<AuditFile>> AuditWriter::MakeFile(const std::string& path) {
  SIGNET_ASSIGN_OR_RETURN(std::shared_ptr<AuditFile> file,
                          AuditFile::Create(path, AuditFile::Open::kNew, options_.disk));
  Seal(OpenMembers(head_, absl::StrCat(TimeMember(), TextMember("log", NameOf(options_.path)))));
  absl::Status status = Flush(file.get());
  if (!status.ok()) {
    ::unlink(path.c_str());
    return status;
  }
  return file;
}

// Made ready under another name first, so that an error leaves all as it is.
absl::Status AuditWriter::Rotate() {
  const std::string next = folder_->next_path();
  ::unlink(next.c_str());
  const AuditHead last = head_;
  const uint64_t unsigned_lines = unsigned_lines_;
  SIGNET_ASSIGN_OR_RETURN(std::shared_ptr<AuditFile> file, MakeFile(next));
  absl::StatusOr<std::string> full = folder_->SetAside(last.seq);
  absl::Status status = full.status();
  if (status.ok()) {
    status = folder_->TakeNext();
  }
  if (!status.ok()) {
    ::unlink(next.c_str());
    head_ = written_head_ = last;
    unsigned_lines_ = written_unsigned_lines_ = unsigned_lines;
    return status;
  }
  UseFile(std::move(file));
  folder_->Keep(options_.max_files);
  Say(AuditNews::Kind::kRotated, *full);
  return absl::OkStatus();
}

void AuditWriter::UseFile(std::shared_ptr<AuditFile> file) {
  if (file_ != nullptr) {
    finished_.push_back(std::move(file_));
  }
  file_ = std::move(file);
  file_since_ = options_.clock->Monotonic();
}

std::vector<std::shared_ptr<AuditFile>> AuditWriter::TakeFinishedFiles() {
  return std::exchange(finished_, {});
}

void AuditWriter::Tick() {
  Reopen();
  const absl::Duration now = options_.clock->Monotonic();
  if (head_.seq == said_seq_ || now < say_at_) {
    return;
  }
  SealCheckpoint();
  if (Flush(file_.get()).ok()) {
    said_seq_ = head_.seq;
    say_at_ = now + kCheckpointEvery;
    Say(AuditNews::Kind::kHead);
  }
}

void AuditWriter::Reopen() {
  if (file_->IsAt(options_.path)) {
    return;
  }
  absl::StatusOr<std::shared_ptr<AuditFile>> file = MakeFile(options_.path);
  if (!file.ok()) {
    Say(AuditNews::Kind::kFailed, std::string(file.status().message()));
    return;
  }
  UseFile(*std::move(file));
  Say(AuditNews::Kind::kMoved, options_.path);
}

void AuditWriter::Close() {
  Seal(absl::StrCat("\"kind\":\"close\"", TimeMember()));
  SealCheckpoint();
  if (Flush(file_.get()).ok()) {
    Say(AuditNews::Kind::kHead);
  }
}

}  // namespace signet
