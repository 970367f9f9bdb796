// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_TESTS_SUPPORT_SIGNETD_PROCESS_H_
#define SIGNET_TESTS_SUPPORT_SIGNETD_PROCESS_H_

#include <sys/types.h>

#include <memory>
#include <string>
#include <vector>

namespace signet {

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
                                                         std::string configuration);

  // Kills it (SIGKILL), if it still runs.
  ~SignetdProcess();
  SignetdProcess(const SignetdProcess&) = delete;
  SignetdProcess& operator=(const SignetdProcess&) = delete;

  // "unix:<folder>/s"
  std::string target() const;
  pid_t pid() const { return pid_; }

  void Kill();

  // Another one with the same arguments, on the same socket.
  void Restart();

 private:
  SignetdProcess(std::string folder, std::vector<std::string> arguments);

  static std::unique_ptr<SignetdProcess> Start(const std::string& folder,
                                               std::vector<std::string> arguments);
  bool WaitUntilItListens() const;

  const std::string folder_;
  const std::vector<std::string> arguments_;
  pid_t pid_ = -1;
};

}  // namespace signet

#endif  // SIGNET_TESTS_SUPPORT_SIGNETD_PROCESS_H_
