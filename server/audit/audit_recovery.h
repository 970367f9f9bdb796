// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_AUDIT_AUDIT_RECOVERY_H_
#define SIGNET_SERVER_AUDIT_AUDIT_RECOVERY_H_

#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "server/audit/audit_chain.h"
#include "server/audit/audit_file.h"
#include "server/audit/audit_folder.h"

namespace signet {

// Where a log goes on after its process ended, whatever the way.
struct AuditRecovery {
  // PATH, whose lines are whole.
  std::shared_ptr<AuditFile> file;
  AuditHead head;
  uint64_t unsigned_lines = 0;
  // Members of a line of kind "quarantine" that tells what was cut off: the part
  // of a line that a crash left. Empty: nothing.
  std::string quarantine;
  // What is wrong with the file that was there and was set aside. Empty: nothing.
  std::string breakage;
};

// Opens PATH, checks its chain (of files up to 256 MiB; else the last line alone),
// cuts what a crash left of a line, and sets a file aside that does not hold. An
// empty or missing PATH goes on from the newest full file.
absl::StatusOr<AuditRecovery> RecoverAudit(AuditFolder* folder, AuditDisk* disk);

}  // namespace signet

#endif  // SIGNET_SERVER_AUDIT_AUDIT_RECOVERY_H_
