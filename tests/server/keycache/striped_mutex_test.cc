// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/keycache/striped_mutex.h"

#include <cstdint>
#include <thread>
#include <vector>

#include "gtest/gtest.h"

namespace signet {
namespace {

TEST(StripedMutexTest, AWriterExcludesAllAndReadersExcludeWriters) {
  StripedMutex mu;
  mu.Lock();
  std::thread([&] {
    EXPECT_FALSE(mu.ReaderTryLock());
    EXPECT_FALSE(mu.TryLock());
  }).join();
  mu.Unlock();

  mu.ReaderLock();
  std::thread([&] {
    EXPECT_FALSE(mu.TryLock());
    ASSERT_TRUE(mu.ReaderTryLock());
    mu.ReaderUnlock();
  }).join();
  mu.ReaderUnlock();

  ASSERT_TRUE(mu.TryLock());
  mu.Unlock();
}

// More threads than stripes. Two plain numbers that only the lock keeps equal.
TEST(StripedMutexTest, NobodySeesAHalfDoneWrite) {
  StripedMutex mu;
  uint64_t a = 0;
  uint64_t b = 0;
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 12; ++thread) {
    threads.emplace_back([&, thread] {
      for (int i = 0; i < 3000; ++i) {
        if (i % 16 == thread) {
          const bool is_held = i % 2 == 0 ? mu.TryLock() : (mu.Lock(), true);
          if (is_held) {
            ++a;
            ++b;
            mu.Unlock();
          }
        } else if (i % 2 == 0 || mu.ReaderTryLock()) {
          if (i % 2 == 0) {
            mu.ReaderLock();
          }
          EXPECT_EQ(a, b);
          mu.ReaderUnlock();
        }
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(a, b);
  EXPECT_GT(a, 0u);
}

}  // namespace
}  // namespace signet
