// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// Where the bytes of keys lie, and what is left of them.

#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <new>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "tests/server/keycache/key_cache_fixture.h"

namespace signet {
namespace {

using KeyCacheMemoryTest = KeyCacheTest;

// Leaves with 0 when a limit of nothing is honoured as documented.
void ExitByLockLimit() {
  const rlimit none = {0, 0};
  setrlimit(RLIMIT_MEMLOCK, &none);
  const FakeClock clock(kNoon);
  KeyCacheOptions options;
  const auto refused = KeyCache::Create(options, clock);
  options.allow_unlocked_memory = true;
  const auto allowed = KeyCache::Create(options, clock);
  // With CAP_IPC_LOCK the limit does not bind; then both are locked.
  const bool bound = absl::IsResourceExhausted(refused.status()) && allowed.ok() &&
                     !(*allowed)->is_memory_locked();
  const bool privileged = refused.ok() && (*refused)->is_memory_locked();
  _exit(bound || privileged ? 0 : 1);
}

TEST(KeyCacheMemoryDeathTest, RefusesMemoryThatCannotBeLockedUnlessAllowed) {
  EXPECT_EXIT(ExitByLockLimit(), ::testing::ExitedWithCode(0), "");
}

TEST_F(KeyCacheMemoryTest, RefusesOptionsOutOfRange) {
  const auto error = [this](const KeyCacheOptions& options) {
    return KeyCache::Create(options, clock_).status();
  };
  KeyCacheOptions options = Defaults();
  options.max_entries = 1000001;
  EXPECT_THAT(error(options),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       "key_cache.max_entries is 1000001, allowed is 0 to 1000000"));
  options = Defaults();
  options.revocation_check_interval = absl::ZeroDuration();
  EXPECT_THAT(error(options),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       "key_cache.revocation_check_interval is 0, must be positive"));
  options = Defaults();
  options.reload_retry_interval = absl::Seconds(-1);
  EXPECT_THAT(error(options), FailsWith(Reason::kInvalidConfig, "key_cache.reload_retry_interval"));
}

// The budget of design: 256 bytes for a key, all included.
TEST_F(KeyCacheMemoryTest, AKeyTakesAtMost256Bytes) {
#if defined(SIGNET_EVP_ONLY)
  GTEST_SKIP() << "without midstates a key holds two padded blocks";
#endif
  EXPECT_LE(cache_->stats().bytes, 256u * 10000u);
}

TEST_F(KeyCacheMemoryTest, ACopiedKeyWipesItself) {
  std::vector<unsigned char> memory(sizeof(CachedKey));
  CachedKey* const key = new (memory.data()) CachedKey;
  ASSERT_OK(Derive(MetaOf(1), key));
  const Sha256Digest right = KeyOf(MetaOf(1)).Reveal();
  ASSERT_NE(memmem(memory.data(), memory.size(), right.data(), right.size()), nullptr);
  HmacSha256Key hmac_key = key->hmac_key();

  key->~CachedKey();

  EXPECT_EQ(memmem(memory.data(), memory.size(), right.data(), right.size()), nullptr);
  EXPECT_EQ(memmem(memory.data(), memory.size(), &hmac_key.inner, 32), nullptr);
  EXPECT_EQ(memmem(memory.data(), memory.size(), &hmac_key.outer, 32), nullptr);
}

}  // namespace
}  // namespace signet
