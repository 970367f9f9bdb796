// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/flags/parse.h"
#include "absl/flags/usage.h"
#include "absl/flags/usage_config.h"
#include "absl/synchronization/mutex.h"
#include "server/transport/daemon.h"

ABSL_FLAG(std::string, config, "", "configuration file, YAML or JSON");
ABSL_FLAG(bool, dev, false, "development mode: a Unix socket for the user who starts it");
ABSL_FLAG(std::string, listen, "", "with --dev: unix:PATH instead of the default socket");
ABSL_FLAG(std::string, credentials_file, "", "with --dev: credentials instead of a throwaway one");

int main(int argc, char** argv) {
  // Costs 6 % of a call, and our locks are not absl's.
  absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore);
  absl::SetProgramUsageMessage(
      "signs AWS requests for callers that hold no secrets\n"
      "  signetd --config FILE\n"
      "  signetd --dev [--listen unix:PATH] [--credentials-file FILE]");
  absl::FlagsUsageConfig usage;
  usage.version_string = [] { return "signetd " SIGNET_VERSION "\n"; };
  absl::SetFlagsUsageConfig(usage);
  const std::vector<char*> arguments = absl::ParseCommandLine(argc, argv);
  return signet::RunDaemon({.config_file = absl::GetFlag(FLAGS_config),
                            .is_development = absl::GetFlag(FLAGS_dev),
                            .listen = absl::GetFlag(FLAGS_listen),
                            .credentials_file = absl::GetFlag(FLAGS_credentials_file),
                            .arguments = {arguments.begin() + 1, arguments.end()}});
}
