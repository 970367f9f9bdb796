// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_TRANSPORT_CAPABILITIES_H_
#define SIGNET_SERVER_TRANSPORT_CAPABILITIES_H_

#include "absl/status/status.h"

namespace signet {

// Drops every capability of the calling thread but those that opening listeners
// and locking memory take (low ports, RLIMIT_MEMLOCK, the socket's owner), and the
// bounding and ambient sets. To be called before other threads start, which
// inherit what is left.
//
// Internal: the kernel refused.
absl::Status DropCapabilitiesButForBinding();

// Drops every capability of all threads of the process, however they came to run:
// the kernel keeps capabilities by thread, so each is sent a signal (SIGURG) whose
// handler drops its own. Safe while threads are starting.
//
// DeadlineExceeded: a thread kept its own for 10 seconds, since it blocks signals.
absl::Status DropCapabilitiesOfAllThreads();

// True when no thread of the process has a permitted or effective capability.
bool HasNoCapabilities();

}  // namespace signet

#endif  // SIGNET_SERVER_TRANSPORT_CAPABILITIES_H_
