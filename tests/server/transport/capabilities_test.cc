// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/capabilities.h"

#include <linux/capability.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

#include "gtest/gtest.h"
#include "tests/support/in_child.h"
#include "tests/support/memory_pattern.h"

namespace signet {
namespace {

uint32_t LowCapabilities() {
  __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct data[2] = {};
  syscall(SYS_capget, &header, data);
  return data[0].effective;
}

class CapabilitiesTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!CanSearchMemory()) {
      GTEST_SKIP() << "sanitizers have a thread that takes no signals";
    }
    if (geteuid() != 0 || (LowCapabilities() & (1U << CAP_SETPCAP)) == 0) {
      GTEST_SKIP() << "only a user with capabilities has any to drop";
    }
  }
};

TEST_F(CapabilitiesTest, KeepsThoseForBindingAtFirst) {
  EXPECT_FALSE(HasNoCapabilities());
  EXPECT_EQ(InChild([] {
              const uint32_t before = LowCapabilities();
              if (!DropCapabilitiesButForBinding().ok()) {
                return 1;
              }
              const uint32_t kept = 1U << CAP_NET_BIND_SERVICE | 1U << CAP_IPC_LOCK |
                                    1U << CAP_CHOWN | 1U << CAP_FOWNER;
              const bool has_bounds = prctl(PR_CAPBSET_READ, CAP_NET_BIND_SERVICE, 0, 0, 0) == 1 ||
                                      prctl(PR_CAPBSET_READ, CAP_SYS_ADMIN, 0, 0, 0) == 1;
              return LowCapabilities() == (before & kept) && !has_bounds ? 0 : 2;
            }),
            0);
}

TEST_F(CapabilitiesTest, DropsThoseOfRunningAndStartingThreads) {
  EXPECT_EQ(InChild([] {
              std::atomic<bool> is_ended = false;
              // One waits, and one keeps starting others.
              std::thread waiting([&] {
                while (!is_ended) {
                  usleep(1000);
                }
              });
              std::thread starting([&] {
                while (!is_ended) {
                  std::thread([] { usleep(100); }).join();
                }
              });
              const bool is_dropped = DropCapabilitiesOfAllThreads().ok() && HasNoCapabilities();
              uint32_t of_new_thread = 1;
              std::thread([&] { of_new_thread = LowCapabilities(); }).join();
              is_ended = true;
              waiting.join();
              starting.join();
              return is_dropped && of_new_thread == 0 && LowCapabilities() == 0 ? 0 : 1;
            }),
            0);
}

TEST_F(CapabilitiesTest, LeavesTheSignalAsItWas) {
  EXPECT_EQ(InChild([] {
              signal(SIGURG, SIG_IGN);
              if (!DropCapabilitiesOfAllThreads().ok()) {
                return 1;
              }
              return signal(SIGURG, SIG_DFL) == SIG_IGN ? 0 : 2;
            }),
            0);
}

}  // namespace
}  // namespace signet
