// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/sigv4/effective_expiry.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr absl::Time kNow = absl::FromUnixSeconds(1440938160);

TEST(EffectiveExpiryTest, IsWhatWasAskedWhileTheCredentialLasts) {
  std::vector<std::string> warnings;
  EXPECT_EQ(*EffectiveExpiry(absl::Seconds(900), kNow, absl::InfiniteFuture(), &warnings),
            absl::Seconds(900));
  EXPECT_EQ(*EffectiveExpiry(absl::Seconds(900), kNow, kNow + absl::Seconds(900), &warnings),
            absl::Seconds(900));
  EXPECT_THAT(warnings, IsEmpty());
}

TEST(EffectiveExpiryTest, EndsInWholeSecondsWithTheCredentialAndSaysSo) {
  std::vector<std::string> warnings;
  EXPECT_EQ(*EffectiveExpiry(absl::Seconds(900), kNow, kNow + absl::Milliseconds(60900), &warnings),
            absl::Seconds(60));
  EXPECT_THAT(warnings,
              ElementsAre("expiry shortened from 900 s to 60 s: the credential expires then"));
}

TEST(EffectiveExpiryTest, RefusesACredentialWithLessThanASecondLeft) {
  std::vector<std::string> warnings;
  EXPECT_OK(EffectiveExpiry(absl::Seconds(1), kNow, kNow + absl::Seconds(1), &warnings));
  EXPECT_THAT(EffectiveExpiry(absl::Seconds(1), kNow, kNow + absl::Milliseconds(999), &warnings),
              FailsWith(Reason::kCredentialExpired, "credential"));
  EXPECT_THAT(EffectiveExpiry(absl::Seconds(1), kNow, absl::InfinitePast(), &warnings),
              FailsWith(Reason::kCredentialExpired, "credential"));
}

}  // namespace
}  // namespace signet
