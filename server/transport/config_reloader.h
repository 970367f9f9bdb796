// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_TRANSPORT_CONFIG_RELOADER_H_
#define SIGNET_SERVER_TRANSPORT_CONFIG_RELOADER_H_

#include <functional>

#include "server/service/config.h"
#include "server/service/reload_requests.h"
#include "server/transport/config_watcher.h"
#include "server/transport/server.h"

namespace signet {

// Puts what changes in the configuration, in sources of credentials and in TLS files into
// force while the server runs. Belongs to one thread.
class ConfigReloader {
 public:
  // What does with a part of a configuration beside the policy.
  using UseLogging = std::function<void(const ServerConfig::Logging&)>;

  // `started_with` is what `server`, which outlives this, was made from.
  ConfigReloader(ConfigWatcher watcher, const ServerConfig& started_with, UseLogging use_logging,
                 Server* server);

  // What is due about once a second, and what operators asked for meanwhile.
  void Tick();

  // All of it now, whether it was refused before or not, and what became of it.
  ReloadReport Reload();

 private:
  void Use(const ServerConfig& config);
  void ReportConfig(const ServerConfig& config, const ConfigSections& before,
                    ReloadReport* report) const;

  ConfigWatcher watcher_;
  const ConfigSections started_with_;
  ConfigSections in_force_;
  const UseLogging use_logging_;
  Server* const server_;
};

}  // namespace signet

#endif  // SIGNET_SERVER_TRANSPORT_CONFIG_RELOADER_H_
