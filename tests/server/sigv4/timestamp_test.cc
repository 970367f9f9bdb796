// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/sigv4/timestamp.h"

#include <cstdlib>
#include <string>

#include "gtest/gtest.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

TEST(TimestampTest, FormatsInUtcWhateverTheLocalZone) {
  const absl::Time time = absl::FromUnixSeconds(1440938160);
  for (const char* const zone : {"Pacific/Kiritimati", "America/Los_Angeles", "UTC"}) {
    setenv("TZ", zone, 1);
    tzset();
    EXPECT_EQ(AmzDate(time), "20150830T123600Z") << zone;
    EXPECT_EQ(ScopeDate(time), "20150830") << zone;
  }
}

TEST(TimestampTest, RoundsFractionsDownSoThatDateAndScopeAgreeAtMidnight) {
  const absl::Time just_before = absl::FromUnixSeconds(1440979200) - absl::Nanoseconds(1);

  EXPECT_EQ(AmzDate(just_before), "20150830T235959Z");
  EXPECT_EQ(ScopeDate(just_before), "20150830");
}

TEST(TimestampTest, ParsesWhatItPrints) {
  ASSERT_OK_AND_ASSIGN(const absl::Time time, ParseAmzDate("20150830T123600Z"));

  EXPECT_EQ(absl::ToUnixSeconds(time), 1440938160);
}

TEST(TimestampTest, RefusesOtherFormsAndImpossibleDates) {
  for (const char* const text :
       {"", "20150830", "20150830T123600", "20150830T123600z", "2015-08-30T12:36:00Z",
        "20150830T123600Z ", "20151330T123600Z", "20150230T123600Z", "20150830T243600Z",
        "20150830T126000Z", "20150830T123661Z", "2015083aT123600Z", "20261332T999999Z"}) {
    EXPECT_THAT(ParseAmzDate(text), FailsWith(Reason::kInvalidSigningTime, "signing_time")) << text;
  }
}

}  // namespace
}  // namespace signet
