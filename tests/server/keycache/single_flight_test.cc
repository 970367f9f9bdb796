// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/keycache/single_flight.h"

#include <optional>
#include <thread>

#include "gtest/gtest.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

TEST(SingleFlightTest, OneLeadAKey) {
  SingleFlight flights;
  auto lead = flights.TryLead("a");
  ASSERT_NE(lead, nullptr);
  EXPECT_EQ(flights.TryLead("a"), nullptr);
  EXPECT_NE(flights.TryLead("b"), nullptr);
  lead.reset();
  EXPECT_NE(flights.TryLead("a"), nullptr);
}

TEST(SingleFlightTest, WaitsForTheOutcome) {
  SingleFlight flights;
  auto lead = flights.TryLead("a");
  std::thread waiter([&] {
    const std::optional<absl::Status> outcome = flights.Wait("a", absl::InfiniteDuration());
    // OK where this thread came too late to wait.
    EXPECT_TRUE(outcome.has_value() &&
                (outcome->ok() || *outcome == absl::UnavailableError("down")));
  });
  lead->set_outcome(absl::UnavailableError("down"));
  lead.reset();
  waiter.join();
}

TEST(SingleFlightTest, WaitEndsWithItsTime) {
  SingleFlight flights;
  auto lead = flights.TryLead("a");
  EXPECT_EQ(flights.Wait("a", absl::Milliseconds(1)), std::nullopt);
  EXPECT_EQ(flights.Wait("a", -absl::InfiniteDuration()), std::nullopt);
  EXPECT_EQ(flights.Wait("b", absl::InfiniteDuration()), absl::OkStatus());
}

}  // namespace
}  // namespace signet
