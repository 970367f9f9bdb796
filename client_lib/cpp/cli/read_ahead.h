// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_CLIENT_LIB_CPP_CLI_READ_AHEAD_H_
#define SIGNET_CLIENT_LIB_CPP_CLI_READ_AHEAD_H_

#include <memory>

#include "client_lib/cpp/cli/body_source.h"

namespace signet::cli {

// Reads `source` on a thread of its own, at most 4 MiB ahead, so that hashing
// and signing go on while earlier bytes are sent. Destroying it waits for the
// read that is under way.
std::unique_ptr<BodySource> ReadAhead(std::unique_ptr<BodySource> source);

}  // namespace signet::cli

#endif  // SIGNET_CLIENT_LIB_CPP_CLI_READ_AHEAD_H_
