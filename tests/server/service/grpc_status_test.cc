// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/grpc_status.h"

#include <string>

#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "gtest/gtest.h"
#include "server/base/error.h"

namespace signet {
namespace {

google::rpc::Status DetailsOf(const grpc::Status& status) {
  google::rpc::Status details;
  EXPECT_TRUE(details.ParseFromString(status.error_details()));
  return details;
}

TEST(GrpcStatusTest, CarriesReasonAndField) {
  const grpc::Status status =
      ToGrpcStatus(InvalidField(Reason::kInvalidUrl, "http_request.url", "url is bad"));
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(status.error_message(), "url is bad");
  const google::rpc::Status details = DetailsOf(status);
  EXPECT_EQ(details.code(), 3);
  ASSERT_EQ(details.details_size(), 2);
  google::rpc::ErrorInfo info;
  ASSERT_TRUE(details.details(0).UnpackTo(&info));
  EXPECT_EQ(info.reason(), "INVALID_URL");
  EXPECT_EQ(info.domain(), "signet");
  google::rpc::BadRequest bad_request;
  ASSERT_TRUE(details.details(1).UnpackTo(&bad_request));
  EXPECT_EQ(bad_request.field_violations(0).field(), "http_request.url");
}

// A field violation says that the argument is at fault, which it is not here.
TEST(GrpcStatusTest, OnlyArgumentsHaveFieldViolations) {
  const grpc::Status status = ToGrpcStatus(MakeError(
      absl::StatusCode::kNotFound, Reason::kCredentialNotFound, "credential", "there is none"));
  EXPECT_EQ(status.error_code(), grpc::StatusCode::NOT_FOUND);
  EXPECT_EQ(DetailsOf(status).details_size(), 1);
  EXPECT_TRUE(ToGrpcStatus(absl::OkStatus()).ok());
}

TEST(GrpcStatusTest, QuotesNothingThatATrailerCannotHold) {
  const grpc::Status status =
      ToGrpcStatus(InvalidField(Reason::kInvalidUrl, "url", "a\xff\xc0" + std::string(5000, 'x')));
  EXPECT_EQ(status.error_message().substr(0, 4), "a??x");
  EXPECT_EQ(status.error_message().size(), 1024u);
}

// The names on the wire and those of the API's enum are one list.
TEST(GrpcStatusTest, EveryReasonHasItsEnumValue) {
  for (int i = 0; i < v1::ErrorReason_ARRAYSIZE; ++i) {
    if (!v1::ErrorReason_IsValid(i)) {
      continue;  // A number that is reserved.
    }
    const std::string name = v1::ErrorReason_Name(static_cast<v1::ErrorReason>(i));
    const Reason reason = ReasonFromName(name.substr(std::string("ERROR_REASON_").size()));
    EXPECT_EQ(static_cast<int>(reason), i) << name;
    EXPECT_EQ(ToErrorReason(reason), i) << name;
  }
}

TEST(GrpcStatusTest, SaysWhenToTryAgain) {
  const absl::Status limited = WithFieldPrefix(
      WithRetryDelay(MakeError(absl::StatusCode::kResourceExhausted, Reason::kRateLimited, "", "m"),
                     absl::Milliseconds(1500)),
      "request");
  google::rpc::Status details;
  ASSERT_TRUE(details.ParseFromString(ToGrpcStatus(limited).error_details()));
  google::rpc::RetryInfo retry;
  ASSERT_EQ(details.details_size(), 2);
  ASSERT_TRUE(details.details(1).UnpackTo(&retry));
  EXPECT_EQ(retry.retry_delay().seconds(), 1);
  EXPECT_EQ(retry.retry_delay().nanos(), 500'000'000);
}

TEST(GrpcStatusTest, FitsABatch) {
  const v1::BatchError error =
      ToBatchError(InvalidField(Reason::kInvalidRegion, "region", "region is bad"));
  EXPECT_EQ(error.code(), 3);
  EXPECT_EQ(error.reason(), v1::ERROR_REASON_INVALID_REGION);
  EXPECT_EQ(error.field(), "region");
  EXPECT_EQ(error.message(), "region is bad");
}

}  // namespace
}  // namespace signet
