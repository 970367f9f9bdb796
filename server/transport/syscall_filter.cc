// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/syscall_filter.h"

#if defined(SIGNET_HAVE_SECCOMP) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define SIGNET_HAS_SYSCALL_FILTER 1
#endif
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#undef SIGNET_HAS_SYSCALL_FILTER
#endif
#endif

#ifdef SIGNET_HAS_SYSCALL_FILTER
#include <fcntl.h>
#include <linux/netlink.h>
#include <linux/sockios.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <memory>
#endif

#include "absl/strings/str_cat.h"

namespace signet {

#ifdef SIGNET_HAS_SYSCALL_FILTER

namespace {

// Allowed whatever their arguments. What an architecture does not have is left out by
// the library, so the old names of x86 and the newer ones of others stand together.
constexpr const char* kAllowed[] = {
    // Memory. Locking it is what the key cache does.
    "brk", "madvise", "mincore", "mlock", "mlock2", "mremap", "munlock", "munmap", "mbind",
    "get_mempolicy",
    // Threads and time.
    "arch_prctl", "clock_getres", "clock_gettime", "clock_nanosleep", "exit", "exit_group", "futex",
    "get_robust_list", "getcpu", "getitimer", "getpriority", "gettimeofday", "membarrier",
    "nanosleep", "restart_syscall", "rseq", "rt_sigaction", "rt_sigpending", "rt_sigprocmask",
    "rt_sigreturn", "rt_sigsuspend", "rt_sigtimedwait", "sched_get_priority_max",
    "sched_get_priority_min", "sched_getaffinity", "sched_getparam", "sched_getscheduler",
    "sched_yield", "set_robust_list", "set_tid_address", "sigaltstack", "time", "timer_create",
    "timer_delete", "timer_getoverrun", "timer_gettime", "timer_settime", "timerfd_create",
    "timerfd_gettime", "timerfd_settime",
    // Who and where we are.
    "capget", "capset", "getegid", "geteuid", "getgid", "getgroups", "getpgrp", "getpid", "getppid",
    "getresgid", "getresuid", "getrlimit", "getrusage", "gettid", "getuid", "sysinfo", "times",
    "umask", "uname",
    // Files: configuration, credentials, certificates, the audit log, sockets' paths.
    "access", "chmod", "chown", "close", "close_range", "copy_file_range", "creat", "dup", "dup2",
    "dup3", "faccessat", "faccessat2", "fadvise64", "fallocate", "fchmod", "fchmodat", "fchown",
    "fchownat", "fcntl", "fdatasync", "flock", "fstat", "fstatfs", "fsync", "ftruncate", "getcwd",
    "getdents64", "lchown", "link", "linkat", "lseek", "lstat", "mkdir", "mkdirat", "newfstatat",
    "open", "openat", "pread64", "preadv", "preadv2", "pwrite64", "pwritev", "pwritev2", "read",
    "readlink", "readlinkat", "readv", "rename", "renameat", "renameat2", "rmdir", "stat", "statfs",
    "statx", "symlink", "symlinkat", "sync_file_range", "truncate", "unlink", "unlinkat",
    "utimensat", "write", "writev", "getrandom", "inotify_add_watch", "inotify_init1",
    "inotify_rm_watch",
    // Waiting, pipes, connections.
    "epoll_create", "epoll_create1", "epoll_ctl", "epoll_pwait", "epoll_pwait2", "epoll_wait",
    "eventfd", "eventfd2", "pipe", "pipe2", "poll", "ppoll", "pselect6", "select", "signalfd4",
    "accept", "accept4", "bind", "connect", "getpeername", "getsockname", "getsockopt", "listen",
    "recvfrom", "recvmmsg", "recvmsg", "sendmmsg", "sendmsg", "sendto", "setsockopt", "shutdown"};

// Tried first by C libraries, which then do without. The filter cannot look behind
// the pointers that clone3 and openat2 take.
constexpr const char* kNotThere[] = {"clone3", "openat2", "futex_waitv"};

// Calls that came after this list was made.
constexpr int kFirstUnknown = 450;
constexpr int kLastUnknown = 599;

// Requests of ioctl: what waits in a stream, and not waiting for it.
constexpr uint64_t kIoctls[] = {FIONBIO, FIOCLEX, FIONREAD, SIOCOUTQ, TCGETS, TIOCGWINSZ};

constexpr int kPrctls[] = {
    PR_SET_NAME,
    PR_GET_NAME,
    PR_GET_DUMPABLE,
    PR_CAPBSET_READ,
    PR_GET_NO_NEW_PRIVS,
    PR_GET_SECCOMP,
    PR_SET_TIMERSLACK
#ifdef PR_SET_VMA
    ,
    PR_SET_VMA  // Names memory for /proc/PID/maps.
#endif
};

// New namespaces would be clone's way around unshare.
constexpr uint64_t kNamespaces = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC |
                                 CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET;
// The kind of a socket without SOCK_CLOEXEC and SOCK_NONBLOCK.
constexpr uint64_t kSocketKind = 0xf;

using Arguments = std::initializer_list<scmp_arg_cmp>;

// Argument `index` is `value`, in the bits of `mask`.
constexpr scmp_arg_cmp Is(unsigned index, uint64_t value, uint64_t mask = ~uint64_t{0}) {
  return {index, SCMP_CMP_MASKED_EQ, mask, value};
}

// Collects rules, and the first error among them.
class Rules {
 public:
  explicit Rules(scmp_filter_ctx context) : context_(context) {}

  // All `arguments` hold; of several rules for one call, any.
  void Allow(const char* name, Arguments arguments = {}) {
    Add(SCMP_ACT_ALLOW, seccomp_syscall_resolve_name(name), arguments);
  }
  void NotThere(const char* name) { NotThere(seccomp_syscall_resolve_name(name)); }
  void NotThere(int number) { Add(SCMP_ACT_ERRNO(ENOSYS), number, {}); }

  // 0, or a negative errno.
  int error() const { return error_; }

 private:
  void Add(uint32_t action, int number, Arguments arguments) {
    if (error_ != 0 || number == __NR_SCMP_ERROR) {
      return;  // A name that this version of the library does not know.
    }
    const int error = seccomp_rule_add_array(
        context_, action, number, static_cast<unsigned>(arguments.size()), arguments.begin());
    // EDOM: a call that this architecture does not have.
    error_ = error == -EDOM ? 0 : error;
  }

  const scmp_filter_ctx context_;
  int error_ = 0;
};

void AddMemory(Rules& rules) {
  // No page is writable and executable, or was writable before. Libraries that the C
  // library loads late, for looking up names, are mapped from their files.
  rules.Allow("mmap", {Is(2, 0, PROT_EXEC)});
  rules.Allow("mmap", {Is(2, PROT_EXEC, PROT_EXEC | PROT_WRITE), Is(3, 0, MAP_ANONYMOUS)});
  rules.Allow("mprotect", {Is(2, 0, PROT_EXEC)});
}

void AddProcess(Rules& rules) {
  rules.Allow("clone", {Is(0, CLONE_THREAD, CLONE_THREAD | kNamespaces)});
  rules.Allow("tgkill", {Is(0, static_cast<uint64_t>(::getpid()))});
  // Asking for a limit, not setting one.
  rules.Allow("prlimit64", {Is(2, 0)});
  for (const int option : kPrctls) {
    rules.Allow("prctl", {Is(0, static_cast<uint64_t>(option), UINT32_MAX)});
  }
}

void AddSockets(Rules& rules) {
  for (const int family : {AF_UNIX, AF_INET, AF_INET6}) {
    for (const int kind : {SOCK_STREAM, SOCK_DGRAM}) {
      rules.Allow("socket", {Is(0, static_cast<uint64_t>(family), UINT32_MAX),
                             Is(1, static_cast<uint64_t>(kind), kSocketKind)});
    }
  }
  rules.Allow("socket", {Is(0, AF_NETLINK, UINT32_MAX), Is(1, SOCK_RAW, kSocketKind),
                         Is(2, NETLINK_ROUTE, UINT32_MAX)});
  rules.Allow("socketpair", {Is(0, AF_UNIX, UINT32_MAX)});
  for (const uint64_t request : kIoctls) {
    rules.Allow("ioctl", {Is(1, request, UINT32_MAX)});
  }
}

int Install(UnlistedSyscall unlisted) {
  const uint32_t otherwise =
      unlisted == UnlistedSyscall::kKills ? SCMP_ACT_KILL_PROCESS : SCMP_ACT_ERRNO(EPERM);
  const std::unique_ptr<void, decltype(&seccomp_release)> context(seccomp_init(otherwise),
                                                                  &seccomp_release);
  if (context == nullptr) {
    return -ENOMEM;
  }
  Rules rules(context.get());
  for (const char* const name : kAllowed) {
    rules.Allow(name);
  }
  for (const char* const name : kNotThere) {
    rules.NotThere(name);
  }
  for (int number = kFirstUnknown; number <= kLastUnknown; ++number) {
    rules.NotThere(number);
  }
  AddMemory(rules);
  AddProcess(rules);
  AddSockets(rules);
  if (rules.error() != 0) {
    return rules.error();
  }
  const std::pair<scmp_filter_attr, uint32_t> attributes[] = {
      // Threads that run already, too.
      {SCMP_FLTATR_CTL_TSYNC, 1},
      {SCMP_FLTATR_CTL_NNP, 1},
      {SCMP_FLTATR_CTL_LOG, 1},
      // A tree instead of a list.
      {SCMP_FLTATR_CTL_OPTIMIZE, 2},
      // Else the number of a failed load is always ECANCELED.
      {SCMP_FLTATR_API_SYSRAWRC, 1},
  };
  for (const auto& [attribute, value] : attributes) {
    if (const int error = seccomp_attr_set(context.get(), attribute, value); error != 0) {
      return error;
    }
  }
  return seccomp_load(context.get());
}

}  // namespace

bool HasSyscallFilter() { return true; }

absl::Status InstallSyscallFilter(UnlistedSyscall unlisted) {
  if (const int error = Install(unlisted); error != 0) {
    return absl::FailedPreconditionError(
        absl::StrCat("the kernel does not take the system call filter (", std::strerror(-error),
                     "); hardening.syscall_filter: off does without"));
  }
  return absl::OkStatus();
}

#else

bool HasSyscallFilter() { return false; }

absl::Status InstallSyscallFilter(UnlistedSyscall /*unlisted*/) {
  return absl::UnimplementedError(
      "this build has no system call filter, which needs libseccomp and no sanitizers");
}

#endif

}  // namespace signet
