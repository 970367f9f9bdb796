// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/call_queue.h"

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include "grpcpp/server.h"
#include "grpcpp/server_builder.h"
#include "gtest/gtest.h"

namespace signet {
namespace {

constexpr int kThreads = 4;
constexpr int kTasks = 2000;

// Tasks of several threads overtake each other in the queue; with the sanitizers
// this also shows that each one's alarm goes exactly once, after its event.
TEST(CallQueueTest, RunsEachPostedTaskOnceOnTheLoopsThread) {
  grpc::ServerBuilder builder;
  CallQueue queue(builder.AddCompletionQueue());
  const std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  ASSERT_NE(server, nullptr);
  std::thread loop([&queue] { queue.Run(); });
  const std::thread::id loop_id = loop.get_id();
  std::atomic<int> ran = 0;
  std::atomic<int> elsewhere = 0;

  std::vector<std::thread> posters;
  for (int i = 0; i < kThreads; ++i) {
    posters.emplace_back([&] {
      for (int k = 0; k < kTasks; ++k) {
        queue.Post([&] {
          ++ran;
          elsewhere += std::this_thread::get_id() == loop_id ? 0 : 1;
        });
      }
    });
  }
  for (std::thread& poster : posters) {
    poster.join();
  }
  server->Shutdown();
  queue.Close();
  loop.join();

  EXPECT_EQ(ran, kThreads * kTasks);
  EXPECT_EQ(elsewhere, 0);
}

}  // namespace
}  // namespace signet
