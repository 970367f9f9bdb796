// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/keycache/key_lifetime.h"

#include "gtest/gtest.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

absl::Time Utc(int year, int month, int day, int hour = 0) {
  return absl::FromCivil(absl::CivilHour(year, month, day, hour), absl::UTCTimeZone());
}

class KeyLifetimeTest : public ::testing::Test {
 protected:
  KeyLifetimeTest() {
    origin_.generation = 1;
    origin_.created = Utc(2026, 11, 1);
  }
  absl::Time NotAfter(absl::string_view date) {
    return KeyNotAfter(origin_, date, now_, options_).value();
  }

  const absl::Time now_ = Utc(2026, 11, 30, 12);
  KeyOrigin origin_;
  KeyCacheOptions options_;
};

TEST_F(KeyLifetimeTest, EndsADayAfterTheEndOfTheDate) {
  EXPECT_EQ(NotAfter("20261130"), Utc(2026, 12, 2));
  EXPECT_EQ(NotAfter("20261201"), Utc(2026, 12, 3));
  EXPECT_EQ(NotAfter("20261129"), Utc(2026, 12, 1));
}

TEST_F(KeyLifetimeTest, KeepsTheKeyOfALongPastDateForAnHour) {
  EXPECT_EQ(NotAfter("20150830"), now_ + absl::Hours(1));
  EXPECT_EQ(NotAfter("20261128"), now_ + absl::Hours(1));
}

TEST_F(KeyLifetimeTest, EndsWithTheCredential) {
  origin_.expires = now_ + absl::Seconds(1);
  EXPECT_EQ(NotAfter("20261130"), origin_.expires);
  EXPECT_EQ(NotAfter("20150830"), origin_.expires);
  origin_.expires = now_;
  EXPECT_THAT(KeyNotAfter(origin_, "20261130", now_, options_),
              FailsWith(Reason::kCredentialExpired, "credential"));
}

TEST_F(KeyLifetimeTest, KeepsATemporaryKeyOfUnknownExpiryForAnHour) {
  origin_.looks_temporary = true;
  EXPECT_EQ(NotAfter("20261130"), now_ + absl::Hours(1));
  origin_.expires = now_ + absl::Hours(6);
  EXPECT_EQ(NotAfter("20261130"), now_ + absl::Hours(6));
}

TEST_F(KeyLifetimeTest, EndsExpireKeyAfterTheVersionBegan) {
  options_.expire_key_after = now_ - origin_.created + absl::Minutes(5);
  EXPECT_EQ(NotAfter("20261130"), now_ + absl::Minutes(5));
  options_.expire_key_after = now_ - origin_.created;
  EXPECT_THAT(KeyNotAfter(origin_, "20261130", now_, options_),
              FailsWith(Reason::kCredentialExpired, "credential"));
}

TEST_F(KeyLifetimeTest, RefusesWhatIsNoDate) {
  EXPECT_OK(KeyNotAfter(origin_, "20280229", now_, options_));
  for (const char* const date : {"", "2026113", "202611300", "20261131", "20260229", "20261301",
                                 "20260001", "20260100", "2026-1-1", "+2026113", "2026113 "}) {
    EXPECT_THAT(KeyNotAfter(origin_, date, now_, options_),
                FailsWith(Reason::kInvalidSigningTime, "date"))
        << date;
  }
}

}  // namespace
}  // namespace signet
