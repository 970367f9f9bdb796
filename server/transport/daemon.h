// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_TRANSPORT_DAEMON_H_
#define SIGNET_SERVER_TRANSPORT_DAEMON_H_

#include <string>
#include <vector>

namespace signet {

// What the command line says.
struct DaemonOptions {
  // The configuration file; empty with `is_development`.
  std::string config_file;
  // Only read and check the configuration.
  bool is_check = false;
  // Only run the tests of its policy, or those of another file; or only answer a question
  // about it (policy_report.h).
  bool is_policy_test = false;
  std::string policy_tests_file;
  std::string policy_question;
  bool is_development = false;
  // Development mode only.
  std::string listen;
  std::string credentials_file;
  // What was given beside options; there should be nothing.
  std::vector<std::string> arguments;
};

// Runs the server until SIGTERM or SIGINT, then drains it (a second signal cuts
// the delay short). Once a second, and at SIGHUP, it looks for changes of
// credentials and configuration; bad ones leave the last good ones in use.
//
// With `is_check` it only reads the configuration, its credentials and its TLS
// files, and prints its warnings and "FILE: ok", or a line for each error;
// returns 0 or 1. With `is_policy_test` or a `policy_question` it prints a report of
// policy_report.h; returns 0, or 1 with an error.
//
// To be called before any thread is started, since it blocks signals. Returns
// the exit code: 0 after a drain, 1 when the server cannot start, 2 for options
// that contradict each other or are malformed; then one line on standard error says why.
int RunDaemon(const DaemonOptions& options);

}  // namespace signet

#endif  // SIGNET_SERVER_TRANSPORT_DAEMON_H_
