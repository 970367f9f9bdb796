// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_TRANSPORT_SYSCALL_FILTER_H_
#define SIGNET_SERVER_TRANSPORT_SYSCALL_FILTER_H_

#include "absl/status/status.h"

namespace signet {

// What a system call that the filter does not list comes to.
enum class UnlistedSyscall {
  // The process ends by SIGSYS, and the kernel logs the call.
  kKills,
  // It fails with EPERM.
  kFails,
};

// Whether this build has a filter: it needs libseccomp, and sanitizers need calls
// that it denies.
bool HasSyscallFilter();

// Lets all threads of the process make only the system calls that serving takes, for
// the rest of its life (seccomp). Denied are, among others: execve, fork and clone
// of anything but a thread, ptrace and process_vm_readv, signals to other processes,
// memory that is executable and anonymous or becomes executable, sockets that are
// neither Unix nor IP streams and datagrams (but netlink's routes, which looking up
// names reads), io_uring, bpf, mount, keyctl, userfaultfd, namespaces, modules.
// Calls that a C library tries first and does without (clone3, openat2 and what is
// newer than the list) fail with ENOSYS in either mode.
//
// Sets no_new_privs. Unimplemented: HasSyscallFilter() is false. FailedPrecondition:
// the kernel does not take it.
absl::Status InstallSyscallFilter(UnlistedSyscall unlisted);

}  // namespace signet

#endif  // SIGNET_SERVER_TRANSPORT_SYSCALL_FILTER_H_
