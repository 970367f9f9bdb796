// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_TRANSPORT_CONFIG_WATCHER_H_
#define SIGNET_SERVER_TRANSPORT_CONFIG_WATCHER_H_

#include <optional>
#include <string>

#include "server/digest/sha256.h"
#include "server/service/config.h"

namespace signet {

// Notices when the configuration file gets another content. Belongs to one
// thread.
class ConfigWatcher {
 public:
  // Looks at the file as it is now, so that only later changes count. Never
  // finds a change for an empty path.
  explicit ConfigWatcher(std::string path);

  // The new configuration, once for each change. A content that is bad, or a
  // reason why there is none, is logged once and otherwise passed over.
  std::optional<ServerConfig> Poll();

 private:
  const std::string path_;
  Sha256Digest seen_ = {};
};

}  // namespace signet

#endif  // SIGNET_SERVER_TRANSPORT_CONFIG_WATCHER_H_
