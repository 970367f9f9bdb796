// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/keycache/single_flight.h"

#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "gtest/gtest.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

using Lead = SingleFlight::Lead;

// All of one bucket, so that they get in each other's way if they can.
FlightName NameOf(absl::string_view credential, uint64_t generation = 0) {
  return {7, generation, credential, "20261130", "us-east-1", "s3"};
}

TEST(SingleFlightTest, OneLeadAName) {
  SingleFlight flights;
  auto lead = std::make_unique<Lead>(&flights, NameOf("a"));
  ASSERT_TRUE(lead->is_held());
  EXPECT_FALSE(Lead(&flights, NameOf("a")).is_held());
  EXPECT_TRUE(Lead(&flights, NameOf("b")).is_held());
  EXPECT_TRUE(Lead(&flights, NameOf("a", 1)).is_held());
  EXPECT_FALSE(Lead(&flights, NameOf("a")).is_held());
  lead.reset();
  EXPECT_TRUE(Lead(&flights, NameOf("a")).is_held());
}

TEST(SingleFlightTest, LeadsEndInAnyOrder) {
  SingleFlight flights;
  auto a = std::make_unique<Lead>(&flights, NameOf("a"));
  auto b = std::make_unique<Lead>(&flights, NameOf("b"));
  auto c = std::make_unique<Lead>(&flights, NameOf("c"));
  b.reset();
  EXPECT_FALSE(Lead(&flights, NameOf("a")).is_held());
  EXPECT_FALSE(Lead(&flights, NameOf("c")).is_held());
  EXPECT_TRUE(Lead(&flights, NameOf("b")).is_held());
  a.reset();
  c.reset();
  EXPECT_TRUE(Lead(&flights, NameOf("a")).is_held());
}

TEST(SingleFlightTest, AllWaitForTheOutcome) {
  SingleFlight flights;
  auto lead = std::make_unique<Lead>(&flights, NameOf("a"));
  auto other = std::make_unique<Lead>(&flights, NameOf("b"));
  std::vector<std::thread> waiters;
  for (int i = 0; i < 4; ++i) {
    waiters.emplace_back([&] {
      const std::optional<absl::Status> outcome =
          flights.Wait(NameOf("a"), absl::InfiniteDuration());
      // OK where this thread came too late to wait.
      EXPECT_TRUE(outcome.has_value() &&
                  (outcome->ok() || *outcome == absl::UnavailableError("down")));
    });
  }
  // Wakes the waiters of "a" too, who must go on waiting.
  other.reset();
  lead->set_outcome(absl::UnavailableError("down"));
  lead.reset();
  for (std::thread& waiter : waiters) {
    waiter.join();
  }
}

TEST(SingleFlightTest, WaitEndsWithItsTime) {
  SingleFlight flights;
  auto lead = std::make_unique<Lead>(&flights, NameOf("a"));
  EXPECT_EQ(flights.Wait(NameOf("a"), absl::Milliseconds(1)), std::nullopt);
  EXPECT_EQ(flights.Wait(NameOf("a"), -absl::InfiniteDuration()), std::nullopt);
  EXPECT_EQ(flights.Wait(NameOf("b"), absl::InfiniteDuration()), absl::OkStatus());
  // Nobody is left who would be told.
  lead.reset();
  EXPECT_EQ(flights.Wait(NameOf("a"), absl::InfiniteDuration()), absl::OkStatus());
}

}  // namespace
}  // namespace signet
