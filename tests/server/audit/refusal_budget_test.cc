// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/audit/refusal_budget.h"

#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/audit/audit_lines.h"

namespace signet {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr int kAtOnce = static_cast<int>(RefusalBudget::kLinesAtOnce);
const absl::Time kStart = absl::FromUnixSeconds(1'800'000'000);

// How many of so many refusals at that time get a line.
int Listed(RefusalBudget* budget, const std::string& caller, int refusals, absl::Time now) {
  int listed = 0;
  for (int i = 0; i < refusals; ++i) {
    listed += budget->Take(caller, now).has_value() ? 1 : 0;
  }
  return listed;
}

TEST(RefusalBudgetTest, ListsSoManyAtOnceAndSoManyASecond) {
  RefusalBudget budget;
  EXPECT_EQ(Listed(&budget, "alice", kAtOnce + 500, kStart), kAtOnce);
  EXPECT_EQ(Listed(&budget, "alice", 500, kStart + absl::Seconds(1)), 200);
  EXPECT_EQ(budget.unlisted(), 500U + 300U);
  // Full again, and no fuller.
  EXPECT_EQ(Listed(&budget, "alice", 10'000, kStart + absl::Hours(1)), kAtOnce);
}

TEST(RefusalBudgetTest, TheNextLineSaysHowManyHadNone) {
  RefusalBudget budget;
  Listed(&budget, "alice", kAtOnce + 7, kStart);
  EXPECT_EQ(budget.Take("alice", kStart + absl::Seconds(1)), 7U);
  EXPECT_EQ(budget.Take("alice", kStart + absl::Seconds(1)), 0U);
}

TEST(RefusalBudgetTest, OneCallersFloodTakesNoLineOfAnother) {
  RefusalBudget budget;
  Listed(&budget, "alice", 10 * kAtOnce, kStart);
  EXPECT_EQ(Listed(&budget, "bob", 100, kStart), 100);
}

TEST(RefusalBudgetTest, AClockThatIsSetBackGivesNothing) {
  RefusalBudget budget;
  Listed(&budget, "alice", kAtOnce, kStart);
  EXPECT_EQ(Listed(&budget, "alice", 10, kStart - absl::Hours(1)), 0);
  EXPECT_EQ(Listed(&budget, "alice", 500, kStart + absl::Seconds(1)), 200);
}

// Names that were refused once, long ago, take no memory for ever; those with a count do.
TEST(RefusalBudgetTest, ManyCallersAreKeptApart) {
  RefusalBudget budget;
  Listed(&budget, "alice", kAtOnce + 3, kStart);
  for (int i = 0; i < 5000; ++i) {
    EXPECT_EQ(budget.Take(absl::StrCat("caller-", i), kStart + absl::Seconds(i)), 0U);
  }
  EXPECT_EQ(budget.Take("alice", kStart + absl::Hours(2)), 3U);
}

TEST(AuditLinesRefusalTest, AFloodOfRefusalsLeavesWhatWasSignedOnRecord) {
  RefusalBudget budget;
  AuditLines lines(AuditedResources::kShown, &budget);
  AuditEvent event;
  event.Reset();
  event.caller = "alice";
  event.operation = "SignRequest";
  const absl::Status denied = absl::PermissionDeniedError("no");
  for (int i = 0; i < kAtOnce + 100; ++i) {
    lines.Add(event, denied, kStart);
  }
  EXPECT_EQ(lines.count(), static_cast<size_t>(kAtOnce));
  EXPECT_THAT(std::string(lines.text()), Not(HasSubstr("refusals_unlisted")));
  lines.Clear();
  for (int i = 0; i < 10; ++i) {
    lines.Add(event, absl::OkStatus(), kStart);
  }
  EXPECT_EQ(lines.count(), 10U);
  lines.Clear();
  lines.Add(event, denied, kStart + absl::Seconds(1));
  EXPECT_THAT(std::string(lines.text()), HasSubstr("\"refusals_unlisted\":100"));
}

}  // namespace
}  // namespace signet
