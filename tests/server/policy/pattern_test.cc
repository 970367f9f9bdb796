// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/policy/pattern.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

Pattern P(absl::string_view text) { return Pattern::Parse(text).value(); }

TEST(PatternTest, MatchesExactlyOrByItsStart) {
  EXPECT_TRUE(P("team-a").Matches("team-a"));
  EXPECT_FALSE(P("team-a").Matches("team-ab"));
  EXPECT_FALSE(P("team-a").Matches("Team-a"));
  EXPECT_TRUE(P("team-*").Matches("team-a"));
  EXPECT_TRUE(P("team-*").Matches("team-"));
  EXPECT_FALSE(P("team-*").Matches("team"));
  EXPECT_TRUE(P("spiffe://x/ns/a/*").Matches("spiffe://x/ns/a/sa/b"));
  EXPECT_TRUE(P("*").Matches(""));
  EXPECT_TRUE(P("*").Matches("anything"));
}

TEST(PatternTest, RefusesWhatItWouldNotMean) {
  for (const char* const text : {"", "*a", "a*b", "a**", "**", "a\nb", "\x7f"}) {
    EXPECT_THAT(Pattern::Parse(text), FailsWith(Reason::kInvalidConfig, "")) << text;
  }
  EXPECT_OK(Pattern::Parse("a*"));
}

TEST(PatternTest, CoversWhatItHoldsWholly) {
  EXPECT_TRUE(P("*").Covers(P("us-*")));
  EXPECT_TRUE(P("us-*").Covers(P("us-east-*")));
  EXPECT_TRUE(P("us-*").Covers(P("us-east-1")));
  EXPECT_TRUE(P("us-east-1").Covers(P("us-east-1")));
  EXPECT_FALSE(P("us-east-1").Covers(P("us-east-*")));
  EXPECT_FALSE(P("us-east-1").Covers(P("us-east-1*")));
  EXPECT_FALSE(P("us-east-*").Covers(P("us-*")));
  EXPECT_FALSE(P("us-*").Covers(P("*")));
}

TEST(PatternTest, IntersectsWhatItTouches) {
  EXPECT_TRUE(P("us-east-*").Intersects(P("us-*")));
  EXPECT_TRUE(P("us-east-1").Intersects(P("us-*")));
  EXPECT_TRUE(P("eu-west-1").Intersects(P("*")));
  EXPECT_FALSE(P("eu-*").Intersects(P("us-*")));
  EXPECT_FALSE(P("us-east-1").Intersects(P("us-east-2")));
}

TEST(PatternTest, ARequestsWildcardStandsForAllItMayMean) {
  EXPECT_FALSE(P("us-east-1").Covers(Pattern::OfRequest("us-*")));
  EXPECT_TRUE(P("us-east-1").Intersects(Pattern::OfRequest("us-*")));
  // A star in the middle is taken as if everything followed.
  EXPECT_FALSE(P("us-east-*").Covers(Pattern::OfRequest("us-*-1")));
  EXPECT_TRUE(P("us-*").Covers(Pattern::OfRequest("us-*-1")));
  EXPECT_TRUE(P("us-east-1").Covers(Pattern::OfRequest("us-east-1")));
}

}  // namespace
}  // namespace signet
