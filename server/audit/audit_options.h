// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_AUDIT_AUDIT_OPTIONS_H_
#define SIGNET_SERVER_AUDIT_AUDIT_OPTIONS_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "absl/time/time.h"
#include "server/audit/audit_chain.h"
#include "server/audit/audit_file.h"
#include "server/audit/audit_lines.h"
#include "server/audit/checkpoint_key.h"
#include "server/base/clock.h"

namespace signet {

// What an operator should hear of the log. Comes from the log's own threads, and
// from who opens it.
struct AuditNews {
  enum class Kind {
    kOpened,      // it is ready; `head` is what it goes on from
    kHead,        // where it stands: to be kept elsewhere, as a proof against truncation
    kTorn,        // the last line was cut short by a crash, and was quarantined
    kBroken,      // the file does not hold; it was set aside
    kRotated,     // a file is full
    kMoved,       // somebody else moved the file away; another one was begun
    kFailed,      // lines cannot be written
    kSyncFailed,  // lines are written, but do not reach the disk
    kRecovered,   // they can again
  };
  Kind kind;
  AuditHead head;
  // What happened: a file, an error.
  std::string detail;
};

// "opened", "head" ...
absl::string_view AuditNewsName(AuditNews::Kind kind);

struct AuditOptions {
  enum class Mode { kRequired, kBestEffort };

  std::string path;
  Mode mode = Mode::kRequired;
  absl::Duration write_timeout = absl::Milliseconds(250);
  absl::Duration sync_timeout = absl::Seconds(5);
  uint64_t max_file_bytes = uint64_t{64} << 20;
  absl::Duration max_file_age = absl::Hours(24);
  size_t max_files = 100;
  AuditedResources resources = AuditedResources::kShown;
  // Null: no checkpoints.
  std::shared_ptr<const CheckpointKey> key;
  // Lines that wait to be written.
  size_t max_queued_bytes = size_t{8} << 20;

  const Clock* clock = &Clock::Real();
  AuditDisk* disk = &AuditDisk::Real();
  std::function<void(const AuditNews& news)> on_news = [](const AuditNews&) {};
  // How long the disk took, each time.
  std::function<void(absl::Duration)> on_synced = [](absl::Duration) {};
};

}  // namespace signet

#endif  // SIGNET_SERVER_AUDIT_AUDIT_OPTIONS_H_
