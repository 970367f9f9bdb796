// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/base/secret_memory.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "gtest/gtest.h"
#include "server/base/locked_arena.h"
#include "server/base/secret.h"
#include "tests/support/in_child.h"
#include "tests/support/memory_pattern.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

// The flags that the kernel has of the memory at `address`: " rd wr lo dd ...", with a
// space on both sides of each; "" where there is no memory.
std::string FlagsOf(const void* address) {
  std::ifstream smaps("/proc/self/smaps");
  bool is_it = false;
  for (std::string line; std::getline(smaps, line);) {
    uintptr_t begin = 0;
    uintptr_t end = 0;
    if (std::sscanf(line.c_str(), "%" SCNxPTR "-%" SCNxPTR " ", &begin, &end) == 2) {
      is_it = begin <= reinterpret_cast<uintptr_t>(address) &&
              reinterpret_cast<uintptr_t>(address) < end;
    } else if (is_it && line.rfind("VmFlags:", 0) == 0) {
      return " " + line.substr(strlen("VmFlags:")) + " ";
    }
  }
  return "";
}

bool Has(const std::string& flags, const std::string& flag) {
  return flags.find(" " + flag + " ") != std::string::npos;
}

TEST(LockedMemoryFlagsTest, AnArenaIsLockedAndInNeitherCoresNorChildren) {
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<LockedArena> arena,
                       LockedArena::Create(4096, LockedArena::OnLockFailure::kUseUnlocked));
  const std::string flags = FlagsOf(arena->data());
  // Sanitizers make mlock do nothing.
  EXPECT_EQ(Has(flags, "lo"), arena->is_locked() && CanSearchMemory()) << flags;
  EXPECT_TRUE(Has(flags, "dd")) << flags;
  EXPECT_TRUE(Has(flags, "dc")) << flags;
  // The control: ordinary memory is none of it.
  const auto ordinary = std::make_unique<char[]>(size_t{1} << 20);
  EXPECT_FALSE(Has(FlagsOf(ordinary.get()), "dd"));
  EXPECT_NE(FlagsOf(ordinary.get()), "");
}

TEST(LockedMemoryFlagsTest, AForkedChildDoesNotHaveTheArena) {
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<LockedArena> arena,
                       LockedArena::Create(4096, LockedArena::OnLockFailure::kUseUnlocked));
  EXPECT_EQ(InChild([&] { return FlagsOf(arena->data()).empty() ? 0 : 1; }), 0);
}

TEST(SecretMemoryTest, IsOrdinaryUntilAskedFor) {
  const Secret secret("secret");
  EXPECT_FALSE(Has(FlagsOf(secret.Reveal().data()), "dd"));
  EXPECT_EQ(SecretMemory::UnlockedBytes(), 0u);
}

int CheckLockedSecrets() {
  const Secret before("made before");
  SecretMemory::UseLocked();
  SecretMemory::UseLocked();
  const Secret small("small");
  const Secret copy = small;
  const Secret large(std::string(200'000, 'x'));
  const std::vector<Secret> many(3000, Secret(std::string(100, 'y')));
  for (const Secret* const secret : {&small, &copy, &large, &many.front(), &many.back()}) {
    if (!Has(FlagsOf(secret->Reveal().data()), "dd")) {
      return 1;
    }
  }
  const bool is_whole = small.Reveal() == "small" && copy.Reveal() == "small" &&
                        large.size() == 200'000 && many.back().Reveal() == std::string(100, 'y') &&
                        before.Reveal() == "made before";
  return is_whole ? 0 : 2;
}

TEST(SecretMemoryTest, HoldsSecretsOfEverySizeInLockedMemory) {
  EXPECT_EQ(InChild(CheckLockedSecrets), 0);
}

TEST(SecretMemoryTest, WipesWhatGoesAndUsesItAgain) {
  EXPECT_EQ(InChild([] {
              SecretMemory::UseLocked();
              const char* place = nullptr;
              {
                const Secret gone(std::string(64, 'g'));
                place = gone.Reveal().data();
              }
              if (std::string(place, 64) != std::string(64, '\0')) {
                return 1;
              }
              const Secret next("n");
              return next.Reveal().data() == place ? 0 : 2;
            }),
            0);
}

TEST(SecretMemoryTest, CountsWhatCannotBeLocked) {
  if (!CanSearchMemory()) {
    GTEST_SKIP() << "sanitizers make mlock do nothing, which is no failure";
  }
  EXPECT_EQ(InChild([] {
              const rlimit none = {};
              setrlimit(RLIMIT_MEMLOCK, &none);
              SecretMemory::UseLocked();
              const Secret secret("12345");
              // With CAP_IPC_LOCK the limit does not bind.
              const bool is_locked = Has(FlagsOf(secret.Reveal().data()), "lo");
              return SecretMemory::UnlockedBytes() == (is_locked ? 0u : 5u) &&
                             Has(FlagsOf(secret.Reveal().data()), "dd")
                         ? 0
                         : 1;
            }),
            0);
}

TEST(SecretMemoryTest, ServesManyThreads) {
  EXPECT_EQ(InChild([] {
              SecretMemory::UseLocked();
              std::vector<int> errors(4, 0);
              std::vector<std::thread> threads;
              for (size_t t = 0; t < errors.size(); ++t) {
                threads.emplace_back([&errors, t] {
                  for (size_t i = 0; i < 2000; ++i) {
                    const std::string text(1 + i % 300, static_cast<char>('a' + t));
                    const Secret secret(text);
                    const Secret copy = secret;
                    errors[t] += copy.Reveal() == text ? 0 : 1;
                  }
                });
              }
              int sum = 0;
              for (size_t t = 0; t < errors.size(); ++t) {
                threads[t].join();
                sum += errors[t];
              }
              return sum == 0 ? 0 : 1;
            }),
            0);
}

}  // namespace
}  // namespace signet
