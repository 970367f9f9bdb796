// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/front_sweeper.h"

#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <thread>

#include "grpcpp/server.h"
#include "grpcpp/server_builder.h"
#include "gtest/gtest.h"
#include "tests/server/keycache/key_cache_fixture.h"

namespace signet {
namespace {

// How many milliseconds a test waits at most for a sweep, which comes twice a second.
constexpr int kPatience = 20'000;

// A lane that nobody calls, with its front.
class FrontSweeperTest : public KeyCacheTest {
 protected:
  FrontSweeperTest() {
    grpc::ServerBuilder builder;
    queue_ = std::make_unique<CallQueue>(builder.AddCompletionQueue());
    server_ = builder.BuildAndStart();
    front_ = KeyCacheFront::Create(cache_.get()).value();
    sweeper_ = std::make_unique<FrontSweeper>(front_.get(), clock_);
  }

  // Before Run().
  void KeepACopy(const KeyMeta& meta) {
    CachedKey key;
    for (int i = 0; i < 2; ++i) {
      ASSERT_OK(front_->GetOrDerive(
          OriginOf(meta.generation),
          {SecretOf(meta.generation), meta.date, meta.region, meta.service}, Now(), &key));
    }
    ASSERT_TRUE(front_->TryGet(meta, Now(), &key));
  }

  void Run() {
    sweeper_->Start(queue_.get());
    loop_ = std::thread([this] { queue_->Run(); });
  }

  // A sweep adds the front's hits to the cache's.
  bool SweptWithinPatience(uint64_t front_hits) {
    for (int i = 0; i < kPatience && cache_->stats().front_hits < front_hits; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return cache_->stats().front_hits >= front_hits;
  }

  // Runs `task` on the lane's thread.
  void OnTheLane(const std::function<void()>& task) {
    std::promise<void> done;
    queue_->Post([&] {
      task();
      done.set_value();
    });
    done.get_future().get();
  }

  size_t LeftToWipe() {
    size_t left = 0;
    OnTheLane([&] { left = front_->Sweep(Now()); });
    return left;
  }

  // Returns only when the alarm has come back.
  void Stop() {
    OnTheLane([this] { sweeper_->Stop(); });
    server_->Shutdown();
    queue_->Close();
    loop_.join();
  }

  std::unique_ptr<CallQueue> queue_;
  std::unique_ptr<grpc::Server> server_;
  std::unique_ptr<KeyCacheFront> front_;
  std::unique_ptr<FrontSweeper> sweeper_;
  std::thread loop_;
};

TEST_F(FrontSweeperTest, WipesTheCopiesOfALaneThatNobodyCalls) {
  KeepACopy(MetaOf(1));
  cache_->Revoke(1);
  Run();
  ASSERT_TRUE(SweptWithinPatience(1));
  EXPECT_EQ(LeftToWipe(), 0u);
  Stop();
}

TEST_F(FrontSweeperTest, WipesACopyWhenItsTimeIsOver) {
  KeepACopy(MetaOf(1));
  clock_.SetNow(kNoon + absl::Hours(36));
  Run();
  ASSERT_TRUE(SweptWithinPatience(1));
  EXPECT_EQ(LeftToWipe(), 0u);
  Stop();
}

TEST_F(FrontSweeperTest, LeavesCopiesThatAreInUse) {
  KeepACopy(MetaOf(1));
  Run();
  ASSERT_TRUE(SweptWithinPatience(1));
  // In one task, so that no sweep comes between.
  size_t left = 0;
  OnTheLane([&] {
    cache_->Revoke(1);
    left = front_->Sweep(Now());
  });
  EXPECT_EQ(left, 1u);
  Stop();
}

TEST_F(FrontSweeperTest, SweepsAgainAndAgain) {
  KeepACopy(MetaOf(1));
  Run();
  ASSERT_TRUE(SweptWithinPatience(1));
  OnTheLane([&] {
    CachedKey key;
    EXPECT_TRUE(front_->TryGet(MetaOf(1), Now(), &key));
  });
  EXPECT_TRUE(SweptWithinPatience(2));
  Stop();
}

}  // namespace
}  // namespace signet
