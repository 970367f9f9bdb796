// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "server/sigv4/sigv4a.h"
#include "server/sigv4/verifier.h"
#include "tests/support/received_request.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

class Sigv4aVerifierTest : public ::testing::Test {
 protected:
  void SetUp() override {
    absl::StatusOr<std::unique_ptr<const Sigv4aKey>> key =
        Sigv4aKey::Derive(kTestAccessKeyId, kTestSecret);
    ASSERT_OK(key);
    key_ = *std::move(key);
  }

  ReceivedByServer SignFor(absl::string_view region_set, Placement placement = Placement::kHeader) {
    ReceivedByServer received;
    const std::vector<HeaderView> headers = received.HeaderViews();
    SigningInput input = TestSigningInput(received, headers,
                                          {.placement = placement, .mode = PayloadMode::kUnsigned});
    input.algorithm = Algorithm::kSigV4a;
    input.region = "";
    input.region_set = region_set;
    const absl::StatusOr<PreparedRequest> prepared = PrepareRequest(input);
    EXPECT_OK(prepared);
    const SignedRequest signed_request =
        AttachSignature(*prepared, *key_->Sign(prepared->string_to_sign));
    received.url = signed_request.url;
    if (placement == Placement::kHeader) {
      received.headers.insert(received.headers.end(), signed_request.headers.begin(),
                              signed_request.headers.end());
    }
    return received;
  }

  std::unique_ptr<const Sigv4aKey> key_;
};

TEST_F(Sigv4aVerifierTest, AcceptsHeaderSignature) {
  ASSERT_OK_AND_ASSIGN(const ReceivedSignature parsed, ParseAsServer(SignFor("us-*")));
  EXPECT_EQ(parsed.region_set, "us-*");
  EXPECT_TRUE(VerifySignature(parsed, key_->public_key()));
}

TEST_F(Sigv4aVerifierTest, AcceptsPresignedUrl) {
  ASSERT_OK_AND_ASSIGN(const ReceivedSignature parsed,
                       ParseAsServer(SignFor("*", Placement::kQuery)));
  EXPECT_TRUE(VerifySignature(parsed, key_->public_key()));
}

TEST_F(Sigv4aVerifierTest, RefusesAnotherKey) {
  ASSERT_OK_AND_ASSIGN(const auto other, Sigv4aKey::Derive(kTestAccessKeyId, "other"));
  ASSERT_OK_AND_ASSIGN(const ReceivedSignature parsed, ParseAsServer(SignFor("*")));
  EXPECT_FALSE(VerifySignature(parsed, other->public_key()));
}

TEST_F(Sigv4aVerifierTest, RefusesRegionOutsideTheSet) {
  for (const char* const region_set : {"us-west-2", "eu-*", "*-2", "us-east-1x", "us-east-*-1"}) {
    EXPECT_THAT(ParseAsServer(SignFor(region_set)), FailsWith(Reason::kInvalidRegion, "headers"))
        << region_set;
  }
}

TEST_F(Sigv4aVerifierTest, AcceptsRegionInTheSet) {
  for (const char* const region_set : {"us-east-1", "eu-west-1,us-east-1", "*-1", "us-*-1", "**"}) {
    EXPECT_OK(ParseAsServer(SignFor(region_set))) << region_set;
  }
}

TEST_F(Sigv4aVerifierTest, RefusesMissingRegionSet) {
  ReceivedByServer received = SignFor("*");
  received.Erase("x-amz-region-set");
  EXPECT_THAT(ParseAsServer(received), FailsWith(Reason::kInvalidRegion, "headers"));
}

TEST_F(Sigv4aVerifierTest, ChangedRegionSetIsInvalid) {
  ReceivedByServer received = SignFor("us-east-1");
  received.Find("x-amz-region-set").value = "*";
  ASSERT_OK_AND_ASSIGN(const ReceivedSignature parsed, ParseAsServer(received));
  EXPECT_FALSE(VerifySignature(parsed, key_->public_key()));
}

}  // namespace
}  // namespace signet
