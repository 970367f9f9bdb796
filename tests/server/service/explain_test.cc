// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/explain.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/service_fixture.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class ExplainTest : public ::testing::Test {
 protected:
  ExplainTest() { *request_.mutable_request() = GetObjectRequest(); }

  absl::Status Explain() {
    response_.Clear();
    return ExplainSignature(fixture_.context, fixture_.alice, request_, &response_);
  }

  ServiceFixture fixture_;
  v1::ExplainSignatureRequest request_;
  v1::ExplainSignatureResponse response_;
};

// Source: "GET Object", Authenticating Requests, S3 API Reference.
TEST_F(ExplainTest, ShowsTheDocumentedStages) {
  v1::Header& range = *request_.mutable_request()->mutable_http_request()->add_headers();
  range.set_name("Range");
  range.set_value("bytes=0-9");
  ASSERT_OK(Explain());
  EXPECT_EQ(response_.canonical_request(),
            "GET\n/test.txt\n\nhost:examplebucket.s3.amazonaws.com\nrange:bytes=0-9\n"
            "x-amz-content-sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
            "\nx-amz-date:20130524T000000Z\n\nhost;range;x-amz-content-sha256;x-amz-date\n"
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(response_.string_to_sign(),
            "AWS4-HMAC-SHA256\n20130524T000000Z\n20130524/us-east-1/s3/aws4_request\n"
            "7344ae5b7ee6c3e7e6b0fe0640412a37625d1fbfff95c48bbb2dc43964946972");
  EXPECT_EQ(response_.signed_headers(), "host;range;x-amz-content-sha256;x-amz-date");
  EXPECT_EQ(response_.credential_scope(), "20130524/us-east-1/s3/aws4_request");
  EXPECT_FALSE(response_.redacted());
  EXPECT_EQ(response_.differences_size(), 0);
}

TEST_F(ExplainTest, RedactsTokensButInDevelopmentMode) {
  request_.mutable_request()->set_credential("session");
  ASSERT_OK(Explain());
  EXPECT_THAT(response_.canonical_request(),
              AllOf(HasSubstr("x-amz-security-token:"), Not(HasSubstr("TOKEN"))));
  EXPECT_TRUE(response_.redacted());

  fixture_.context.is_development = true;
  ASSERT_OK(Explain());
  EXPECT_THAT(response_.canonical_request(), HasSubstr("x-amz-security-token:TOKEN\n"));
  EXPECT_FALSE(response_.redacted());
}

TEST_F(ExplainTest, TellsWhatTheTargetSawDifferently) {
  ASSERT_OK(Explain());
  std::string theirs = response_.canonical_request();
  theirs.replace(0, 3, "PUT");
  request_.set_target_canonical_request(theirs);
  ASSERT_OK(Explain());
  ASSERT_EQ(response_.differences_size(), 1);
  EXPECT_EQ(response_.differences(0).part(), "method");
  EXPECT_EQ(response_.differences(0).ours(), "GET");
  EXPECT_EQ(response_.differences(0).theirs(), "PUT");
}

TEST_F(ExplainTest, ADifferenceInATokenIsNamedWithoutIt) {
  request_.mutable_request()->set_credential("session");
  fixture_.context.is_development = true;
  ASSERT_OK(Explain());
  std::string theirs = response_.canonical_request();
  theirs.replace(theirs.find("TOKEN"), 5, "OTHER");
  request_.set_target_canonical_request(theirs);
  fixture_.context.is_development = false;
  ASSERT_OK(Explain());
  ASSERT_EQ(response_.differences_size(), 1);
  EXPECT_EQ(response_.differences(0).part(), "header x-amz-security-token");
  EXPECT_THAT(response_.ShortDebugString(),
              AllOf(Not(HasSubstr("TOKEN")), Not(HasSubstr("OTHER"))));
}

TEST_F(ExplainTest, FieldPathsBeginAtItsOwnMessage) {
  request_.mutable_request()->set_region("us/east");
  EXPECT_THAT(Explain(), FailsWith(Reason::kInvalidRegion, "request.region"));
  request_.clear_request();
  EXPECT_THAT(Explain(), FailsWith(Reason::kMissingField, "request"));
  *request_.mutable_request() = GetObjectRequest();
  request_.set_target_canonical_request("<html>no");
  EXPECT_EQ(GetErrorDetail(Explain()).field, "target_canonical_request");
  EXPECT_EQ(response_.ByteSizeLong(), 0u);
}

TEST_F(ExplainTest, NeedsARuleOfItsOwn) {
  Rule rule = AllowEverything("alice");
  rule.operations = {"SignRequest"};
  fixture_.SetRules({rule});
  EXPECT_THAT(Explain(),
              StatusIs(absl::StatusCode::kPermissionDenied, HasSubstr("ExplainSignature")));
}

}  // namespace
}  // namespace signet
