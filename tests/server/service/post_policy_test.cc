// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/post_policy.h"

#include <map>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/sigv4/signing_key.h"
#include "tests/support/service_fixture.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Key;
using ::testing::Not;
using ::testing::Pair;

class PostPolicyTest : public ::testing::Test {
 protected:
  PostPolicyTest() {
    request_.set_credential("example");
    request_.set_region("us-east-1");
    request_.set_bucket("examplebucket");
    request_.mutable_expires_in()->set_seconds(3600);
    v1::PostCondition& key = *request_.add_conditions();
    key.set_field("key");
    key.set_starts_with("user/");
    v1::PostCondition& acl = *request_.add_conditions();
    acl.set_field("acl");
    acl.set_equals("public-read");
    v1::ContentLengthRange& range = *request_.add_conditions()->mutable_content_length_range();
    range.set_min_bytes(1);
    range.set_max_bytes(1048576);
  }

  absl::Status Sign() {
    response_.Clear();
    return SignPostPolicy(fixture_.context, fixture_.alice, request_, &response_);
  }

  std::map<std::string, std::string> Fields() const { return ByName(response_.fields()); }

  ServiceFixture fixture_;
  v1::SignPostPolicyRequest request_;
  v1::SignPostPolicyResponse response_;
};

TEST_F(PostPolicyTest, GivesTheWholeForm) {
  ASSERT_OK(Sign());
  EXPECT_THAT(Fields(),
              AllOf(Contains(Pair("acl", "public-read")),
                    Contains(Pair("x-amz-algorithm", "AWS4-HMAC-SHA256")),
                    Contains(Pair("x-amz-credential",
                                  "AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request")),
                    Contains(Pair("x-amz-date", "20130524T000000Z")),
                    Contains(Pair("x-amz-signature", response_.signature())),
                    Contains(Key("policy")), Not(Contains(Key("x-amz-security-token")))));
  EXPECT_EQ(response_.fields(response_.fields_size() - 1).name(), "x-amz-signature");
  EXPECT_EQ(response_.credential_scope(), "20130524/us-east-1/s3/aws4_request");
  EXPECT_EQ(response_.expires_at().seconds(), 1369353600 + 3600);
}

// The string to sign of a form is its policy field, as it is sent.
TEST_F(PostPolicyTest, SignsThePolicyField) {
  ASSERT_OK(Sign());
  const SigningKey key = DeriveSigningKey({.secret_access_key = kExampleSecret,
                                           .date = "20130524",
                                           .region = "us-east-1",
                                           .service = "s3"});
  EXPECT_EQ(response_.signature(),
            SignatureOf(MakeHmacSha256Key(key.Reveal()), Fields()["policy"]));
}

TEST_F(PostPolicyTest, ShortensAnExpiryToTheCredentialsOwn) {
  request_.set_credential("session");
  request_.mutable_expires_in()->set_seconds(7200);
  ASSERT_OK(Sign());
  EXPECT_EQ(response_.expires_at().seconds(), 1369353600 + 3600);
  EXPECT_THAT(response_.warnings(), ElementsAre(HasSubstr("3600")));
  EXPECT_THAT(Fields(), Contains(Pair("x-amz-security-token", "TOKEN")));
}

TEST_F(PostPolicyTest, BlamesTheFieldAsTheMessageHasIt) {
  const v1::SignPostPolicyRequest good = request_;
  const auto expect = [&](auto spoil, Reason reason, const char* field) {
    request_ = good;
    spoil(request_);
    EXPECT_THAT(Sign(), FailsWith(reason, field));
    EXPECT_EQ(Sign().code(), absl::StatusCode::kInvalidArgument);
  };
  expect([](auto& r) { r.set_bucket("x"); }, Reason::kInvalidPostPolicy, "bucket");
  expect([](auto& r) { r.clear_conditions(); }, Reason::kInvalidPostPolicy, "conditions");
  expect([](auto& r) { r.mutable_conditions(0)->set_field("x-amz-date"); },
         Reason::kInvalidPostPolicy, "conditions[0].field");
  expect([](auto& r) { r.mutable_conditions(1)->set_equals("a\nb"); }, Reason::kInvalidPostPolicy,
         "conditions[1].equals");
  expect([](auto& r) { r.mutable_conditions(0)->set_starts_with("a\nb"); },
         Reason::kInvalidPostPolicy, "conditions[0].starts_with");
  expect([](auto& r) { r.mutable_conditions(0)->clear_starts_with(); }, Reason::kMissingField,
         "conditions[0].condition");
  expect(
      [](auto& r) {
        r.mutable_conditions(2)->mutable_content_length_range()->set_min_bytes(1048577);
      },
      Reason::kInvalidPostPolicy, "conditions[2].content_length_range.min_bytes");
  expect([](auto& r) { r.clear_expires_in(); }, Reason::kInvalidExpiry, "expires_in");
  expect([](auto& r) { r.mutable_expires_in()->set_seconds(604801); }, Reason::kInvalidExpiry,
         "expires_in");
  expect([](auto& r) { r.set_region(""); }, Reason::kInvalidRegion, "region");
  expect([](auto& r) { r.set_credential("a b"); }, Reason::kInvalidCredentialName, "credential");
  expect([](auto& r) { r.mutable_signing_time()->set_nanos(1); }, Reason::kInvalidSigningTime,
         "signing_time");
}

TEST_F(PostPolicyTest, EndsByTheYear9999) {
  request_.mutable_signing_time()->set_seconds(253402300799 - 3600);
  ASSERT_OK(Sign());
  EXPECT_EQ(response_.expires_at().seconds(), 253402300799);
  request_.mutable_signing_time()->set_seconds(253402300799 - 3599);
  EXPECT_THAT(Sign(), FailsWith(Reason::kInvalidExpiry, "expires_in"));
}

TEST_F(PostPolicyTest, NeedsARule) {
  Rule rule = AllowEverything("alice");
  rule.operations = {"SignRequest"};
  fixture_.SetRules({rule});
  EXPECT_THAT(Sign(), FailsWith(Reason::kNotGranted, ""));
}

}  // namespace
}  // namespace signet
