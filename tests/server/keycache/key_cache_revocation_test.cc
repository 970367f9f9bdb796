// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "gtest/gtest.h"
#include "tests/server/keycache/key_cache_fixture.h"

namespace signet {
namespace {

constexpr int kThreads = 3;
constexpr uint64_t kRounds = 100000;
// Threads that wait for each other take long where others keep the cores: then so many do, and
// what there is time for.
constexpr uint64_t kLeastRounds = 1000;
constexpr std::chrono::seconds kEnough(30);

using KeyCacheRevocationTest = KeyCacheTest;

// Of those who look a key up at the same time, right after its revocation, one asks the
// revocations and marks the key; whoever comes while that is done must see the mark.
TEST_F(KeyCacheRevocationTest, AllWhoLookAtOnceSeeARevocation) {
  std::atomic<uint64_t> round{0};
  std::atomic<int> done{0};
  std::atomic<int> missed{0};
  std::vector<std::thread> lookers;
  for (int i = 0; i < kThreads; ++i) {
    lookers.emplace_back([&] {
      for (uint64_t mine = 1; mine <= kRounds; ++mine) {
        while (round.load(std::memory_order_acquire) < mine) {
          std::this_thread::yield();
        }
        CachedKey key;
        if (cache_->TryGet(MetaOf(mine), Now(), &key) && !key.is_revoked()) {
          ++missed;
        }
        done.fetch_add(1, std::memory_order_release);
      }
    });
  }
  const auto end = std::chrono::steady_clock::now() + kEnough;
  for (uint64_t mine = 1; mine <= kRounds; ++mine) {
    if (mine > kLeastRounds && std::chrono::steady_clock::now() > end) {
      // Of the keys of the other rounds there are none.
      round.store(kRounds, std::memory_order_release);
      break;
    }
    CachedKey key;
    EXPECT_OK(Derive(MetaOf(mine), &key));
    cache_->Revoke(mine);
    round.store(mine, std::memory_order_release);
    while (done.load(std::memory_order_acquire) < static_cast<int>(mine) * kThreads) {
      std::this_thread::yield();
    }
  }
  for (std::thread& looker : lookers) {
    looker.join();
  }
  EXPECT_EQ(missed, 0);
}

TEST_F(KeyCacheRevocationTest, AWipedGenerationIsGoneAndOthersStay) {
  CachedKey key;
  ASSERT_OK(Derive(MetaOf(1), &key));
  ASSERT_OK(Derive(MetaOf(2), &key));
  cache_->Revoke(1);
  EXPECT_TRUE(cache_->TryGet(MetaOf(1), Now(), &key));

  cache_->WipeGeneration(1);

  EXPECT_FALSE(cache_->TryGet(MetaOf(1), Now(), &key));
  EXPECT_TRUE(cache_->TryGet(MetaOf(2), Now(), &key));
  EXPECT_FALSE(key.is_revoked());
  EXPECT_EQ(cache_->stats().entries, 1u);
}

}  // namespace
}  // namespace signet
