// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_AUDIT_AUDIT_WRITER_H_
#define SIGNET_SERVER_AUDIT_AUDIT_WRITER_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "server/audit/audit_folder.h"
#include "server/audit/audit_options.h"

namespace signet {

// Lines that are missing from the log, which says so as soon as it can.
struct AuditOutage {
  uint64_t lines = 0;
  absl::Time since;
};

// Numbers and chains lines, and puts them into the files: all that AuditLog does
// but for its threads. Belongs to one thread.
class AuditWriter {
 public:
  // Goes on where the log ended (RecoverAudit()), and writes that it did. Errors
  // are one line: what is wrong with the file or its folder.
  static absl::StatusOr<std::unique_ptr<AuditWriter>> Open(const AuditOptions& options);

  // Puts lines (see AuditLines) into the log, after one about `outage` where
  // there was one. All of them or none: after an error the chain is as before.
  absl::Status Write(absl::string_view lines, const AuditOutage& outage);

  // To be called once a second: checkpoints whose time has come, a file that was
  // moved away.
  void Tick();

  // For who moves files away (logrotate): goes on in a new file if PATH is not
  // this one any more.
  void Reopen();

  // The last line, of kind "close".
  void Close();

  const AuditHead& head() const { return head_; }
  const std::shared_ptr<AuditFile>& file() const { return file_; }
  // Files that were written to before file(), and names that changed, since it was
  // last asked: they need a sync.
  std::vector<std::shared_ptr<AuditFile>> TakeFinishedFiles();
  const AuditFolder& folder() const { return *folder_; }

 private:
  explicit AuditWriter(const AuditOptions& options) : options_(options) {}

  absl::Status WriteOpening(const std::string& quarantine, const std::string& breakage);
  bool IsFull() const;
  absl::Status Rotate();
  // Another file, whose first line follows the head. On an error all is as before.
  absl::StatusOr<std::shared_ptr<AuditFile>> MakeFile(const std::string& path);
  void UseFile(std::shared_ptr<AuditFile> file);
  // Appends a line, and a checkpoint where one is due, to what is written next.
  void Seal(absl::string_view members);
  void SealCheckpoint();
  // Writes what was sealed; on an error the chain goes back to where it was when
  // the last write succeeded.
  absl::Status Flush(AuditFile* file);
  std::string TimeMember() const;
  void Say(AuditNews::Kind kind, std::string detail = "") const;

  const AuditOptions options_;
  std::unique_ptr<AuditFolder> folder_;
  std::shared_ptr<AuditFile> file_;
  std::vector<std::shared_ptr<AuditFile>> finished_;
  AuditHead head_;
  uint64_t unsigned_lines_ = 0;
  // As of the last successful write.
  AuditHead written_head_;
  uint64_t written_unsigned_lines_ = 0;
  absl::Duration file_since_;
  // The last head that was told, and when the next one is.
  uint64_t said_seq_ = 0;
  absl::Duration say_at_;
  absl::Duration retry_rotation_at_;
  // Sealed lines; keeps its memory.
  std::string sealed_;
};

}  // namespace signet

#endif  // SIGNET_SERVER_AUDIT_AUDIT_WRITER_H_
