// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_TESTS_SUPPORT_STATUS_MATCHERS_H_
#define SIGNET_TESTS_SUPPORT_STATUS_MATCHERS_H_

#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/base/error.h"

namespace signet {

inline const absl::Status& GetStatus(const absl::Status& status) { return status; }
template <typename T>
const absl::Status& GetStatus(const absl::StatusOr<T>& result) {
  return result.status();
}

MATCHER(IsOk, "") {
  *result_listener << GetStatus(arg).ToString();
  return GetStatus(arg).ok();
}

// EXPECT_THAT(result, StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("604801")));
MATCHER_P2(StatusIs, code, message_matcher, "") {
  const absl::Status& status = GetStatus(arg);
  *result_listener << status.ToString();
  return status.code() == code &&
         ::testing::ExplainMatchResult(message_matcher, std::string(status.message()),
                                       result_listener);
}

// EXPECT_THAT(result, FailsWith(Reason::kInvalidUrl, "url"));
MATCHER_P2(FailsWith, reason, field, "") {
  const absl::Status& status = GetStatus(arg);
  const ErrorDetail detail = GetErrorDetail(status);
  *result_listener << status.ToString() << " reason " << ReasonName(detail.reason) << " field '"
                   << detail.field << "'";
  return !status.ok() && detail.reason == reason && detail.field == field;
}

#define ASSERT_OK(expr) ASSERT_THAT(expr, ::signet::IsOk())
#define EXPECT_OK(expr) EXPECT_THAT(expr, ::signet::IsOk())

// ASSERT_OK_AND_ASSIGN(const UrlView url, ParseUrl(text));
#define ASSERT_OK_AND_ASSIGN(lhs, expr) \
  SIGNET_TEST_ASSIGN_(SIGNET_TEST_CONCAT_(statusor_, __LINE__), lhs, expr)
#define SIGNET_TEST_ASSIGN_(statusor, lhs, expr) \
  auto statusor = (expr);                        \
  ASSERT_OK(statusor);                           \
  lhs = *std::move(statusor)
#define SIGNET_TEST_CONCAT_INNER_(a, b) a##b
#define SIGNET_TEST_CONCAT_(a, b) SIGNET_TEST_CONCAT_INNER_(a, b)

}  // namespace signet

#endif  // SIGNET_TESTS_SUPPORT_STATUS_MATCHERS_H_
