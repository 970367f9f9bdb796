// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/keycache/key_cache_front.h"

#include <sys/resource.h>
#include <unistd.h>

#include <memory>
#include <string>

#include "gtest/gtest.h"
#include "tests/server/keycache/key_cache_fixture.h"

namespace signet {
namespace {

class KeyCacheFrontTest : public KeyCacheTest {
 protected:
  KeyCacheFrontTest() { MakeFront(); }

  void MakeFront() { front_ = KeyCacheFront::Create(cache_.get()).value(); }
  void RestartWith(const KeyCacheOptions& options) {
    front_.reset();
    Restart(options);
    MakeFront();
  }

  absl::Status FrontDerive(const KeyMeta& meta, CachedKey* key) {
    return front_->GetOrDerive(OriginOf(meta.generation),
                               {SecretOf(meta.generation), meta.date, meta.region, meta.service},
                               Now(), key);
  }
  absl::Status FrontLoad(const KeyMeta& meta, KeyLoader loader, CachedKey* key) {
    return front_->GetOrLoad(meta, Now(), absl::InfiniteFuture(), loader, key);
  }
  absl::Status FrontLoadLatest(const LatestKeyId& id, uint64_t generation, CachedKey* key) {
    return front_->GetOrLoadLatest(
        id, Now(), absl::InfiniteFuture(),
        [&] {
          return Loaded({generation, id.date, id.region, id.service});
        },
        key);
  }

  // Put into the cache, then into the front.
  void Warm(const KeyMeta& meta) {
    CachedKey key;
    ASSERT_OK(FrontDerive(meta, &key));
    ASSERT_OK(FrontDerive(meta, &key));
  }

  // Hits that the front alone answered.
  uint64_t FrontHits() {
    front_->Sweep(kNoon);
    return cache_->stats().front_hits;
  }

  std::unique_ptr<KeyCacheFront> front_;
};

TEST_F(KeyCacheFrontTest, AnswersFromItsOwnCopy) {
  Warm(MetaOf(1));
  EXPECT_EQ(FrontHits(), 0u);
  const uint64_t hits = cache_->stats().hits;
  CachedKey key;
  ASSERT_OK(FrontDerive(MetaOf(1), &key));
  EXPECT_EQ(ToHex(key.RevealSigningKey()), HexOf(MetaOf(1)));
  EXPECT_EQ(SignatureOf(key.hmac_key(), "text"),
            SignatureOf(MakeHmacSha256Key(absl::MakeConstSpan(key.RevealSigningKey())), "text"));
  EXPECT_EQ(key.generation(), 1u);
  EXPECT_EQ(key.created(), kNoon - absl::Hours(1));
  EXPECT_FALSE(key.is_revoked());
  CachedKey shared;
  ASSERT_TRUE(cache_->TryGet(MetaOf(1), Now(), &shared));
  EXPECT_EQ(key.not_after(), shared.not_after());
  EXPECT_EQ(FrontHits(), 1u);
  // That of TryGet and that of the front.
  EXPECT_EQ(cache_->stats().hits, hits + 2);
}

TEST_F(KeyCacheFrontTest, EachWayInSharesTheCopies) {
  Warm(MetaOf(1));
  CachedKey key;
  ASSERT_OK(FrontLoad(MetaOf(1), MustNotLoad, &key));
  EXPECT_EQ(ToHex(key.RevealSigningKey()), HexOf(MetaOf(1)));
  ASSERT_TRUE(front_->TryGet(MetaOf(1), Now(), &key));
  EXPECT_EQ(FrontHits(), 2u);
  EXPECT_FALSE(front_->TryGet(MetaOf(2), Now(), &key));
}

TEST_F(KeyCacheFrontTest, PartsOfTheNameDoNotRunIntoEachOther) {
  const KeyMeta metas[] = {MetaOf(1, "r", "s3s"), MetaOf(1, "rs3", "s"), MetaOf(1, "", "rs3s"),
                           MetaOf(1, "rs3s", ""), MetaOf(2, "r", "s3s")};
  for (const KeyMeta& meta : metas) {
    Warm(meta);
  }
  for (const KeyMeta& meta : metas) {
    CachedKey key;
    ASSERT_OK(FrontDerive(meta, &key));
    EXPECT_EQ(ToHex(key.RevealSigningKey()), HexOf(meta)) << meta.region << "|" << meta.service;
  }
  EXPECT_EQ(FrontHits(), 5u);
}

// Parts over 16 bytes are not packed, and must not be taken for others that begin or end
// alike.
TEST_F(KeyCacheFrontTest, LongNamesAreServedByTheCache) {
  for (const size_t size : {16, 17, 64, 256, 300, 65536, 65552}) {
    const std::string region(size, 'r');
    for (const std::string& service : {std::string("s3"), region}) {
      for (int i = 0; i < 3; ++i) {
        CachedKey key;
        ASSERT_OK(FrontDerive(MetaOf(1, region, service), &key));
        ASSERT_EQ(ToHex(key.RevealSigningKey()), HexOf(MetaOf(1, region, service))) << size;
      }
    }
  }
  EXPECT_EQ(FrontHits(), 2u) << "only those of 16 bytes";
}

// Every size of a part has its own way to be packed.
TEST_F(KeyCacheFrontTest, EachByteOfANameCounts) {
  CachedKey key;
  for (size_t size = 1; size <= 16; ++size) {
    const std::string name(size, 'n');
    Warm(MetaOf(1, name, "s3"));
    Warm(MetaOf(1, "us-east-1", name));
    ASSERT_OK(FrontLoadLatest(LatestOf(name), 1, &key));
    ASSERT_OK(FrontLoadLatest(LatestOf(name), 1, &key));
    for (size_t i = 0; i < size; ++i) {
      std::string other = name;
      other[i] = 'o';
      EXPECT_FALSE(front_->TryGet(MetaOf(1, other, "s3"), Now(), &key)) << other;
      EXPECT_FALSE(front_->TryGet(MetaOf(1, "us-east-1", other), Now(), &key)) << other;
      ASSERT_OK(FrontLoadLatest(LatestOf(other), 2, &key));
      EXPECT_EQ(key.generation(), 2u) << other;
    }
  }
  EXPECT_FALSE(front_->TryGet({1, "20261129", "n", "s3"}, Now(), &key));
  EXPECT_FALSE(front_->TryGet({1, "2026113", "n", "s3"}, Now(), &key));
}

TEST_F(KeyCacheFrontTest, ARevokedVersionIsNotUsedOnceTheRevocationReturned) {
  Warm(MetaOf(1));
  Warm(MetaOf(2));

  cache_->Revoke(1);

  CachedKey key;
  EXPECT_THAT(FrontDerive(MetaOf(1), &key), FailsWith(Reason::kCredentialRevoked, "credential"));
  ASSERT_OK(FrontLoad(MetaOf(1), MustNotLoad, &key));
  EXPECT_TRUE(key.is_revoked());
  ASSERT_TRUE(front_->TryGet(MetaOf(1), Now(), &key));
  EXPECT_TRUE(key.is_revoked());
  EXPECT_OK(FrontDerive(MetaOf(2), &key));
  EXPECT_EQ(FrontHits(), 1u);
}

TEST_F(KeyCacheFrontTest, AnOriginThatSaysRevokedIsBelieved) {
  Warm(MetaOf(1));
  KeyOrigin origin = OriginOf(1);
  origin.is_revoked = true;
  CachedKey key;
  EXPECT_THAT(front_->GetOrDerive(origin, {SecretOf(1), kDate, "us-east-1", "s3"}, Now(), &key),
              FailsWith(Reason::kCredentialRevoked, "credential"));
}

TEST_F(KeyCacheFrontTest, ACopyEndsWithItsKey) {
  KeyOrigin origin = OriginOf(1);
  origin.expires = Now() + absl::Minutes(1);
  const SigningKeySpec spec = {"secret-1", kDate, "us-east-1", "s3"};
  CachedKey key;
  for (int i = 0; i < 3; ++i) {
    ASSERT_OK(front_->GetOrDerive(origin, spec, Now(), &key));
  }
  clock_.Advance(absl::Minutes(1) - absl::Nanoseconds(1));
  EXPECT_OK(front_->GetOrDerive(origin, spec, Now(), &key));
  clock_.Advance(absl::Nanoseconds(1));
  EXPECT_THAT(front_->GetOrDerive(origin, spec, Now(), &key),
              FailsWith(Reason::kCredentialExpired, "credential"));
  EXPECT_FALSE(front_->TryGet(MetaOf(1), Now(), &key));
}

TEST_F(KeyCacheFrontTest, ADueKeyIsLoadedAgain) {
  Warm(MetaOf(1));
  clock_.Advance(absl::Minutes(60));
  int loads = 0;
  CachedKey key;
  ASSERT_OK(FrontLoad(
      MetaOf(1),
      [&] {
        ++loads;
        return Loaded(MetaOf(1));
      },
      &key));
  EXPECT_EQ(loads, 1);
}

// Whoever derives has the credential at hand; that renews the key, and the front goes
// on.
TEST_F(KeyCacheFrontTest, DerivingRenewsADueKey) {
  Warm(MetaOf(1));
  clock_.Advance(absl::Minutes(60));
  CachedKey key;
  for (int i = 0; i < 3; ++i) {
    ASSERT_OK(FrontDerive(MetaOf(1), &key));
  }
  EXPECT_OK(FrontLoad(MetaOf(1), MustNotLoad, &key));
  EXPECT_GE(FrontHits(), 2u);
}

TEST_F(KeyCacheFrontTest, TheLatestVersionIsCopiedTooAndForgottenAtARotation) {
  CachedKey key;
  for (int i = 0; i < 3; ++i) {
    ASSERT_OK(FrontLoadLatest(LatestOf("app"), 1, &key));
  }
  EXPECT_EQ(FrontHits(), 1u);

  cache_->ForgetLatest("app");

  for (int i = 0; i < 3; ++i) {
    ASSERT_OK(FrontLoadLatest(LatestOf("app"), 2, &key));
    EXPECT_EQ(key.generation(), 2u);
    EXPECT_EQ(ToHex(key.RevealSigningKey()), HexOf(MetaOf(2)));
  }
  cache_->Revoke(2);
  ASSERT_OK(FrontLoadLatest(LatestOf("app"), 3, &key));
  EXPECT_TRUE(key.is_revoked() || key.generation() == 3u);
}

TEST_F(KeyCacheFrontTest, AKeyWhoseLoadBeganBeforeARotationIsNotCopied) {
  CachedKey key;
  ASSERT_OK(front_->GetOrLoadLatest(
      LatestOf("app"), Now(), absl::InfiniteFuture(),
      [&] {
        cache_->ForgetLatest("app");
        return Loaded(MetaOf(1));
      },
      &key));
  ASSERT_OK(FrontLoadLatest(LatestOf("app"), 2, &key));
  EXPECT_EQ(key.generation(), 2u);
}

TEST_F(KeyCacheFrontTest, APurgeOfAVersionTakesItsCopiesOnly) {
  Warm(MetaOf(1));
  Warm(MetaOf(2));
  EXPECT_EQ(cache_->WipeGeneration(1), 1u);
  CachedKey key;
  EXPECT_FALSE(front_->TryGet(MetaOf(1), Now(), &key));
  EXPECT_TRUE(front_->TryGet(MetaOf(2), Now(), &key));
  EXPECT_EQ(cache_->stats().fronts, 1u);
  EXPECT_GT(cache_->stats().front_bytes, 0u);
}

TEST_F(KeyCacheFrontTest, APurgeTakesTheCopiesToo) {
  Warm(MetaOf(1));
  cache_->Purge();
  CachedKey key;
  EXPECT_FALSE(front_->TryGet(MetaOf(1), Now(), &key));
}

TEST_F(KeyCacheFrontTest, SweepWipesWhatIsRevokedRotatedExpiredOrEvicted) {
  KeyCacheOptions options = Defaults();
  options.max_entries = 4;
  RestartWith(options);
  EXPECT_EQ(front_->Sweep(Now()), 0u);

  Warm(MetaOf(1));
  EXPECT_EQ(front_->Sweep(Now()), 0u);
  cache_->Revoke(1);
  EXPECT_EQ(front_->Sweep(Now()), 1u);

  Warm(MetaOf(2));
  cache_->ForgetLatest("app");
  EXPECT_EQ(front_->Sweep(Now()), 1u);

  Warm(MetaOf(3));
  EXPECT_EQ(front_->Sweep(kNoon + absl::Hours(48)), 1u);

  Warm(MetaOf(4));
  CachedKey key;
  for (uint64_t generation = 10; generation < 20; ++generation) {
    ASSERT_OK(Derive(MetaOf(generation), &key));
  }
  ASSERT_FALSE(IsCached(MetaOf(4)));
  EXPECT_EQ(front_->Sweep(Now()), 1u);
  EXPECT_EQ(front_->Sweep(Now()), 0u);
  EXPECT_FALSE(front_->TryGet(MetaOf(4), Now(), &key));
}

// Without word from the front, the cache would take its hottest key for unused.
TEST_F(KeyCacheFrontTest, HitsKeepTheSharedKeyFromEviction) {
  KeyCacheOptions options = Defaults();
  options.max_entries = 10;
  RestartWith(options);
  Warm(MetaOf(1));
  CachedKey key;
  for (uint64_t generation = 2; generation < 200; ++generation) {
    for (int i = 0; i < 64; ++i) {
      ASSERT_OK(FrontDerive(MetaOf(1), &key));
    }
    ASSERT_OK(Derive(MetaOf(generation), &key));
  }
  EXPECT_TRUE(IsCached(MetaOf(1)));
}

TEST_F(KeyCacheFrontTest, HoldsNoMoreThanItsSize) {
  KeyCacheOptions options = Defaults();
  options.front_entries = 8;
  RestartWith(options);
  for (uint64_t generation = 1; generation <= 100; ++generation) {
    Warm(MetaOf(generation));
    CachedKey key;
    ASSERT_OK(FrontDerive(MetaOf(generation), &key));
    ASSERT_EQ(ToHex(key.RevealSigningKey()), HexOf(MetaOf(generation)));
  }
  EXPECT_EQ(front_->Sweep(kNoon + absl::Hours(48)), 8u);
}

TEST_F(KeyCacheFrontTest, AFrontOfNoKeysPassesOn) {
  KeyCacheOptions options = Defaults();
  options.front_entries = 0;
  RestartWith(options);
  Warm(MetaOf(1));
  CachedKey key;
  ASSERT_OK(FrontDerive(MetaOf(1), &key));
  EXPECT_EQ(FrontHits(), 0u);
  EXPECT_EQ(cache_->stats().hits, 2u);
  options.front_entries = 65537;
  EXPECT_THAT(KeyCache::Create(options, clock_).status(),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       "key_cache.front_entries is 65537, allowed is 0 to 65536"));
}

// Leaves with 0 when a front refuses memory that cannot be locked.
void ExitByLockLimitOfFront() {
  const FakeClock clock(kNoon);
  KeyCacheOptions options;
  options.max_entries = 1;
  const auto cache = KeyCache::Create(options, clock);
  const rlimit none = {0, 0};
  setrlimit(RLIMIT_MEMLOCK, &none);
  const auto front = KeyCacheFront::Create(cache->get());
  // With CAP_IPC_LOCK the limit does not bind.
  _exit(front.ok() ? (geteuid() == 0 ? 0 : 1)
                   : (absl::IsResourceExhausted(front.status()) ? 0 : 1));
}

TEST(KeyCacheFrontDeathTest, RefusesMemoryThatCannotBeLocked) {
  EXPECT_EXIT(ExitByLockLimitOfFront(), ::testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace signet
