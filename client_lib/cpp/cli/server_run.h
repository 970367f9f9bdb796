// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_CLIENT_LIB_CPP_CLI_SERVER_RUN_H_
#define SIGNET_CLIENT_LIB_CPP_CLI_SERVER_RUN_H_

#include <string>
#include <vector>

namespace signet::cli {

// What signetd said, its lines as if this command had.
struct ServerRun {
  // 127: it cannot be started. -1: a signal ended it.
  int exit_status = -1;
  std::string output;
  std::string errors;
};

// Runs the signetd that was installed with this command, else the one in PATH, to its end.
// The server is the one judge of its configuration, so this command holds no second reader
// of it.
ServerRun RunServer(const std::vector<std::string>& arguments);

}  // namespace signet::cli

#endif  // SIGNET_CLIENT_LIB_CPP_CLI_SERVER_RUN_H_
