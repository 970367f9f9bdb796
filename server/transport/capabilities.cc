// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/capabilities.h"

#include <dirent.h>
#include <linux/capability.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"

namespace signet {
namespace {

constexpr int kLastCapabilityAsked = 63;
constexpr absl::Duration kPatience = absl::Seconds(10);

constexpr uint64_t Bit(int capability) { return uint64_t{1} << capability; }

// Ports below 1024, memory beyond RLIMIT_MEMLOCK, and the socket's owner and mode.
constexpr uint64_t kForBinding =
    Bit(CAP_NET_BIND_SERVICE) | Bit(CAP_IPC_LOCK) | Bit(CAP_CHOWN) | Bit(CAP_FOWNER);

// The permitted and effective capabilities of the calling thread; -1 with errno.
// A system call and nothing else: runs in a signal handler, too.
int SetCapabilities(uint64_t permitted) {
  __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct data[2] = {};
  for (int word = 0; word < 2; ++word) {
    data[word].permitted = data[word].effective = static_cast<uint32_t>(permitted >> (32 * word));
  }
  return static_cast<int>(::syscall(SYS_capset, &header, data));
}

uint64_t PermittedCapabilities() {
  __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct data[2] = {};
  ::syscall(SYS_capget, &header, data);
  return data[0].permitted | (uint64_t{data[1].permitted} << 32);
}

absl::Status KernelRefused(absl::string_view what) {
  return absl::ErrnoToStatus(errno, absl::StrCat("cannot drop capabilities (", what, ")"));
}

absl::Status DropBoundingSet() {
  for (int capability = 0; capability <= kLastCapabilityAsked; ++capability) {
    // Negative for one that this kernel does not know.
    if (::prctl(PR_CAPBSET_READ, capability, 0, 0, 0) == 1 &&
        ::prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) != 0) {
      // Not ours to drop. It bounds what a new program gets, and there is none:
      // no_new_privs and the system call filter see to that.
      return errno == EPERM ? absl::OkStatus() : KernelRefused("bounding set");
    }
  }
  return absl::OkStatus();
}

// The IDs of the process's threads.
std::vector<pid_t> Threads() {
  std::vector<pid_t> threads;
  DIR* const folder = ::opendir("/proc/self/task");
  if (folder == nullptr) {
    return threads;
  }
  const auto closer = absl::MakeCleanup([folder] { ::closedir(folder); });
  while (const dirent* const entry = ::readdir(folder)) {
    if (const int thread = std::atoi(entry->d_name); thread > 0) {
      threads.push_back(thread);
    }
  }
  return threads;
}

// True for a thread that has ended meanwhile, too.
bool HasNoCapabilities(pid_t thread) {
  std::ifstream status(absl::StrCat("/proc/self/task/", thread, "/status"));
  for (std::string line; std::getline(status, line);) {
    if ((absl::StartsWith(line, "CapPrm:") || absl::StartsWith(line, "CapEff:")) &&
        line.find_first_of("123456789abcdef", line.find(':')) != std::string::npos) {
      return false;
    }
  }
  return true;
}

void DropOwn(int /*signal*/) {
  const int error = errno;
  SetCapabilities(0);
  errno = error;
}

}  // namespace

absl::Status DropCapabilitiesButForBinding() {
  // Before the capability that this takes goes.
  if (absl::Status status = DropBoundingSet(); !status.ok()) {
    return status;
  }
  // Fails on kernels without ambient capabilities, which then has none.
  ::prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  if (SetCapabilities(PermittedCapabilities() & kForBinding) != 0) {
    return KernelRefused("those not for binding");
  }
  return absl::OkStatus();
}

absl::Status DropCapabilitiesOfAllThreads() {
  // Ignored by default, so that one that comes late ends nothing.
  struct sigaction drop = {};
  drop.sa_handler = &DropOwn;
  drop.sa_flags = SA_RESTART;
  struct sigaction before = {};
  ::sigaction(SIGURG, &drop, &before);
  const auto restorer = absl::MakeCleanup([&before] { ::sigaction(SIGURG, &before, nullptr); });
  SetCapabilities(0);
  const absl::Time give_up_at = absl::Now() + kPatience;
  // A thread that starts meanwhile inherits what its starter has at that moment and
  // may be missed by the look that sees its starter clean, so it takes two such looks.
  for (int clean_looks = 0; clean_looks < 2;) {
    if (HasNoCapabilities()) {
      ++clean_looks;
      continue;
    }
    clean_looks = 0;
    if (absl::Now() > give_up_at) {
      return absl::DeadlineExceededError(
          "cannot drop the capabilities of a thread that blocks "
          "signals");
    }
    for (const pid_t thread : Threads()) {
      if (!HasNoCapabilities(thread)) {
        ::syscall(SYS_tgkill, ::getpid(), thread, SIGURG);
      }
    }
    absl::SleepFor(absl::Milliseconds(1));
  }
  return absl::OkStatus();
}

bool HasNoCapabilities() {
  const std::vector<pid_t> threads = Threads();
  if (threads.empty()) {
    // Without /proc the calling thread speaks for all.
    return PermittedCapabilities() == 0;
  }
  for (const pid_t thread : threads) {
    if (!HasNoCapabilities(thread)) {
      return false;
    }
  }
  return true;
}

}  // namespace signet
