// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// What a rule grants beyond the operation itself, over the wire: with it, without it,
// and with which error.

#include <string>

#include "gmock/gmock.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "gtest/gtest.h"
#include "tests/integration/policy_fixture.h"

namespace signet {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

using PolicyGrantTest = PolicyServerTest;

TEST_F(PolicyGrantTest, DotSegments) {
  Rule rule = AliceReads();
  rule.resources = {"bucket/a/*"};
  const v1::SignRequestRequest dots = Read("https://bucket.s3.amazonaws.com/a/x/../k");
  SetRules({rule});
  ExpectDenied(dots);
  rule.allow_dot_segments = true;
  SetRules({rule});
  ExpectSigned(dots);
}

TEST_F(PolicyGrantTest, BearerTokens) {
  Rule rule = AliceReads();
  rule.services = {"sts"};
  const auto login = [](const std::string& cluster) {
    return Asked("GET https://sts.us-east-1.amazonaws.com/?Action=GetCallerIdentity",
                 "x-k8s-aws-id: " + cluster, "sts");
  };
  SetRules({rule});
  ExpectDenied(login("prod"));
  rule.bearer_tokens = BearerTokenGrant{{"prod"}};
  SetRules({rule});
  ExpectSigned(login("prod"));
  ExpectDenied(login("staging"));
}

TEST_F(PolicyGrantTest, MaxExpiry) {
  Rule rule = AliceReads();
  rule.grants.max_expires_in = absl::Minutes(15);
  SetRules({rule});
  const auto presigned = [](int64_t seconds) {
    return With(Read(), [&](auto& message) {
      message.clear_payload();
      message.mutable_query()->mutable_expires_in()->set_seconds(seconds);
    });
  };
  ExpectSigned(presigned(604800));
  EXPECT_EQ(response_.expires_at().seconds() - response_.signing_time().seconds(), 900);
  EXPECT_THAT(response_.url(), HasSubstr("X-Amz-Expires=900&"));
  EXPECT_THAT(
      response_.warnings(),
      ElementsAre("expires_in was shortened from 604800 s to 900 s: the rules allow no more"));
  ExpectSigned(presigned(900));
  EXPECT_THAT(response_.url(), HasSubstr("X-Amz-Expires=900&"));
  EXPECT_EQ(response_.warnings_size(), 0);
}

TEST_F(PolicyGrantTest, ValidUntil) {
  Rule rule = AliceReads();
  rule.grants.valid_until = absl::Now() + absl::Hours(24);
  SetRules({rule});
  ExpectSigned(Read());
  rule.grants.valid_until = absl::Now() - absl::Seconds(2);
  SetRules({rule});
  ExpectDenied(Read());
}

TEST_F(PolicyGrantTest, OwnSigningTime) {
  const v1::SignRequestRequest dated = With(Read(), [](auto& message) {
    message.mutable_signing_time()->set_seconds(absl::ToUnixSeconds(absl::Now()) - 1800);
  });
  Rule rule = AliceReads();
  SetRules({rule});
  const grpc::Status status = Sign(dated);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::PERMISSION_DENIED);
  EXPECT_EQ(ReasonOf(status), "INVALID_SIGNING_TIME");
  EXPECT_THAT(status.error_message(), HasSubstr("own_signing_time.max_skew grants more"));
  rule.grants.own_signing_time_max_skew = absl::Minutes(10);
  SetRules({rule});
  EXPECT_EQ(ReasonOf(Sign(dated)), "INVALID_SIGNING_TIME");
  rule.grants.own_signing_time_max_skew = absl::Hours(1);
  SetRules({rule});
  ExpectSigned(dated);
}

TEST_F(PolicyGrantTest, UnsignedPayloadOverHttp) {
  const v1::SignRequestRequest message =
      With(Read("http://bucket.s3.amazonaws.com/a/k"),
           [](auto& asked) { asked.mutable_payload()->set_unsigned_(true); });
  Rule rule = AliceReads();
  SetRules({rule});
  const grpc::Status status = Sign(message);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::PERMISSION_DENIED);
  EXPECT_EQ(ReasonOf(status), "NOT_GRANTED");
  EXPECT_THAT(status.error_message(), HasSubstr("unsigned_payload_over_http grants"));
  rule.grants.unsigned_payload_over_http = true;
  SetRules({rule});
  ExpectSigned(message);
}

TEST_F(PolicyGrantTest, Rate) {
  Rule rule = AliceReads();
  rule.rate = RateLimit{1, 2};
  SetRules({rule});
  ExpectSigned(Read());
  // What is denied costs nothing.
  ExpectDenied(With(Read(), [](auto& message) { message.set_region("us-west-2"); }));
  grpc::Status status;
  for (int i = 0; i < 1000 && status.ok(); ++i) {
    status = Sign(Read());
  }
  EXPECT_EQ(status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(ReasonOf(status), "RATE_LIMITED");
  EXPECT_THAT(status.error_message(), HasSubstr("the rules allow this caller no more SignRequest"));
  google::rpc::Status details;
  ASSERT_TRUE(details.ParseFromString(status.error_details()));
  google::rpc::RetryInfo retry;
  ASSERT_EQ(details.details_size(), 2);
  ASSERT_TRUE(details.details(1).UnpackTo(&retry));
  EXPECT_EQ(retry.retry_delay().seconds(), 0);
  EXPECT_GT(retry.retry_delay().nanos(), 0);
  // A rule without a rate for the same.
  Rule free = AliceReads();
  free.name = "free";
  SetRules({rule, free});
  ExpectSigned(Read());
}

}  // namespace
}  // namespace signet
