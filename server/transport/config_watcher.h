// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_TRANSPORT_CONFIG_WATCHER_H_
#define SIGNET_SERVER_TRANSPORT_CONFIG_WATCHER_H_

#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "server/base/file.h"
#include "server/digest/sha256.h"
#include "server/service/config.h"

namespace signet {

// Notices when the configuration file gets another content. Belongs to one
// thread.
//
// A file that somebody is writing to may read well before its last rules are in it. So a
// change is taken at once where a whole file was renamed into place, and where the file is
// the same one, once two looks in a row have seen it alike.
class ConfigWatcher {
 public:
  // Looks at the file as it is now, so that only later changes count. Never
  // finds a change for an empty path.
  explicit ConfigWatcher(std::string path);

  // The new configuration, once for each change that stands. A content that is bad, or a
  // reason why there is none, is logged once and otherwise passed over.
  std::optional<ServerConfig> Poll();

  // The configuration as it is now, nothing where it is the one in use; or why it is bad,
  // as often as it is asked for. Poll() does not find that change again.
  absl::StatusOr<std::optional<ServerConfig>> Look();

 private:
  // Whether a change may be the front of one that is still being written.
  bool MayBeUnfinished(const Sha256Digest& hash, const std::optional<FileId>& file);

  const std::string path_;
  Sha256Digest seen_ = {};
  // Of the file in which that was seen.
  std::optional<FileId> file_;
  // A change that was seen in that same file, once.
  std::optional<Sha256Digest> unfinished_;
  // Of the content in use.
  Sha256Digest in_use_ = {};
};

}  // namespace signet

#endif  // SIGNET_SERVER_TRANSPORT_CONFIG_WATCHER_H_
