// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/audit/audit_recovery.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include <optional>
#include <utility>
#include <vector>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "server/audit/audit_verifier.h"
#include "server/base/json_text.h"
#include "server/base/status_macros.h"
#include "server/digest/hex.h"
#include "server/digest/sha256.h"

namespace signet {
namespace {

// What is checked of a file at start takes a quarter of a second at most.
constexpr uint64_t kMaxCheckedBytes = uint64_t{256} << 20;
constexpr size_t kMaxTornBytes = size_t{1} << 20;
constexpr size_t kShownTornBytes = 512;

absl::StatusOr<AuditHead> HeadOfFullFiles(const AuditFolder& folder) {
  const std::vector<std::string> files = folder.FullFiles();
  if (files.empty()) {
    return AuditHead::Genesis();
  }
  SIGNET_ASSIGN_OR_RETURN(const std::optional<AuditHead> head, LastHead(files.back()));
  return head.value_or(AuditHead::Genesis());
}

// The bytes of a file from `begin` on; of a lot of them only the start.
absl::StatusOr<std::string> ReadFrom(const std::string& path, uint64_t begin) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (fd < 0) {
    return absl::ErrnoToStatus(errno, path);
  }
  const auto closer = absl::MakeCleanup([fd] { ::close(fd); });
  std::string bytes(kMaxTornBytes, '\0');
  const ssize_t count = ::pread(fd, bytes.data(), bytes.size(), static_cast<off_t>(begin));
  if (count < 0) {
    return absl::ErrnoToStatus(errno, path);
  }
  bytes.resize(static_cast<size_t>(count));
  return bytes;
}

absl::Status CutTornLine(const std::string& path, uint64_t begin, AuditRecovery* recovery) {
  SIGNET_ASSIGN_OR_RETURN(const std::string torn, ReadFrom(path, begin));
  const uint64_t size = recovery->file->size() - begin;
  SIGNET_RETURN_IF_ERROR(recovery->file->Cut(begin));
  recovery->quarantine =
      absl::StrCat("\"kind\":\"quarantine\",\"torn_bytes\":", size, ",\"torn_sha256\":\"",
                   Sha256Hex(Sha256Of(torn)).text(), "\",\"torn\":");
  AppendJsonString(TruncateUtf8(torn, kShownTornBytes), &recovery->quarantine);
  return absl::OkStatus();
}

// A file that somebody has changed is evidence: nothing is written to it any more.
absl::Status SetBrokenFileAside(const absl::Status& breakage, AuditFolder* folder, AuditDisk* disk,
                                AuditRecovery* recovery) {
  recovery->breakage = std::string(breakage.message());
  SIGNET_ASSIGN_OR_RETURN(const std::optional<AuditHead> last, LastHead(folder->path()));
  if (last.has_value() && last->seq > recovery->head.seq) {
    recovery->head = *last;
  }
  SIGNET_RETURN_IF_ERROR(folder->SetAside(recovery->head.seq).status());
  SIGNET_ASSIGN_OR_RETURN(recovery->file,
                          AuditFile::Create(folder->path(), AuditFile::Open::kNew, disk));
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<AuditRecovery> RecoverAudit(AuditFolder* folder, AuditDisk* disk) {
  AuditRecovery recovery;
  const std::string& path = folder->path();
  SIGNET_ASSIGN_OR_RETURN(recovery.file, AuditFile::Create(path, AuditFile::Open::kAny, disk));
  SIGNET_ASSIGN_OR_RETURN(recovery.head, HeadOfFullFiles(*folder));
  if (recovery.file->size() == 0) {
    return recovery;
  }
  if (recovery.file->size() > kMaxCheckedBytes) {
    SIGNET_ASSIGN_OR_RETURN(const std::optional<AuditHead> last, LastHead(path));
    recovery.head = last.value_or(recovery.head);
    return recovery;
  }
  AuditVerifier verifier;
  std::optional<uint64_t> torn;
  absl::Status status = VerifyAuditFile(path, &verifier, &torn);
  if (!status.ok() && !absl::IsDataLoss(status)) {
    return status;
  }
  if (verifier.summary().lines > 0) {
    recovery.head = verifier.summary().head;
    recovery.unsigned_lines = verifier.summary().unsigned_lines;
  }
  if (!status.ok()) {
    SIGNET_RETURN_IF_ERROR(SetBrokenFileAside(status, folder, disk, &recovery));
  } else if (torn.has_value()) {
    SIGNET_RETURN_IF_ERROR(CutTornLine(path, *torn, &recovery));
  }
  return recovery;
}

}  // namespace signet
