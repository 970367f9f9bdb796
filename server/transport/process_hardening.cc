// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/process_hardening.h"

#include <sys/prctl.h>

#include <cerrno>

#include "absl/strings/str_cat.h"
#include "server/base/secret_memory.h"
#include "server/base/status_macros.h"
#include "server/observability/log.h"
#include "server/transport/capabilities.h"
#include "server/transport/syscall_filter.h"

namespace signet {
namespace {

using Filter = ServerConfig::Hardening::SyscallFilter;

constexpr char kOn[] = "on";

// Sanitizers look into the process with ptrace, and have a thread that takes no signals.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kIsSanitized = true;
#else
constexpr bool kIsSanitized = false;
#endif

std::string OnIf(bool is_on) { return is_on ? kOn : "off: the kernel refused"; }

}  // namespace

ProcessHardening::ProcessHardening() {
  ::getrlimit(RLIMIT_CORE, &core_limit_);
  const rlimit none = {.rlim_cur = 0, .rlim_max = core_limit_.rlim_max};
  ::setrlimit(RLIMIT_CORE, &none);
  // Also keeps the kernel from handing a core to a program (core_pattern), which no
  // limit does.
  if (!kIsSanitized) {
    ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  }
  SecretMemory::UseLocked();
}

absl::Status ProcessHardening::Restrict(const ServerConfig::Hardening& config) {
  HideOrShowMemory(config);
  report_.no_new_privileges = OnIf(::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0);
  if (!config.keep_capabilities) {
    SIGNET_RETURN_IF_ERROR(DropCapabilitiesButForBinding());
  }
  return FilterSyscalls(config.syscall_filter);
}

void ProcessHardening::HideOrShowMemory(const ServerConfig::Hardening& config) {
  if (config.allow_debugging) {
    ::setrlimit(RLIMIT_CORE, &core_limit_);
    ::prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
    report_.core_files = report_.tracing = "allowed: hardening.allow_debugging";
    return;
  }
  const rlimit none = {};
  report_.core_files = ::setrlimit(RLIMIT_CORE, &none) == 0 ? "none" : "the kernel refused";
  report_.tracing = kIsSanitized                                ? "allowed: a build with sanitizers"
                    : ::prctl(PR_GET_DUMPABLE, 0, 0, 0, 0) == 0 ? "denied"
                                                                : "allowed: the kernel refused";
}

absl::Status ProcessHardening::FilterSyscalls(Filter filter) {
  if (filter == Filter::kOff) {
    report_.syscall_filter = "off: hardening.syscall_filter";
    return absl::OkStatus();
  }
  if (filter == Filter::kDefault && !HasSyscallFilter()) {
    report_.syscall_filter = "off: not in this build";
    return absl::OkStatus();
  }
  const bool kills = filter != Filter::kRefuse;
  const absl::Status status =
      InstallSyscallFilter(kills ? UnlistedSyscall::kKills : UnlistedSyscall::kFails);
  if (!status.ok()) {
    return absl::Status(status.code(),
                        absl::StrCat("hardening.syscall_filter: ", status.message()));
  }
  report_.syscall_filter = kills ? "kill" : "refuse";
  return absl::OkStatus();
}

absl::Status ProcessHardening::DropCapabilities(const ServerConfig::Hardening& config) {
  if (config.keep_capabilities) {
    report_.capabilities = "kept: hardening.keep_capabilities";
    return absl::OkStatus();
  }
  if (kIsSanitized) {
    report_.capabilities = "those for binding: a build with sanitizers";
    return absl::OkStatus();
  }
  SIGNET_RETURN_IF_ERROR(DropCapabilitiesOfAllThreads());
  report_.capabilities = "none";
  return absl::OkStatus();
}

void ProcessHardening::Report() const {
  Log(LogLevel::kInfo, "process hardening",
      {{"core_files", report_.core_files},
       {"tracing", report_.tracing},
       {"no_new_privileges", report_.no_new_privileges},
       {"syscall_filter", report_.syscall_filter},
       {"capabilities", report_.capabilities}});
}

}  // namespace signet
