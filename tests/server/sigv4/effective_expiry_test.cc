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

// 9999-12-31T23:59:59Z is the last instant of RFC 3339 and of Protobuf.
TEST(EffectiveExpiryTest, RefusesToEndAfterTheYear9999) {
  std::vector<std::string> warnings;
  const absl::Time signing_time = absl::FromUnixSeconds(253402300799 - 60);
  EXPECT_OK(EffectiveExpiry(absl::Seconds(60), signing_time, absl::InfiniteFuture(), &warnings));
  EXPECT_THAT(EffectiveExpiry(absl::Seconds(61), signing_time, absl::InfiniteFuture(), &warnings),
              FailsWith(Reason::kInvalidExpiry, "expires_in"));
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
