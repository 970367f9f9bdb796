// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/keycache/sieve_table.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace signet {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct NumberSlot {
  bool Matches(int other) const { return value == other; }
  int value = 0;
};

class SieveTableTest : public ::testing::Test {
 protected:
  uint32_t Insert(int value, size_t hash) {
    const uint32_t i =
        table_.Insert(hash, [this](uint32_t victim) { evicted_.push_back(table_[victim].value); });
    table_[i].value = value;
    return i;
  }
  uint32_t Insert(int value) {
    return Insert(value, static_cast<size_t>(value) * 0x9e3779b97f4a7c15);
  }
  uint32_t Find(int value) const {
    return table_.Find(value, static_cast<size_t>(value) * 0x9e3779b97f4a7c15);
  }
  void Use(int value) { table_.Touch(Find(value)); }

  SieveTable<NumberSlot> table_{4};
  std::vector<int> evicted_;
};

TEST_F(SieveTableTest, FindsWhatIsThere) {
  const uint32_t one = Insert(1);
  EXPECT_EQ(Find(1), one);
  EXPECT_EQ(Find(2), table_.kNone);
  table_.Erase(one);
  EXPECT_EQ(Find(1), table_.kNone);
  EXPECT_EQ(table_.size(), 0u);
  EXPECT_FALSE(table_.IsUsed(one));
}

TEST_F(SieveTableTest, EqualHashesAreNotEqualKeys) {
  const uint32_t one = Insert(1, 42);
  const uint32_t two = Insert(2, 42);
  EXPECT_EQ(table_.Find(1, 42), one);
  EXPECT_EQ(table_.Find(2, 42), two);
  EXPECT_EQ(table_.Find(3, 42), table_.kNone);
}

TEST_F(SieveTableTest, EvictsTheOldestWhereNoneWasUsed) {
  for (int value = 1; value <= 6; ++value) {
    Insert(value);
  }
  EXPECT_THAT(evicted_, ElementsAre(1, 2));
}

// The example of the SIEVE paper in small: the hand passes what was used, clears its
// bit, and goes on from where it stopped.
TEST_F(SieveTableTest, PassesOverWhatWasUsedOnce) {
  for (int value = 1; value <= 4; ++value) {
    Insert(value);
  }
  Use(1);
  Use(3);
  Insert(5);
  EXPECT_THAT(evicted_, ElementsAre(2));
  Insert(6);
  EXPECT_THAT(evicted_, ElementsAre(2, 4));
  // The hand stands behind 4, at 5 and 6, and comes back to 1 last.
  Insert(7);
  EXPECT_THAT(evicted_, ElementsAre(2, 4, 5));
}

TEST_F(SieveTableTest, EvictsWhenAllWereUsed) {
  for (int value = 1; value <= 4; ++value) {
    Insert(value);
    Use(value);
  }
  Insert(5);
  EXPECT_THAT(evicted_, ElementsAre(1));
}

TEST_F(SieveTableTest, ErasingWhereTheHandStandsKeepsItGoing) {
  for (int value = 1; value <= 4; ++value) {
    Insert(value);
  }
  Use(1);
  Insert(5);  // Evicts 2; the hand stands at 3.
  table_.Erase(Find(3));
  Insert(6);
  EXPECT_THAT(evicted_, ElementsAre(2));
  Insert(7);
  EXPECT_THAT(evicted_, ElementsAre(2, 4));
}

TEST_F(SieveTableTest, FillsEmptiesAndFillsAgain) {
  for (int round = 0; round < 100; ++round) {
    for (int value = 1; value <= 4; ++value) {
      Insert(value);
    }
    for (const int value : {2, 4, 1, 3}) {
      table_.Erase(Find(value));
    }
  }
  EXPECT_THAT(evicted_, IsEmpty());
  EXPECT_EQ(table_.size(), 0u);
}

}  // namespace
}  // namespace signet
