// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstring>
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
ABSL_FLAG(bool, check_config, false, "read the configuration, say what is wrong with it, and exit");

namespace {

// "--credentials-file=x" as "--credentials_file=x": Abseil knows flags by their
// variables' names alone.
void SpellFlagsWithUnderscores(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    if (std::strncmp(argv[i], "--", 2) == 0) {
      char* const end = argv[i] + std::strcspn(argv[i], "=");
      std::replace(argv[i] + 2, end, '-', '_');
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  // Costs 6 % of a call, and our locks are not absl's.
  absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore);
  absl::SetProgramUsageMessage(
      "signs AWS requests for callers that hold no secrets\n"
      "  signetd --config FILE\n"
      "  signetd --config FILE --check-config\n"
      "  signetd --dev [--listen unix:PATH] [--credentials-file FILE]");
  absl::FlagsUsageConfig usage;
  usage.version_string = [] { return "signetd " SIGNET_VERSION "\n"; };
  absl::SetFlagsUsageConfig(usage);
  SpellFlagsWithUnderscores(argc, argv);
  const std::vector<char*> arguments = absl::ParseCommandLine(argc, argv);
  return signet::RunDaemon({.config_file = absl::GetFlag(FLAGS_config),
                            .is_check = absl::GetFlag(FLAGS_check_config),
                            .is_development = absl::GetFlag(FLAGS_dev),
                            .listen = absl::GetFlag(FLAGS_listen),
                            .credentials_file = absl::GetFlag(FLAGS_credentials_file),
                            .arguments = {arguments.begin() + 1, arguments.end()}});
}
