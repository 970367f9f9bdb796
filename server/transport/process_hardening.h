// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_TRANSPORT_PROCESS_HARDENING_H_
#define SIGNET_SERVER_TRANSPORT_PROCESS_HARDENING_H_

#include <sys/resource.h>

#include <string>

#include "absl/status/status.h"
#include "server/service/config.h"

namespace signet {

// What was done to the process, for the log: "on", or "off" and why.
struct HardeningReport {
  std::string core_files;
  std::string tracing;
  std::string no_new_privileges;
  std::string syscall_filter;
  std::string capabilities;
};

// Makes the process as little as it can be, in three steps of its start.
class ProcessHardening {
 public:
  // Step 1, before anything secret is read, the configuration included: no core files, no
  // reading of memory by processes of the same user, locked memory for secrets.
  ProcessHardening();

  // Step 2, before credentials are read and threads start: no new privileges, only
  // the capabilities that binding takes, the system call filter. With allow_debugging
  // step 1 is taken back.
  //
  // FailedPrecondition, Unimplemented: the filter as DESIGN.md has it cannot be had;
  // the message names the field.
  absl::Status Restrict(const ServerConfig::Hardening& config);

  // Step 3, when the sockets are bound: no capabilities in any thread.
  absl::Status DropCapabilities(const ServerConfig::Hardening& config);

  const HardeningReport& report() const { return report_; }
  // Writes it to the log.
  void Report() const;

 private:
  void HideOrShowMemory(const ServerConfig::Hardening& config);
  absl::Status FilterSyscalls(ServerConfig::Hardening::SyscallFilter filter);

  rlimit core_limit_ = {};
  HardeningReport report_;
};

}  // namespace signet

#endif  // SIGNET_SERVER_TRANSPORT_PROCESS_HARDENING_H_
