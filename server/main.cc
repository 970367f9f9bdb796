// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdio>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/synchronization/mutex.h"
#include "server/transport/command_line.h"
#include "server/transport/daemon.h"

namespace {

constexpr char kHelp[] =
    R"(signetd signs AWS requests for callers that hold no secrets.

  signetd --config FILE                  serve by a configuration, YAML or JSON
  signetd --config FILE --check-config   only say what is wrong with it
  signetd --config FILE --test-policy [--policy-tests FILE]
  signetd --config FILE --explain-policy JSON
                                         only what its policy decides, as JSON
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

constexpr int kStandardStreams[] = {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO};

// Opens the null device for each that the starter closed. It would be given to
// whatever is opened next, and what is meant for people would be written there.
//
// Runs before main() and before the initializers of libraries, of which gRPC's
// open descriptors. Sanitizers are not ready by then: nothing here is instrumented
// or intercepted.
__attribute__((no_sanitize("address", "thread", "undefined"))) void OpenStandardStreams(
    int /*argc*/, char** /*argv*/, char** /*environment*/) {
  for (const int stream : kStandardStreams) {
    if (::syscall(SYS_fcntl, stream, F_GETFD) < 0) {
      // The lowest free one, which is this.
      ::syscall(SYS_openat, AT_FDCWD, "/dev/null", O_RDWR);
    }
  }
}

__attribute__((section(".preinit_array"),
               used)) void (*const kBeforeAllElse)(int, char**, char**) = &OpenStandardStreams;

bool HasStandardStreams() {
  for (const int stream : kStandardStreams) {
    if (::fcntl(stream, F_GETFD) < 0) {
      return false;
    }
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  // Without a null device there is nowhere to say so.
  if (!HasStandardStreams()) {
    return 1;
  }
  // Costs 6 % of a call, and our locks are not absl's.
  absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore);
  // Without any, there is no program's name either.
  const std::vector<absl::string_view> words(argv + (argc > 0 ? 1 : 0), argv + argc);
  const absl::StatusOr<signet::CommandLine> line = signet::ParseCommandLine(words);
  if (!line.ok()) {
    std::fprintf(stderr, "signetd: %s\n", std::string(line.status().message()).c_str());
    return 2;
  }
  switch (line->action) {
    case signet::CommandLine::Action::kShowHelp:
      std::fputs(kHelp, stdout);
      return 0;
    case signet::CommandLine::Action::kShowVersion:
      std::fputs("signetd " SIGNET_VERSION "\n", stdout);
      return 0;
    case signet::CommandLine::Action::kRun:
      break;
  }
  return signet::RunDaemon(line->options);
}
