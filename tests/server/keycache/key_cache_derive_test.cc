// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include <string>
#include <thread>
#include <vector>

#include "gtest/gtest.h"
#include "tests/server/keycache/key_cache_fixture.h"

namespace signet {
namespace {

using KeyCacheDeriveTest = KeyCacheTest;

// From "Examples of how to derive a signing key", AWS General Reference; the second
// call is answered from the cache.
TEST_F(KeyCacheDeriveTest, GivesTheDocumentedKeyFreshAndCached) {
  KeyOrigin origin = OriginOf(1);
  for (int i = 0; i < 2; ++i) {
    CachedKey key;
    ASSERT_OK(cache_->GetOrDerive(
        origin, {"wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", "20120215", "us-east-1", "iam"}, Now(),
        &key));
    EXPECT_EQ(ToHex(key.RevealSigningKey()),
              "f4780e2d9f65fa895f9c67b32ce1baf0b0d8a43505a000a1a9e090d414db404d");
    EXPECT_EQ(SignatureOf(key.hmac_key(), "text"),
              SignatureOf(MakeHmacSha256Key(absl::MakeConstSpan(key.RevealSigningKey())), "text"));
  }
  EXPECT_EQ(cache_->stats().hits, 1u);
  EXPECT_EQ(cache_->stats().misses, 1u);
  EXPECT_EQ(cache_->stats().entries, 1u);
}

TEST_F(KeyCacheDeriveTest, AHitNeedsNoSecret) {
  CachedKey key;
  ASSERT_OK(Derive(MetaOf(1), &key));
  CachedKey again;
  ASSERT_OK(cache_->GetOrDerive(OriginOf(1), {"", kDate, "us-east-1", "s3"}, Now(), &again));
  EXPECT_EQ(ToHex(again.RevealSigningKey()), HexOf(MetaOf(1)));
  EXPECT_EQ(again.generation(), 1u);
  EXPECT_EQ(again.created(), kNoon - absl::Hours(1));
}

// A secret changed under the same access key ID is another generation, so that its
// predecessor's key is never used for it.
TEST_F(KeyCacheDeriveTest, AnotherGenerationIsAnotherKey) {
  CachedKey key;
  ASSERT_OK(Derive(MetaOf(1), &key));
  ASSERT_OK(Derive(MetaOf(2), &key));
  EXPECT_EQ(ToHex(key.RevealSigningKey()), HexOf(MetaOf(2)));
  EXPECT_NE(HexOf(MetaOf(1)), HexOf(MetaOf(2)));
}

// Undelimited, "r" + "s3s" and "rs3" + "s" would be one key of two scopes.
TEST_F(KeyCacheDeriveTest, PartsOfTheNameDoNotRunIntoEachOther) {
  const std::vector<KeyMeta> metas = {MetaOf(1, "r", "s3s"), MetaOf(1, "rs3", "s"),
                                      MetaOf(1, "", "rs3s"), MetaOf(1, "rs3s", "")};
  for (int round = 0; round < 2; ++round) {
    for (const KeyMeta& meta : metas) {
      CachedKey key;
      ASSERT_OK(Derive(meta, &key));
      EXPECT_EQ(ToHex(key.RevealSigningKey()), HexOf(meta)) << meta.region << "|" << meta.service;
    }
  }
  EXPECT_EQ(cache_->stats().entries, metas.size());
  EXPECT_EQ(cache_->stats().hits, metas.size());
}

TEST_F(KeyCacheDeriveTest, NamesTooLongToHoldAreDerivedEachTime) {
  const std::string fits(64 - 8 - 2, 'r');
  const std::string too_long = fits + "r";
  CachedKey key;
  ASSERT_OK(Derive(MetaOf(1, fits), &key));
  EXPECT_TRUE(IsCached(MetaOf(1, fits)));
  for (int i = 0; i < 2; ++i) {
    ASSERT_OK(Derive(MetaOf(1, too_long), &key));
    EXPECT_EQ(ToHex(key.RevealSigningKey()), HexOf(MetaOf(1, too_long)));
  }
  EXPECT_FALSE(IsCached(MetaOf(1, too_long)));
  EXPECT_EQ(cache_->stats().bypasses, 2u);
}

TEST_F(KeyCacheDeriveTest, RefusesARevokedVersion) {
  CachedKey key;
  ASSERT_OK(Derive(MetaOf(1), &key));

  cache_->Revoke(1);

  EXPECT_THAT(Derive(MetaOf(1), &key), FailsWith(Reason::kCredentialRevoked, "credential"));
  // Of another scope, that was never cached.
  EXPECT_THAT(Derive(MetaOf(1, "eu-west-1"), &key),
              FailsWith(Reason::kCredentialRevoked, "credential"));
  EXPECT_OK(Derive(MetaOf(2), &key));
  EXPECT_EQ(cache_->stats().revoked_hits, 2u);

  KeyOrigin origin = OriginOf(3);
  origin.is_revoked = true;
  EXPECT_THAT(Derive(origin, MetaOf(3), &key),
              StatusIs(absl::StatusCode::kFailedPrecondition, ::testing::HasSubstr("revoked")));
}

TEST_F(KeyCacheDeriveTest, RevocationOutlivesAPurge) {
  CachedKey key;
  cache_->Revoke(1);
  cache_->Purge();
  EXPECT_THAT(Derive(MetaOf(1), &key), FailsWith(Reason::kCredentialRevoked, "credential"));
}

TEST_F(KeyCacheDeriveTest, RefusesAnExpiredVersionAndWhatIsNoDate) {
  CachedKey key;
  KeyOrigin origin = OriginOf(1);
  origin.expires = Now() + absl::Seconds(1);
  ASSERT_OK(Derive(origin, MetaOf(1), &key));
  EXPECT_EQ(key.not_after(), origin.expires);

  clock_.Advance(absl::Seconds(1));

  EXPECT_THAT(Derive(origin, MetaOf(1), &key), FailsWith(Reason::kCredentialExpired, "credential"));
  EXPECT_THAT(Derive({2, "20261131", "us-east-1", "s3"}, &key),
              FailsWith(Reason::kInvalidSigningTime, "date"));
}

TEST_F(KeyCacheDeriveTest, PurgeWipesAllKeys) {
  CachedKey key;
  ASSERT_OK(Derive(MetaOf(1), &key));
  ASSERT_OK(Derive(MetaOf(2), &key));

  EXPECT_EQ(cache_->Purge(), 2u);

  EXPECT_FALSE(IsCached(MetaOf(1)));
  EXPECT_FALSE(IsCached(MetaOf(2)));
  EXPECT_EQ(cache_->stats().entries, 0u);
}

TEST_F(KeyCacheDeriveTest, PurgesTheKeysOfOneVersion) {
  CachedKey key;
  ASSERT_OK(Derive(MetaOf(1), &key));
  ASSERT_OK(Derive(MetaOf(2), &key));

  EXPECT_EQ(cache_->WipeGeneration(1), 1u);

  EXPECT_FALSE(IsCached(MetaOf(1)));
  EXPECT_TRUE(IsCached(MetaOf(2)));
  EXPECT_EQ(cache_->WipeGeneration(1), 0u);
}

TEST_F(KeyCacheDeriveTest, SweepRemovesOnlyWhatIsPastItsTime) {
  CachedKey key;
  KeyOrigin temporary = OriginOf(1);
  temporary.expires = Now() + absl::Minutes(10);
  ASSERT_OK(Derive(temporary, MetaOf(1), &key));
  ASSERT_OK(Derive(MetaOf(2), &key));

  clock_.Advance(absl::Minutes(10) - absl::Nanoseconds(1));
  EXPECT_EQ(cache_->Sweep(Now()), 0u);
  clock_.Advance(absl::Nanoseconds(1));
  EXPECT_EQ(cache_->Sweep(Now()), 1u);

  EXPECT_FALSE(IsCached(MetaOf(1)));
  EXPECT_TRUE(IsCached(MetaOf(2)));
  EXPECT_EQ(cache_->stats().expiries, 1u);
  EXPECT_EQ(cache_->stats().entries, 1u);
}

TEST_F(KeyCacheDeriveTest, TryGetGivesOnlyWhatIsThere) {
  CachedKey key;
  EXPECT_FALSE(cache_->TryGet(MetaOf(1), Now(), &key));
  ASSERT_OK(Derive(MetaOf(1), &key));

  CachedKey found;
  ASSERT_TRUE(cache_->TryGet(MetaOf(1), Now(), &found));
  EXPECT_EQ(ToHex(found.RevealSigningKey()), HexOf(MetaOf(1)));
  EXPECT_FALSE(cache_->TryGet(MetaOf(1, "us-east-2"), Now(), &found));
  EXPECT_FALSE(cache_->TryGet(MetaOf(1), key.not_after(), &found));

  cache_->Revoke(1);
  ASSERT_TRUE(cache_->TryGet(MetaOf(1), Now(), &found));
  EXPECT_TRUE(found.is_revoked());
}

// A thousand rotations leave no more keys than fit, and the memory as it was.
TEST_F(KeyCacheDeriveTest, StaysWithinItsBound) {
  KeyCacheOptions options = Defaults();
  for (const size_t bound : {1, 2, 3, 200}) {
    options.max_entries = bound;
    Restart(options);
    const uint64_t bytes = cache_->stats().bytes;
    for (uint64_t generation = 1; generation <= 1000; ++generation) {
      CachedKey key;
      ASSERT_OK(Derive(MetaOf(generation), &key));
      ASSERT_EQ(ToHex(key.RevealSigningKey()), HexOf(MetaOf(generation)));
      ASSERT_TRUE(IsCached(MetaOf(generation)));
      ASSERT_LE(cache_->stats().entries, bound);
    }
    EXPECT_EQ(cache_->stats().evictions, 1000 - cache_->stats().entries);
    EXPECT_EQ(cache_->stats().bytes, bytes);
  }
}

TEST_F(KeyCacheDeriveTest, DerivesForEachCallWithoutEntries) {
  KeyCacheOptions options = Defaults();
  options.max_entries = 0;
  Restart(options);
  for (int i = 0; i < 3; ++i) {
    CachedKey key;
    ASSERT_OK(Derive(MetaOf(1), &key));
    EXPECT_EQ(ToHex(key.RevealSigningKey()), HexOf(MetaOf(1)));
    EXPECT_FALSE(IsCached(MetaOf(1)));
  }
  EXPECT_EQ(cache_->stats().bypasses, 3u);
  EXPECT_EQ(cache_->stats().entries, 0u);
  cache_->Revoke(1);
  CachedKey key;
  EXPECT_THAT(Derive(MetaOf(1), &key), FailsWith(Reason::kCredentialRevoked, "credential"));
  cache_->Purge();
  EXPECT_EQ(cache_->Sweep(Now()), 0u);
}

TEST_F(KeyCacheDeriveTest, KeepsWhatIsUsedWhenItEvicts) {
  KeyCacheOptions options = Defaults();
  options.max_entries = 10;
  Restart(options);
  CachedKey key;
  ASSERT_OK(Derive(MetaOf(1), &key));
  for (uint64_t generation = 2; generation < 100; ++generation) {
    ASSERT_OK(Derive(MetaOf(generation), &key));
    ASSERT_TRUE(IsCached(MetaOf(1))) << generation;
  }
}

}  // namespace
}  // namespace signet
