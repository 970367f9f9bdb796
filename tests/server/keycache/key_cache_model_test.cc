// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// Many threads do random things to one cache, half of them through fronts; each answer is held
// against what a simple model of revocation, expiry and derivation allows.

#include <array>
#include <atomic>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "gtest/gtest.h"
#include "server/keycache/key_cache_front.h"
#include "tests/server/keycache/key_cache_fixture.h"

namespace signet {
namespace {

constexpr uint64_t kGenerations = 24;
constexpr int kThreads = 4;
constexpr int kOperations = 20000;
constexpr std::array<const char*, 3> kRegions = {"us-east-1", "r", "rs3"};
constexpr std::array<const char*, 3> kServices = {"s3", "s3s", "s"};

class KeyCacheModelTest : public KeyCacheTest {
 protected:
  struct Step {
    uint64_t generation;
    size_t region;
    size_t service;
  };

  KeyCacheModelTest() {
    for (uint64_t generation = 1; generation <= kGenerations; ++generation) {
      for (size_t region = 0; region < kRegions.size(); ++region) {
        for (size_t service = 0; service < kServices.size(); ++service) {
          expected_[generation][region][service] =
              KeyOf(MetaOf(generation, kRegions[region], kServices[service])).Reveal();
        }
      }
    }
  }

  // Generations divisible by 3 end soon, as the clock is moved on by the threads.
  KeyOrigin ModelOrigin(uint64_t generation) const {
    KeyOrigin origin = OriginOf(generation);
    if (generation % 3 == 0) {
      origin.expires = kNoon + absl::Minutes(static_cast<int64_t>(generation));
    }
    return origin;
  }

  void CheckKey(const Step& step, const CachedKey& key, absl::Time now, bool was_revoked) {
    ASSERT_EQ(key.generation(), step.generation);
    ASSERT_EQ(key.RevealSigningKey(), expected_[step.generation][step.region][step.service]);
    ASSERT_GT(key.not_after(), now);
    ASSERT_LE(key.not_after(), ModelOrigin(step.generation).expires);
    // What was revoked before the call began must show in its answer.
    ASSERT_TRUE(key.is_revoked() || !was_revoked);
  }

  void CheckError(const Step& step, const absl::Status& status) {
    const Reason reason = GetErrorDetail(status).reason;
    if (reason == Reason::kCredentialRevoked) {
      ASSERT_TRUE(revoking_[step.generation]);
    } else if (reason == Reason::kCredentialExpired) {
      // By now; the load may have been that of a caller who came later.
      ASSERT_LE(ModelOrigin(step.generation).expires, Now());
    } else {
      ASSERT_TRUE(absl::IsUnavailable(status)) << status;
    }
  }

  void Run(uint32_t seed) {
    std::mt19937 random(seed);
    const std::unique_ptr<KeyCacheFront> front =
        seed % 2 == 0 ? KeyCacheFront::Create(cache_.get()).value() : nullptr;
    for (int i = 0; i < kOperations && !HasFatalFailure(); ++i) {
      const Step step = {1 + random() % kGenerations, random() % kRegions.size(),
                         random() % kServices.size()};
      const uint32_t dice = random() % 1000;
      if (dice >= 980) {
        Disturb(step, dice);
      } else if (front != nullptr) {
        RunOne(*front, step, dice, random());
      } else {
        RunOne(*cache_, step, dice, random());
      }
      if (front != nullptr && i % 100 == 0) {
        front->Sweep(Now());
      }
    }
  }

  template <typename Keys>
  void RunOne(Keys& keys, const Step& step, uint32_t dice, uint32_t more_dice) {
    const absl::Time now = Now();
    const bool was_revoked = revoked_[step.generation];
    const KeyMeta meta = MetaOf(step.generation, kRegions[step.region], kServices[step.service]);
    const auto loader = [&]() -> absl::StatusOr<LoadedKey> {
      if (more_dice % 8 == 0) {
        return absl::UnavailableError("down");
      }
      return LoadedKey{ModelOrigin(meta.generation),
                       SigningKey(expected_[step.generation][step.region][step.service])};
    };
    CachedKey key;
    absl::Status status;
    if (dice < 400) {
      status = keys.GetOrDerive(ModelOrigin(step.generation),
                                {SecretOf(step.generation), meta.date, meta.region, meta.service},
                                now, &key);
    } else if (dice < 700) {
      status = keys.GetOrLoad(meta, now, absl::InfiniteFuture(), loader, &key);
    } else if (dice < 900) {
      const std::string credential = "c" + std::to_string(step.generation);
      status = keys.GetOrLoadLatest({credential, kDate, meta.region, meta.service}, now,
                                    absl::InfiniteFuture(), loader, &key);
    } else if (!keys.TryGet(meta, now, &key)) {
      return;
    }
    if (status.ok()) {
      CheckKey(step, key, now, was_revoked);
    } else {
      CheckError(step, status);
    }
  }

  void Disturb(const Step& step, uint32_t dice) {
    if (dice < 982) {
      revoking_[step.generation] = true;
      cache_->Revoke(step.generation);
      revoked_[step.generation] = true;
    } else if (dice < 985) {
      cache_->Purge();
    } else if (dice < 990) {
      cache_->Sweep(Now());
    } else if (dice < 995) {
      cache_->ForgetLatest("c" + std::to_string(step.generation));
    } else {
      clock_.Advance(absl::Seconds(5));
    }
    ASSERT_LE(cache_->stats().entries, bound_);
  }

  void RunAll(size_t bound) {
    bound_ = bound;
    KeyCacheOptions options = Defaults();
    options.max_entries = bound;
    options.front_entries = bound / 4;
    options.revocation_check_interval = absl::Seconds(20);
    Restart(options);
    std::vector<std::thread> threads;
    for (int i = 0; i < kThreads; ++i) {
      threads.emplace_back([this, i] { Run(static_cast<uint32_t>(i)); });
    }
    for (std::thread& thread : threads) {
      thread.join();
    }
    const KeyCacheStats stats = cache_->stats();
    EXPECT_LE(stats.entries, bound);
    EXPECT_GT(stats.hits, stats.front_hits);
    EXPECT_EQ(stats.front_hits > 0, options.front_entries > 0);
    EXPECT_GT(stats.loads, stats.load_errors);
    EXPECT_GT(stats.load_errors, 0u);
  }

  size_t bound_ = 0;
  Sha256Digest expected_[kGenerations + 1][kRegions.size()][kServices.size()];
  // Set before and after a revocation.
  std::array<std::atomic<bool>, kGenerations + 1> revoking_ = {};
  std::array<std::atomic<bool>, kGenerations + 1> revoked_ = {};
};

TEST_F(KeyCacheModelTest, WithRoomForAll) { RunAll(256); }
TEST_F(KeyCacheModelTest, WithRoomForSome) { RunAll(20); }
TEST_F(KeyCacheModelTest, WithRoomForOne) { RunAll(1); }

}  // namespace
}  // namespace signet
