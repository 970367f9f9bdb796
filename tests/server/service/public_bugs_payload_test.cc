// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// Public bugs of streams and of form uploads. Rows are those of tests/public_bugs.md.

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/escaping.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/service/post_policy.h"
#include "tests/server/service/payload_case.h"

namespace signet {
namespace {

using ::testing::HasSubstr;

// --- Streams.

class PublicBugsStreamTest : public PayloadTest {
 protected:
  std::vector<std::string> ChainOf(const std::vector<std::string>& chunks) {
    Restart();
    EXPECT_OK(Send(StartOf(UploadOf(std::to_string(chunks[0].size() + chunks[1].size()),
                                    v1::STREAMING_MODE_SIGNED_TRAILER))));
    std::vector<std::string> signatures;
    for (const std::string& chunk : chunks) {
      signatures.push_back(SignatureOf(Chunk(chunk)));
    }
    signatures.push_back(SignatureOf(Trailer("a", "b")));
    return signatures;
  }
};

// versitygw issue 1147: the last chunk's signature was not looked at. Each piece's
// signature covers all before it, the empty chunk and the trailer as well.
TEST_F(PublicBugsStreamTest, Row07EveryPieceIsCoveredByAllThatFollow) {
  const std::string first(8192, 'a');
  const std::vector<std::string> right = ChainOf({first, "last", ""});
  std::vector<std::string> other = ChainOf({std::string(8191, 'a') + "b", "last", ""});
  for (size_t i = 0; i < right.size(); ++i) {
    EXPECT_NE(other[i], right[i]) << i;
  }
  other = ChainOf({first, "Last", ""});
  EXPECT_EQ(other[0], right[0]);
  for (size_t i = 1; i < right.size(); ++i) {
    EXPECT_NE(other[i], right[i]) << i;
  }
}

TEST_F(PublicBugsStreamTest, Row07AForgedSeedOrChainIsRefused) {
  v1::SignPayloadRequest start = StartOf(UploadRequest(v1::STREAMING_MODE_SIGNED));
  start.mutable_start()->mutable_seed_signature()->back() ^= 1;
  const absl::Status status = Send(start);
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition) << status;
  EXPECT_EQ(GetErrorDetail(status).reason, Reason::kSeedSignatureMismatch);
}

// SeaweedFS issue 2180: streaming uploads passed by the rules.
TEST_F(PublicBugsStreamTest, Row05AStreamNeedsItsOwnOperationAndTheRequestsRule) {
  const v1::SignPayloadRequest start = StartOf(UploadRequest(v1::STREAMING_MODE_SIGNED));
  Rule rule = AllowEverything("alice");
  rule.operations = {"SignRequest"};
  fixture_.SetRules({rule});
  Restart();
  EXPECT_EQ(Send(start).code(), absl::StatusCode::kPermissionDenied);
  rule.operations = {"SignPayload"};
  rule.regions = {"eu-west-1"};
  fixture_.SetRules({rule});
  Restart();
  EXPECT_EQ(Send(start).code(), absl::StatusCode::kPermissionDenied);
  rule.regions = {"us-east-1"};
  fixture_.SetRules({rule});
  Restart();
  EXPECT_OK(Send(start));
}

TEST_F(PublicBugsStreamTest, Row05NoPieceBeforeTheStart) {
  EXPECT_THAT(Send(Chunk("data")), FailsWith(Reason::kInvalidChunk, "start"));
  EXPECT_THAT(Send(Event("data")), FailsWith(Reason::kInvalidChunk, "start"));
  EXPECT_THAT(Send(Trailer("a", "b")), FailsWith(Reason::kInvalidChunk, "start"));
}

// --- Forms: supabase issue 1211, RustFS GHSA-w5fh, s3s issues 470 and 616.

class PublicBugsFormTest : public ::testing::Test {
 protected:
  static v1::SignPostPolicyRequest Form() {
    v1::SignPostPolicyRequest request;
    request.set_credential("session");
    request.set_region("us-east-1");
    request.set_bucket("examplebucket");
    request.mutable_expires_in()->set_seconds(600);
    v1::PostCondition& key = *request.add_conditions();
    key.set_field("key");
    key.set_starts_with("user/");
    return request;
  }

  ServiceFixture fixture_;
};

TEST_F(PublicBugsFormTest, Row25EveryFieldOfTheSignatureIsACondition) {
  v1::SignPostPolicyResponse response;
  ASSERT_OK(SignPostPolicy(fixture_.context, fixture_.alice, Form(), &response));
  std::string policy;
  ASSERT_TRUE(absl::Base64Unescape(ByName(response.fields())["policy"], &policy));
  for (const char* const condition :
       {R"("bucket":"examplebucket")", R"("x-amz-date":"20130524T000000Z")",
        R"("x-amz-algorithm":"AWS4-HMAC-SHA256")", R"("x-amz-credential":"AKIA)",
        R"("x-amz-security-token":"TOKEN")", R"("expiration":"2013-05-24T00:10:00)"}) {
    std::string packed = policy;
    packed.erase(std::remove(packed.begin(), packed.end(), ' '), packed.end());
    EXPECT_THAT(packed, HasSubstr(condition));
  }
}

TEST_F(PublicBugsFormTest, Row25AFormWithoutBucketOrConditionsIsRefused) {
  v1::SignPostPolicyResponse response;
  v1::SignPostPolicyRequest request = Form();
  request.clear_bucket();
  EXPECT_THAT(SignPostPolicy(fixture_.context, fixture_.alice, request, &response),
              FailsWith(Reason::kInvalidPostPolicy, "bucket"));
  request = Form();
  request.clear_conditions();
  EXPECT_THAT(SignPostPolicy(fixture_.context, fixture_.alice, request, &response),
              FailsWith(Reason::kInvalidPostPolicy, "conditions"));
}

TEST_F(PublicBugsFormTest, Row25TheCallerMayNotSetWhatSigningSets) {
  for (const char* const field : {"x-amz-date", "x-amz-credential", "x-amz-algorithm",
                                  "x-amz-signature", "policy", "X-Amz-Date"}) {
    v1::SignPostPolicyRequest request = Form();
    request.mutable_conditions(0)->set_field(field);
    v1::SignPostPolicyResponse response;
    EXPECT_THAT(SignPostPolicy(fixture_.context, fixture_.alice, request, &response),
                FailsWith(Reason::kInvalidPostPolicy, "conditions[0].field"))
        << field;
  }
}

}  // namespace
}  // namespace signet
