// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/flags/parse.h"
#include "absl/flags/usage_config.h"
#include "absl/synchronization/mutex.h"
#include "server/transport/daemon.h"

ABSL_FLAG(std::string, config, "", "configuration file, YAML or JSON");
ABSL_FLAG(bool, dev, false, "development mode: a Unix socket for the user who starts it");
ABSL_FLAG(std::string, listen, "", "with --dev: unix:PATH instead of the default socket");
ABSL_FLAG(std::string, credentials_file, "", "with --dev: credentials instead of a throwaway one");
ABSL_FLAG(bool, check_config, false, "read the configuration, say what is wrong with it, and exit");

namespace {

constexpr char kHelp[] =
    R"(signetd signs AWS requests for callers that hold no secrets.

  signetd --config FILE                  serve by a configuration, YAML or JSON
  signetd --config FILE --check-config   only say what is wrong with it
  signetd --dev                          serve on a Unix socket for the user who starts it

With --dev:
  --listen unix:PATH        socket instead of $XDG_RUNTIME_DIR/signet/signet.sock
                            or /tmp/signet-UID/signet.sock
  --credentials-file FILE   credentials instead of a throwaway one named dev

  --version, --help

SIGNET_LOG_LEVEL (debug, info, warning, error) and SIGNET_LOG_FORMAT (text, json)
override the configuration. SIGTERM drains, SIGHUP reloads at once.
Exit codes: 0 drained, 1 cannot start, 2 wrong command line.
)";

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
  if (argc == 2 && (std::strcmp(argv[1], "--help") == 0 || std::strcmp(argv[1], "-h") == 0 ||
                    std::strcmp(argv[1], "help") == 0)) {
    std::fputs(kHelp, stdout);
    return 0;
  }
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
