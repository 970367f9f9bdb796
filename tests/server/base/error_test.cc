// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/base/error.h"

#include "gtest/gtest.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

TEST(ErrorTest, DetailSurvivesACopyOfTheStatus) {
  const absl::Status copy = InvalidField(Reason::kInvalidUrl, "url", "no host");

  EXPECT_EQ(copy.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(copy, FailsWith(Reason::kInvalidUrl, "url"));
  EXPECT_EQ(copy.message(), "no host");
}

TEST(ErrorTest, PrefixGoesBeforeTheField) {
  const absl::Status status = InvalidField(Reason::kInvalidHeader, "headers[3].name", "empty");

  EXPECT_THAT(WithFieldPrefix(status, "requests[7].http_request"),
              FailsWith(Reason::kInvalidHeader, "requests[7].http_request.headers[3].name"));
}

TEST(ErrorTest, PrefixLeavesForeignStatusesAlone) {
  EXPECT_EQ(WithFieldPrefix(absl::AbortedError("x"), "a"), absl::AbortedError("x"));
  EXPECT_TRUE(WithFieldPrefix(absl::OkStatus(), "a").ok());
}

TEST(ErrorTest, EveryReasonHasItsOwnName) {
  for (int i = 1; i <= static_cast<int>(Reason::kReloadRefused); ++i) {
    const Reason reason = static_cast<Reason>(i);
    EXPECT_NE(ReasonName(reason), "UNSPECIFIED") << i;
    EXPECT_EQ(ReasonFromName(ReasonName(reason)), reason) << i;
  }
  EXPECT_EQ(ReasonFromName("NO_SUCH_REASON"), Reason::kUnspecified);
}

}  // namespace
}  // namespace signet
