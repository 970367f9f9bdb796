// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_CLIENT_LIB_CPP_CLI_SERVER_FLAGS_H_
#define SIGNET_CLIENT_LIB_CPP_CLI_SERVER_FLAGS_H_

#include <string>

#include "CLI/CLI.hpp"
#include "client_lib/cpp/cli/output.h"
#include "client_lib/cpp/signer.h"

namespace signet::cli {

// Where the server is: flags that every command that talks to it has.
struct ServerFlags {
  std::string target;
  std::string tls_ca;
  std::string tls_cert;
  std::string tls_key;
  double timeout_seconds = 5;
  bool json = false;

  SignerOptions ToOptions() const;
  Format format() const { return json ? Format::kJson : Format::kText; }
};

// `flags` outlives `command`.
void AddServerFlags(CLI::App& command, ServerFlags* flags);

}  // namespace signet::cli

#endif  // SIGNET_CLIENT_LIB_CPP_CLI_SERVER_FLAGS_H_
