// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_TESTS_SUPPORT_IN_CHILD_H_
#define SIGNET_TESTS_SUPPORT_IN_CHILD_H_

#include <sys/wait.h>
#include <unistd.h>

#include <functional>

namespace signet {

// The exit code of `body` in a child, for what cannot be undone in this process; -1 when a
// signal ended it.
inline int InChild(const std::function<int()>& body) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);
    _exit(body());
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace signet

#endif  // SIGNET_TESTS_SUPPORT_IN_CHILD_H_
