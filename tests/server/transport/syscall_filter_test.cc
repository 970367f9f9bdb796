// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// The filter that signetd installs, attacked from inside a process that has it.

#include "server/transport/syscall_filter.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <linux/netlink.h>
#include <linux/sched.h>
#include <netdb.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

// How a child ended: "signal N", or "exit N".
std::string EndOf(const std::function<int()>& body) {
  const pid_t child = fork();
  if (child == 0) {
    const rlimit none = {};
    setrlimit(RLIMIT_CORE, &none);
    alarm(60);
    _exit(body());
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? "signal " + std::to_string(WTERMSIG(status))
                             : "exit " + std::to_string(WEXITSTATUS(status));
}

const std::string& Killed() {
  static const auto* const end = new std::string("signal " + std::to_string(SIGSYS));
  return *end;
}

// `body` in a child that has the filter.
std::string EndUnderFilter(UnlistedSyscall unlisted, const std::function<int()>& body) {
  return EndOf([&] { return InstallSyscallFilter(unlisted).ok() ? body() : 99; });
}

// A forbidden call, with its result.
struct Attempt {
  absl::string_view name;
  std::function<long()> call;
};

long ReadOwnMemoryAsAnother() {
  char from = 'x';
  char to = 0;
  const iovec local = {&to, 1};
  const iovec remote = {&from, 1};
  return process_vm_readv(getpid(), &local, 1, &remote, 1, 0);
}

long WriteOwnMemoryAsAnother() {
  char from = 'x';
  char to = 0;
  const iovec local = {&from, 1};
  const iovec remote = {&to, 1};
  return process_vm_writev(getpid(), &local, 1, &remote, 1, 0);
}

long Fork() {
  const pid_t child = fork();
  if (child == 0) {
    _exit(0);
  }
  return child;
}

long Spawn() {
  pid_t child = 0;
  char name[] = "true";
  char* const arguments[] = {name, nullptr};
  const int error = posix_spawn(&child, "/bin/true", nullptr, nullptr, arguments, environ);
  errno = error;
  return error == 0 ? 0 : -1;
}

long Execute() {
  char name[] = "true";
  char* const arguments[] = {name, nullptr};
  return execve("/bin/true", arguments, environ);
}

long MakePageExecutable() {
  void* const page =
      mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return mprotect(page, 4096, PROT_READ | PROT_EXEC);
}

long MapAnonymously(int protection) {
  return mmap(nullptr, 4096, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? -1 : 0;
}

long MapFileWritableAndExecutable() {
  const int file = open("/proc/self/exe", O_RDONLY);
  return mmap(nullptr, 4096, PROT_WRITE | PROT_EXEC, MAP_PRIVATE, file, 0) == MAP_FAILED ? -1 : 0;
}

std::vector<Attempt> ProcessAttempts() {
  return {
      {"execve", Execute},
      {"execveat", [] { return syscall(SYS_execveat, -1, "", nullptr, nullptr, 0); }},
      {"fork", Fork},
      {"posix_spawn", Spawn},
      {"clone of a process", [] { return syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0) == 0 ? 0 : -1; }},
      {"clone of a namespace",
       [] { return syscall(SYS_clone, CLONE_THREAD | CLONE_NEWUSER, 0, 0, 0, 0); }},
      {"unshare", [] { return unshare(CLONE_NEWUSER); }},
      {"setns", [] { return setns(-1, 0); }},
      {"ptrace", [] { return ptrace(PTRACE_TRACEME, 0, 0, 0); }},
      {"process_vm_readv", ReadOwnMemoryAsAnother},
      {"process_vm_writev", WriteOwnMemoryAsAnother},
      {"pidfd_open", [] { return syscall(SYS_pidfd_open, getpid(), 0); }},
      {"kill", [] { return kill(getppid(), 0); }},
      {"tgkill", [] { return syscall(SYS_tgkill, getppid(), getppid(), 0); }},
      {"setuid", [] { return setuid(getuid()); }},
      {"personality", [] { return syscall(SYS_personality, 0xffffffff); }},
      {"setrlimit",
       [] {
         const rlimit none = {};
         return setrlimit(RLIMIT_CORE, &none);
       }},
      {"prctl", [] { return prctl(PR_SET_DUMPABLE, 1, 0, 0, 0); }},
      {"seccomp",
       [] { return syscall(SYS_seccomp, 2 /* SECCOMP_GET_ACTION_AVAIL */, 0, nullptr); }},
  };
}

std::vector<Attempt> MemoryAttempts() {
  return {
      {"mprotect to executable", MakePageExecutable},
      {"mmap, anonymous and executable", [] { return MapAnonymously(PROT_READ | PROT_EXEC); }},
      {"mmap, writable and executable", [] { return MapAnonymously(PROT_WRITE | PROT_EXEC); }},
      {"mmap of a file, writable and executable", MapFileWritableAndExecutable},
      {"pkey_mprotect", [] { return syscall(SYS_pkey_mprotect, 0, 0, PROT_EXEC, -1); }},
      {"memfd_create", [] { return syscall(SYS_memfd_create, "x", 0); }},
      {"userfaultfd", [] { return syscall(SYS_userfaultfd, 0); }},
      {"process_madvise", [] { return syscall(SYS_process_madvise, -1, nullptr, 0, 0, 0); }},
  };
}

std::vector<Attempt> KernelAttempts() {
  return {
      {"socket AF_PACKET", [] { return socket(AF_PACKET, SOCK_RAW, 0); }},
      {"socket AF_VSOCK", [] { return socket(AF_VSOCK, SOCK_STREAM, 0); }},
      {"socket AF_ALG", [] { return socket(AF_ALG, SOCK_SEQPACKET, 0); }},
      {"raw socket", [] { return socket(AF_INET, SOCK_RAW | SOCK_CLOEXEC, IPPROTO_ICMP); }},
      {"netlink's audit", [] { return socket(AF_NETLINK, SOCK_RAW, NETLINK_AUDIT); }},
      {"ioctl TIOCSTI", [] { return ioctl(STDIN_FILENO, TIOCSTI, "x"); }},
      {"io_uring_setup", [] { return syscall(SYS_io_uring_setup, 0, nullptr); }},
      {"bpf", [] { return syscall(SYS_bpf, 0, nullptr, 0); }},
      {"perf_event_open", [] { return syscall(SYS_perf_event_open, nullptr, 0, -1, -1, 0); }},
      {"keyctl", [] { return syscall(SYS_keyctl, 0, -3, 0); }},
      {"add_key", [] { return syscall(SYS_add_key, nullptr, nullptr, nullptr, 0, 0); }},
      {"mount", [] { return syscall(SYS_mount, "none", "/nowhere", "tmpfs", 0, nullptr); }},
      {"chroot", [] { return chroot("/nowhere"); }},
      {"kexec_load", [] { return syscall(SYS_kexec_load, 0, 0, nullptr, 0); }},
      {"init_module", [] { return syscall(SYS_init_module, nullptr, 0, nullptr); }},
      {"open_by_handle_at", [] { return syscall(SYS_open_by_handle_at, -1, nullptr, 0); }},
      {"clock_settime", [] { return syscall(SYS_clock_settime, 0, nullptr); }},
#ifdef __x86_64__
      {"the x32 interface", [] { return syscall(0x40000000 + SYS_getpid); }},
      {"iopl", [] { return syscall(SYS_iopl, 0); }},
#endif
  };
}

std::vector<Attempt> AllAttempts() {
  std::vector<Attempt> all = ProcessAttempts();
  for (const auto& more : {MemoryAttempts(), KernelAttempts()}) {
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

// What serving takes; each returns whether it did as without the filter.
bool StartsThreads() {
  int done = 0;
  std::thread([&] { done = 1; }).join();
  return done == 1;
}

bool LooksUpNames() {
  addrinfo* found = nullptr;
  const int error = getaddrinfo("localhost", "80", nullptr, &found);
  return error != EAI_SYSTEM;
}

bool WaitsAndConnects() {
  int pair[2];
  const int event = eventfd(0, EFD_CLOEXEC);
  pollfd waiting = {.fd = event, .events = POLLIN, .revents = 0};
  return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) == 0 &&
         poll(&waiting, 1, 0) == 0 && socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0) >= 0 &&
         socket(AF_INET6, SOCK_DGRAM | SOCK_CLOEXEC, 0) >= 0 &&
         socket(AF_UNIX, SOCK_STREAM, 0) >= 0;
}

bool UsesMemory() {
  void* const memory = malloc(size_t{8} << 20);
  void* const page =
      mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  const int program = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  return memory != nullptr && mlock(page, 4096) == 0 &&
         mmap(nullptr, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, program, 0) != MAP_FAILED;
}

bool NamesItself() {
  return prctl(PR_SET_NAME, "x", 0, 0, 0) == 0 && getpid() > 0 && geteuid() == getuid();
}

class SyscallFilterTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!HasSyscallFilter()) {
      GTEST_SKIP() << "this build has no filter";
    }
  }
};

TEST_F(SyscallFilterTest, KillsWhoeverMakesAForbiddenCall) {
  for (const Attempt& attempt : AllAttempts()) {
    const auto body = [&] { return attempt.call() == -1 ? 1 : 0; };
    // Whatever each comes to for this user without the filter: no kill.
    EXPECT_NE(EndOf(body), Killed()) << attempt.name;
    EXPECT_EQ(EndUnderFilter(UnlistedSyscall::kKills, body), Killed()) << attempt.name;
  }
}

TEST_F(SyscallFilterTest, OrRefusesTheCall) {
  for (const Attempt& attempt : AllAttempts()) {
#ifdef __x86_64__
    if (attempt.name == "the x32 interface") {
      continue;  // Another interface is no call outside the list: it kills always.
    }
#endif
    const auto body = [&] { return attempt.call() == -1 && errno == EPERM ? 0 : 1; };
    EXPECT_EQ(EndUnderFilter(UnlistedSyscall::kFails, body), "exit 0") << attempt.name;
  }
}

TEST_F(SyscallFilterTest, LetsServingDoWhatItTakes) {
  const std::vector<std::pair<std::string, bool (*)()>> parts = {{"threads", StartsThreads},
                                                                 {"names", LooksUpNames},
                                                                 {"connections", WaitsAndConnects},
                                                                 {"memory", UsesMemory},
                                                                 {"itself", NamesItself}};
  for (const auto& [name, part] : parts) {
    EXPECT_EQ(EndUnderFilter(UnlistedSyscall::kKills, [part = part] { return part() ? 0 : 1; }),
              "exit 0")
        << name;
  }
}

// By its own signal, not by the filter's.
TEST_F(SyscallFilterTest, LetsAbortEndTheProcess) {
  EXPECT_EQ(EndUnderFilter(UnlistedSyscall::kKills,
                           []() -> int {
                             signal(SIGABRT, SIG_DFL);
                             abort();
                           }),
            "signal " + std::to_string(SIGABRT));
}

TEST_F(SyscallFilterTest, WhatIsTriedFirstAndWhatIsNewIsNotThere) {
  constexpr long kOpenat2 = 437;
  constexpr long kUnknown = 599;
  const std::vector<std::pair<std::string, std::function<long()>>> calls = {
      {"clone3", [] { return syscall(SYS_clone3, nullptr, 0); }},
      {"openat2", [] { return syscall(kOpenat2, -1, nullptr, nullptr, 0); }},
      {"unknown", [] { return syscall(kUnknown); }}};
  for (const auto& [name, call] : calls) {
    EXPECT_EQ(EndUnderFilter(UnlistedSyscall::kKills,
                             [call = call] { return call() == -1 && errno == ENOSYS ? 0 : 1; }),
              "exit 0")
        << name;
  }
}

TEST_F(SyscallFilterTest, HoldsInThreadsThatRanBefore) {
  EXPECT_EQ(EndOf([] {
              int pipe_ends[2];
              if (pipe(pipe_ends) != 0) {
                return 1;
              }
              std::thread old([&] {
                char go = 0;
                (void)!read(pipe_ends[0], &go, 1);
                unshare(0);
              });
              if (!InstallSyscallFilter(UnlistedSyscall::kKills).ok()) {
                return 99;
              }
              (void)!write(pipe_ends[1], "x", 1);
              old.join();
              return 0;
            }),
            Killed());
}

TEST(SyscallFilterAvailabilityTest, ABuildWithoutSaysSo) {
  if (HasSyscallFilter()) {
    GTEST_SKIP() << "this build has a filter";
  }
  EXPECT_THAT(InstallSyscallFilter(UnlistedSyscall::kKills),
              StatusIs(absl::StatusCode::kUnimplemented, testing::HasSubstr("libseccomp")));
}

}  // namespace
}  // namespace signet
