// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include <string>
#include <thread>

#include "gtest/gtest.h"
#include "tests/server/keycache/key_cache_fixture.h"

namespace signet {
namespace {

using KeyCacheLatestTest = KeyCacheTest;

TEST_F(KeyCacheLatestTest, LoadsOnceAndThenHits) {
  CachedKey key;
  ASSERT_OK(LoadLatest(LatestOf("dev"), 7, &key));
  ASSERT_OK(LoadLatest(LatestOf("dev"), MustNotLoad, &key));
  EXPECT_EQ(key.generation(), 7u);
  EXPECT_EQ(ToHex(key.RevealSigningKey()), HexOf(MetaOf(7)));
  // By its exact version as well.
  EXPECT_OK(Load(MetaOf(7), MustNotLoad, &key));
  EXPECT_EQ(cache_->stats().hits, 2u);
}

TEST_F(KeyCacheLatestTest, LoadsForEachCallWithoutEntries) {
  KeyCacheOptions options = Defaults();
  options.max_entries = 0;
  Restart(options);
  CachedKey key;
  ASSERT_OK(LoadLatest(LatestOf("dev"), 7, &key));
  ASSERT_OK(LoadLatest(LatestOf("dev"), 8, &key));
  EXPECT_EQ(key.generation(), 8u);
  cache_->ForgetLatest("dev");
  EXPECT_EQ(cache_->stats().loads, 2u);
}

TEST_F(KeyCacheLatestTest, CredentialsAndScopesAreApart) {
  CachedKey key;
  ASSERT_OK(LoadLatest(LatestOf("dev"), 1, &key));
  ASSERT_OK(LoadLatest(LatestOf("prod"), 2, &key));
  ASSERT_OK(LoadLatest({"dev", kDate, "eu-west-1", "s3"}, 3, &key));
  ASSERT_OK(LoadLatest(LatestOf("dev"), MustNotLoad, &key));
  EXPECT_EQ(key.generation(), 1u);
  ASSERT_OK(LoadLatest(LatestOf("prod"), MustNotLoad, &key));
  EXPECT_EQ(key.generation(), 2u);
}

TEST_F(KeyCacheLatestTest, ALoadAfterTheCheckIntervalFindsTheNewVersion) {
  CachedKey key;
  ASSERT_OK(LoadLatest(LatestOf("dev"), 1, &key));
  clock_.Advance(absl::Minutes(60));
  ASSERT_OK(LoadLatest(LatestOf("dev"), 2, &key));
  EXPECT_EQ(key.generation(), 2u);
  ASSERT_OK(LoadLatest(LatestOf("dev"), MustNotLoad, &key));
  EXPECT_EQ(key.generation(), 2u);
  // The old one is still there by its exact version.
  EXPECT_TRUE(IsCached(MetaOf(1)));
}

TEST_F(KeyCacheLatestTest, OthersUseTheOldKeyWhileOneReloads) {
  CachedKey key;
  ASSERT_OK(LoadLatest(LatestOf("dev"), 1, &key));
  clock_.Advance(absl::Minutes(60));
  ASSERT_OK(LoadLatest(
      LatestOf("dev"),
      [&] {
        std::thread other([&] {
          CachedKey old;
          EXPECT_OK(LoadLatest(LatestOf("dev"), MustNotLoad, &old));
          EXPECT_EQ(old.generation(), 1u);
        });
        other.join();
        return Loaded(MetaOf(2));
      },
      &key));
  EXPECT_EQ(key.generation(), 2u);
}

TEST_F(KeyCacheLatestTest, AFailedReloadKeepsTheLastGood) {
  CachedKey key;
  ASSERT_OK(LoadLatest(LatestOf("dev"), 1, &key));
  clock_.Advance(absl::Minutes(60));
  ASSERT_OK(LoadLatest(
      LatestOf("dev"), [] { return absl::UnavailableError("down"); }, &key));
  EXPECT_EQ(key.generation(), 1u);
  ASSERT_OK(LoadLatest(LatestOf("dev"), MustNotLoad, &key));
  clock_.Advance(absl::Seconds(1));
  ASSERT_OK(LoadLatest(LatestOf("dev"), 2, &key));
  EXPECT_EQ(key.generation(), 2u);
}

TEST_F(KeyCacheLatestTest, ARevokedLatestIsReplacedAtOnce) {
  CachedKey key;
  ASSERT_OK(LoadLatest(LatestOf("dev"), 1, &key));
  clock_.Advance(absl::Seconds(1));
  cache_->Revoke(1);
  ASSERT_OK(LoadLatest(LatestOf("dev"), 2, &key));
  EXPECT_EQ(key.generation(), 2u);
  EXPECT_FALSE(key.is_revoked());
}

TEST_F(KeyCacheLatestTest, ALatestThatStaysRevokedIsReloadedOnceASecond) {
  CachedKey key;
  ASSERT_OK(LoadLatest(LatestOf("dev"), 1, &key));
  cache_->Revoke(1);
  clock_.Advance(absl::Seconds(1));
  for (int second = 0; second < 3; ++second) {
    for (int call = 0; call < 10; ++call) {
      ASSERT_OK(LoadLatest(LatestOf("dev"), 1, &key));
      EXPECT_TRUE(key.is_revoked());
    }
    clock_.Advance(absl::Seconds(1));
  }
  EXPECT_EQ(cache_->stats().loads, 4u);
  // The same where the loader fails.
  for (int call = 0; call < 10; ++call) {
    ASSERT_OK(LoadLatest(
        LatestOf("dev"), [] { return absl::UnavailableError("down"); }, &key));
    EXPECT_TRUE(key.is_revoked());
  }
  EXPECT_EQ(cache_->stats().loads, 5u);
}

TEST_F(KeyCacheLatestTest, ARotationIsSeenAtOnce) {
  CachedKey key;
  ASSERT_OK(LoadLatest(LatestOf("dev"), 1, &key));
  ASSERT_OK(LoadLatest(LatestOf("prod"), 2, &key));
  cache_->ForgetLatest("dev");
  ASSERT_OK(LoadLatest(LatestOf("dev"), 3, &key));
  EXPECT_EQ(key.generation(), 3u);
  ASSERT_OK(LoadLatest(LatestOf("prod"), MustNotLoad, &key));
}

TEST_F(KeyCacheLatestTest, ALoadThatBeganBeforeARotationIsNotTheLatest) {
  CachedKey key;
  ASSERT_OK(LoadLatest(
      LatestOf("dev"),
      [&] {
        cache_->ForgetLatest("dev");
        return Loaded(MetaOf(1));
      },
      &key));
  ASSERT_OK(LoadLatest(LatestOf("dev"), 2, &key));
  EXPECT_EQ(key.generation(), 2u);
}

TEST_F(KeyCacheLatestTest, AnExpiredLatestIsLoadedAgain) {
  CachedKey key;
  LoadedKey temporary = Loaded(MetaOf(1));
  temporary.origin.expires = Now() + absl::Minutes(1);
  ASSERT_OK(LoadLatest(
      LatestOf("dev"), [&] { return temporary; }, &key));
  clock_.Advance(absl::Minutes(1));
  EXPECT_THAT(LoadLatest(
                  LatestOf("dev"), [] { return absl::UnavailableError("down"); }, &key),
              StatusIs(absl::StatusCode::kUnavailable, "down"));
  ASSERT_OK(LoadLatest(LatestOf("dev"), 2, &key));
  EXPECT_EQ(key.generation(), 2u);
}

TEST_F(KeyCacheLatestTest, PurgeForgetsIt) {
  CachedKey key;
  ASSERT_OK(LoadLatest(LatestOf("dev"), 1, &key));
  cache_->Purge();
  ASSERT_OK(LoadLatest(LatestOf("dev"), 2, &key));
  EXPECT_EQ(key.generation(), 2u);
}

// Names far beyond the bound: the right answer each time, whatever was forgotten.
TEST_F(KeyCacheLatestTest, IsBounded) {
  KeyCacheOptions options = Defaults();
  options.max_entries = 2;
  Restart(options);
  CachedKey key;
  for (int round = 0; round < 3; ++round) {
    for (uint64_t generation = 1; generation <= 100; ++generation) {
      const std::string name = "name-" + std::to_string(generation);
      ASSERT_OK(LoadLatest(LatestOf(name), generation, &key));
      ASSERT_EQ(key.generation(), generation);
    }
  }
  EXPECT_LE(cache_->stats().entries, 2u);
}

}  // namespace
}  // namespace signet
