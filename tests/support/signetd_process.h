// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_TESTS_SUPPORT_SIGNETD_PROCESS_H_
#define SIGNET_TESTS_SUPPORT_SIGNETD_PROCESS_H_

#include <sys/types.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace signet {

struct SignetdOptions {
  // The user and group it runs as; only root can choose.
  std::optional<uid_t> uid;
  // "NAME=value", beside what the test has.
  std::vector<std::string> environment;
  // Its working directory, where cores go, becomes the test's folder, and no limit keeps it from
  // writing one.
  bool may_dump_core = false;
  // The configuration file's; by it the server knows its format.
  std::string config_name = "signet.json";
};

// The real server as a child process, on a Unix socket in a folder of the test.
class SignetdProcess {
 public:
  // Starts `signetd --dev` with a credentials file of that text and waits until
  // it accepts connections. Null, with a test failure, when it does not.
  static std::unique_ptr<SignetdProcess> StartDevelopment(const std::string& folder,
                                                          const std::string& credentials);

  // Starts `signetd --config` with a configuration of that text, JSON; "SOCKET"
  // in it becomes the path of the socket.
  static std::unique_ptr<SignetdProcess> StartConfigured(const std::string& folder,
                                                         std::string configuration,
                                                         SignetdOptions options = {});

  // Kills it (SIGKILL), if it still runs.
  ~SignetdProcess();
  SignetdProcess(const SignetdProcess&) = delete;
  SignetdProcess& operator=(const SignetdProcess&) = delete;

  // "unix:<folder>/s"
  std::string target() const;
  pid_t pid() const { return pid_; }

  // What it has written so far to standard output and standard error.
  std::string Output() const;

  void Kill();
  // Waits for its end. Its exit code; -1 when a signal ended it.
  int Wait();

  // Another one with the same arguments, on the same socket.
  void Restart();

 private:
  SignetdProcess(std::string folder, std::vector<std::string> arguments, SignetdOptions options);

  static std::unique_ptr<SignetdProcess> Start(const std::string& folder,
                                               std::vector<std::string> arguments,
                                               SignetdOptions options = {});
  std::string LogPath() const;
  [[noreturn]] void Execute() const;
  bool WaitUntilItListens() const;

  const std::string folder_;
  const std::vector<std::string> arguments_;
  const SignetdOptions options_;
  pid_t pid_ = -1;
};

}  // namespace signet

#endif  // SIGNET_TESTS_SUPPORT_SIGNETD_PROCESS_H_
