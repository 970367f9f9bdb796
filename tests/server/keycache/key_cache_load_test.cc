// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "absl/synchronization/notification.h"
#include "gtest/gtest.h"
#include "tests/server/keycache/key_cache_fixture.h"

namespace signet {
namespace {

using KeyCacheLoadTest = KeyCacheTest;

TEST_F(KeyCacheLoadTest, LoadsOnceAndThenHits) {
  CachedKey key;
  ASSERT_OK(Load(MetaOf(1), &key));
  EXPECT_EQ(ToHex(key.RevealSigningKey()), HexOf(MetaOf(1)));
  ASSERT_OK(Load(MetaOf(1), MustNotLoad, &key));
  EXPECT_EQ(ToHex(key.RevealSigningKey()), HexOf(MetaOf(1)));
  EXPECT_EQ(cache_->stats().loads, 1u);
  EXPECT_EQ(cache_->stats().hits, 1u);
  EXPECT_EQ(cache_->stats().misses, 1u);
}

TEST_F(KeyCacheLoadTest, FindsWhatWasDerived) {
  CachedKey key;
  ASSERT_OK(Derive(MetaOf(1), &key));
  EXPECT_OK(Load(MetaOf(1), MustNotLoad, &key));
}

TEST_F(KeyCacheLoadTest, LoadsForEachCallWithoutEntries) {
  KeyCacheOptions options = Defaults();
  options.max_entries = 0;
  Restart(options);
  for (int i = 0; i < 3; ++i) {
    CachedKey key;
    ASSERT_OK(Load(MetaOf(1), &key));
    EXPECT_EQ(ToHex(key.RevealSigningKey()), HexOf(MetaOf(1)));
  }
  EXPECT_EQ(cache_->stats().loads, 3u);
}

TEST_F(KeyCacheLoadTest, DoesNotRememberAnError) {
  CachedKey key;
  EXPECT_THAT(Load(
                  MetaOf(1), [] { return absl::UnavailableError("down"); }, &key),
              StatusIs(absl::StatusCode::kUnavailable, "down"));
  EXPECT_OK(Load(MetaOf(1), &key));
  EXPECT_EQ(cache_->stats().loads, 2u);
  EXPECT_EQ(cache_->stats().load_errors, 1u);
}

TEST_F(KeyCacheLoadTest, RefusesAnExpiredOrForeignKey) {
  CachedKey key;
  LoadedKey expired = Loaded(MetaOf(1));
  expired.origin.expires = Now();
  EXPECT_THAT(Load(
                  MetaOf(1), [&] { return expired; }, &key),
              FailsWith(Reason::kCredentialExpired, "credential"));
  EXPECT_THAT(Load(
                  MetaOf(1), [&] { return Loaded(MetaOf(2)); }, &key),
              FailsWith(Reason::kCredentialVersionNotHeld, "credential_version"));
  EXPECT_FALSE(IsCached(MetaOf(1)));
  EXPECT_EQ(cache_->stats().load_errors, 2u);
}

TEST_F(KeyCacheLoadTest, ReturnsARevokedKeyMarkedAndNeverReloadsIt) {
  CachedKey key;
  LoadedKey revoked = Loaded(MetaOf(1));
  revoked.origin.is_revoked = true;
  ASSERT_OK(Load(
      MetaOf(1), [&] { return revoked; }, &key));
  EXPECT_TRUE(key.is_revoked());

  clock_.Advance(absl::Hours(2));
  ASSERT_OK(Load(MetaOf(1), MustNotLoad, &key));
  EXPECT_TRUE(key.is_revoked());
  EXPECT_EQ(cache_->stats().revoked_hits, 2u);
}

TEST_F(KeyCacheLoadTest, ReloadsAfterTheCheckInterval) {
  CachedKey key;
  ASSERT_OK(Load(MetaOf(1), &key));
  clock_.Advance(absl::Minutes(60) - absl::Nanoseconds(1));
  ASSERT_OK(Load(MetaOf(1), MustNotLoad, &key));
  clock_.Advance(absl::Nanoseconds(1));
  ASSERT_OK(Load(MetaOf(1), &key));
  EXPECT_EQ(cache_->stats().loads, 2u);
  ASSERT_OK(Load(MetaOf(1), MustNotLoad, &key));
}

TEST_F(KeyCacheLoadTest, AReloadLearnsOfARevocation) {
  CachedKey key;
  ASSERT_OK(Load(MetaOf(1), &key));
  clock_.Advance(absl::Minutes(61));
  LoadedKey revoked = Loaded(MetaOf(1));
  revoked.origin.is_revoked = true;
  ASSERT_OK(Load(
      MetaOf(1), [&] { return revoked; }, &key));
  EXPECT_TRUE(key.is_revoked());
}

TEST_F(KeyCacheLoadTest, OthersUseTheOldKeyWhileOneReloads) {
  CachedKey key;
  ASSERT_OK(Load(MetaOf(1), &key));
  clock_.Advance(absl::Minutes(61));
  int nested = 0;
  ASSERT_OK(Load(
      MetaOf(1),
      [&] {
        // The reloader is at work; this call does not wait for it.
        std::thread other([&] {
          CachedKey old;
          EXPECT_OK(Load(MetaOf(1), MustNotLoad, &old));
          EXPECT_EQ(ToHex(old.RevealSigningKey()), HexOf(MetaOf(1)));
          ++nested;
        });
        other.join();
        return Loaded(MetaOf(1));
      },
      &key));
  EXPECT_EQ(nested, 1);
}

TEST_F(KeyCacheLoadTest, AFailedReloadKeepsTheLastGoodUntilItsTimeIsUp) {
  CachedKey key;
  LoadedKey loaded = Loaded(MetaOf(1));
  loaded.origin.expires = Now() + absl::Minutes(90);
  ASSERT_OK(Load(
      MetaOf(1), [&] { return loaded; }, &key));
  const auto fails = [] { return absl::UnavailableError("down"); };

  clock_.Advance(absl::Minutes(61));
  ASSERT_OK(Load(MetaOf(1), fails, &key));
  EXPECT_EQ(ToHex(key.RevealSigningKey()), HexOf(MetaOf(1)));
  // Not tried again at once.
  ASSERT_OK(Load(MetaOf(1), MustNotLoad, &key));
  clock_.Advance(absl::Seconds(1));
  ASSERT_OK(Load(MetaOf(1), fails, &key));
  EXPECT_EQ(cache_->stats().load_errors, 2u);

  clock_.Advance(absl::Minutes(29));
  EXPECT_THAT(Load(MetaOf(1), fails, &key), StatusIs(absl::StatusCode::kUnavailable, "down"));
}

TEST_F(KeyCacheLoadTest, AVersionOlderThanExpireKeyAfterIsNotUsed) {
  KeyCacheOptions options = Defaults();
  options.expire_key_after = absl::Hours(2);
  Restart(options);
  CachedKey key;
  ASSERT_OK(Load(MetaOf(1), &key));
  EXPECT_EQ(key.not_after(), kNoon + absl::Hours(1));
  clock_.Advance(absl::Hours(1));
  EXPECT_THAT(Load(MetaOf(1), &key), FailsWith(Reason::kCredentialExpired, "credential"));
}

// Runs `count` calls that all find nothing, with a loader that ends when all others
// wait for it.
TEST_F(KeyCacheLoadTest, OneOfManyLoadsAndTheOthersWait) {
  constexpr uint64_t kOthers = 5;
  std::atomic<int> loads{0};
  const auto call = [&] {
    CachedKey key;
    EXPECT_OK(Load(
        MetaOf(1),
        [&] {
          ++loads;
          while (cache_->stats().waits < kOthers) {
            std::this_thread::yield();
          }
          return Loaded(MetaOf(1));
        },
        &key));
    EXPECT_EQ(ToHex(key.RevealSigningKey()), HexOf(MetaOf(1)));
  };
  std::vector<std::thread> threads;
  for (uint64_t i = 0; i < kOthers + 1; ++i) {
    threads.emplace_back(call);
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(loads, 1);
}

// The one error that there was reaches all who waited for it.
TEST_F(KeyCacheLoadTest, WaitersGetTheErrorToo) {
  std::atomic<int> loads{0};
  const auto call = [&] {
    CachedKey key;
    EXPECT_THAT(Load(
                    MetaOf(1),
                    [&]() -> absl::StatusOr<LoadedKey> {
                      ++loads;
                      while (cache_->stats().waits < 1) {
                        std::this_thread::yield();
                      }
                      return absl::UnavailableError("down");
                    },
                    &key),
                StatusIs(absl::StatusCode::kUnavailable, "down"));
  };
  std::thread other(call);
  call();
  other.join();
  EXPECT_EQ(loads, 1);
}

// That one caller ran out of time says nothing to the others: the next one loads.
TEST_F(KeyCacheLoadTest, ALoadersOwnDeadlineIsNotTheWaiters) {
  absl::Notification leads;
  std::thread leader([&] {
    CachedKey key;
    EXPECT_THAT(Load(
                    MetaOf(1),
                    [&]() -> absl::StatusOr<LoadedKey> {
                      leads.Notify();
                      while (cache_->stats().waits < 1) {
                        std::this_thread::yield();
                      }
                      return absl::DeadlineExceededError("the leader's");
                    },
                    &key),
                StatusIs(absl::StatusCode::kDeadlineExceeded, "the leader's"));
  });
  leads.WaitForNotification();
  CachedKey key;
  EXPECT_OK(Load(MetaOf(1), &key));
  leader.join();
}

TEST_F(KeyCacheLoadTest, AWaiterLeavesAtItsDeadline) {
  absl::Notification leads;
  absl::Notification may_end;
  std::thread leader([&] {
    CachedKey key;
    EXPECT_OK(Load(
        MetaOf(1),
        [&] {
          leads.Notify();
          may_end.WaitForNotification();
          return Loaded(MetaOf(1));
        },
        &key));
  });
  leads.WaitForNotification();
  CachedKey key;
  EXPECT_THAT(cache_->GetOrLoad(MetaOf(1), Now(), Now() + absl::Milliseconds(1), MustNotLoad, &key),
              FailsWith(Reason::kDeadlineExceeded, ""));
  EXPECT_THAT(cache_->GetOrLoad(MetaOf(1), Now(), Now() - absl::Seconds(1), MustNotLoad, &key),
              FailsWith(Reason::kDeadlineExceeded, ""));
  // Another key is not held up, nor is a derivation of the same.
  EXPECT_OK(Load(MetaOf(2), &key));
  EXPECT_OK(Derive(MetaOf(1), &key));
  may_end.Notify();
  leader.join();
}

TEST_F(KeyCacheLoadTest, AKeyRevokedWhileItLoadsComesMarked) {
  CachedKey key;
  ASSERT_OK(Load(
      MetaOf(1),
      [&] {
        cache_->Revoke(1);
        return Loaded(MetaOf(1));
      },
      &key));
  EXPECT_TRUE(key.is_revoked());
  ASSERT_OK(Load(MetaOf(1), MustNotLoad, &key));
  EXPECT_TRUE(key.is_revoked());
}

TEST_F(KeyCacheLoadTest, AKeyWhoseLoadBeganBeforeAPurgeIsNotKept) {
  CachedKey key;
  ASSERT_OK(Load(
      MetaOf(1),
      [&] {
        cache_->Purge();
        return Loaded(MetaOf(1));
      },
      &key));
  EXPECT_FALSE(IsCached(MetaOf(1)));
}

TEST_F(KeyCacheLoadTest, KeysTooLongToHoldAreLoadedEachTime) {
  const std::string region(64, 'r');
  CachedKey key;
  ASSERT_OK(Load(MetaOf(1, region), &key));
  ASSERT_OK(Load(MetaOf(1, region), &key));
  EXPECT_EQ(ToHex(key.RevealSigningKey()), HexOf(MetaOf(1, region)));
  EXPECT_EQ(cache_->stats().loads, 2u);
}

}  // namespace
}  // namespace signet
