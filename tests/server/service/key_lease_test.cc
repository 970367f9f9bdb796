// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/key_lease.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/digest/hex.h"
#include "tests/support/service_fixture.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

using ::testing::HasSubstr;

class KeyLeaseTest : public ::testing::Test {
 protected:
  KeyLeaseTest() {
    request_.set_credential("example");
    request_.set_region("us-east-1");
    request_.set_service("s3");
    Rule rule = AllowEverything("alice");
    rule.grants = Grants();
    fixture_.SetRules({rule});
  }

  absl::Status Lease() {
    response_.Clear();
    return GetOrLoadKey(fixture_.context, fixture_.alice, request_, &response_);
  }

  ServiceFixture fixture_;
  v1::GetOrLoadKeyRequest request_;
  v1::GetOrLoadKeyResponse response_;
};

// The key of 20120215/us-east-1/iam in the IAM User Guide's example.
TEST_F(KeyLeaseTest, LeasesTheDocumentedKey) {
  CredentialValue value = ExampleCredential("example");
  value.secret_access_key = Secret("wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY");
  fixture_.SetCredentials({value});
  fixture_.clock.SetNow(absl::FromCivil(absl::CivilHour(2012, 2, 15, 1), absl::UTCTimeZone()));
  request_.set_service("iam");
  ASSERT_OK(Lease());
  const std::string& key = response_.signing_key();
  EXPECT_EQ(ToHex(absl::MakeConstSpan(reinterpret_cast<const uint8_t*>(key.data()), key.size())),
            "f4780e2d9f65fa895f9c67b32ce1baf0b0d8a43505a000a1a9e090d414db404d");
  EXPECT_EQ(response_.credential_scope(), "20120215/us-east-1/iam/aws4_request");
  EXPECT_EQ(response_.access_key_id(), "AKIAIOSFODNN7EXAMPLE");
  EXPECT_EQ(response_.session_token(), "");
  EXPECT_FALSE(response_.revoked());
}

TEST_F(KeyLeaseTest, LastsItsTimeToLiveAtMost) {
  ASSERT_OK(Lease());
  EXPECT_EQ(response_.server_time().seconds(), 1369353600);
  EXPECT_EQ(response_.not_after().seconds(), 1369353600 + 3600);
  EXPECT_EQ(response_.renew_after().seconds(), 1369353600 + 2880);
}

TEST_F(KeyLeaseTest, EndsWithItsDayAndWithItsCredential) {
  fixture_.clock.Advance(absl::Hours(23) + absl::Minutes(50));
  ASSERT_OK(Lease());
  EXPECT_EQ(response_.not_after().seconds(), 1369353600 + 86400);

  fixture_.clock.SetNow(ExampleTime() + absl::Minutes(30));
  request_.set_credential("session");
  ASSERT_OK(Lease());
  EXPECT_EQ(response_.not_after().seconds(), 1369353600 + 3600);
  EXPECT_EQ(response_.session_token(), "TOKEN");
}

// A presigned URL made with the lease must not promise more.
TEST_F(KeyLeaseTest, TellsWhenTheCredentialExpires) {
  ASSERT_OK(Lease());
  EXPECT_FALSE(response_.has_credential_expires_at());
  request_.set_credential("session");
  ASSERT_OK(Lease());
  EXPECT_EQ(response_.credential_expires_at().seconds(), 1369353600 + 3600);
}

TEST_F(KeyLeaseTest, LeasesTomorrowsKeyInTheLastQuarterOfAnHour) {
  request_.set_date("20130525");
  fixture_.clock.SetNow(ExampleTime() + absl::Hours(24) - absl::Minutes(15) - absl::Seconds(1));
  EXPECT_THAT(Lease(), FailsWith(Reason::kInvalidSigningTime, "date"));
  fixture_.clock.Advance(absl::Seconds(1));
  ASSERT_OK(Lease());
  EXPECT_EQ(response_.credential_scope(), "20130525/us-east-1/s3/aws4_request");
}

TEST_F(KeyLeaseTest, OtherDatesNeedAGrant) {
  for (const char* const date : {"20130523", "20130525", "20991231"}) {
    request_.set_date(date);
    EXPECT_THAT(Lease(), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(date)));
  }
  fixture_.SetRules({AllowEverything("alice")});
  for (const char* const date : {"20130523", "20130525", "20991231"}) {
    request_.set_date(date);
    ASSERT_OK(Lease()) << date;
    EXPECT_THAT(response_.credential_scope(), HasSubstr(date));
    EXPECT_GT(response_.not_after().seconds(), response_.server_time().seconds());
  }
}

TEST_F(KeyLeaseTest, RefusesMalformedFields) {
  for (const char* const date : {"2013", "2013-05-24", "20130532", "99999999", "20130524T"}) {
    request_.set_date(date);
    EXPECT_THAT(Lease(), FailsWith(Reason::kInvalidSigningTime, "date")) << date;
  }
  request_.clear_date();
  request_.set_region("");
  EXPECT_THAT(Lease(), FailsWith(Reason::kInvalidRegion, "region"));
  request_.set_region("us-east-1");
  request_.set_service("s 3");
  EXPECT_THAT(Lease(), FailsWith(Reason::kInvalidService, "service"));
  request_.set_service("s3");
  request_.set_credential_version("zz");
  EXPECT_THAT(Lease(), FailsWith(Reason::kInvalidCredentialName, "credential_version"));
}

TEST_F(KeyLeaseTest, IsDeniedWhereARuleWouldBeBypassed) {
  Rule deny;
  deny.name = "no-deletes";
  deny.effect = Effect::kDeny;
  deny.callers = {"alice"};
  deny.operations = {"SignPostPolicy"};
  deny.credentials = {"example"};
  deny.services = {"s3"};
  deny.regions = {"*"};
  fixture_.SetRules({AllowEverything("alice"), deny});
  EXPECT_THAT(Lease(), FailsWith(Reason::kNotGranted, ""));
  request_.set_service("sqs");
  EXPECT_OK(Lease());
}

TEST_F(KeyLeaseTest, RefusesARevokedVersion) {
  const std::string version = fixture_.VersionOf("example");
  ASSERT_OK(fixture_.credentials->RevokeVersion("example", version));
  request_.set_credential_version(version);
  EXPECT_THAT(Lease(), StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("revoked")));
}

TEST_F(KeyLeaseTest, SharesTheCacheWithSigning) {
  ASSERT_OK(Lease());
  ASSERT_OK(Lease());
  EXPECT_EQ(fixture_.keys->stats().entries, 1u);
  EXPECT_EQ(fixture_.keys->stats().loads, 1u);
}

TEST_F(KeyLeaseTest, WipesWhatWasSent) {
  ASSERT_OK(Lease());
  const char* const bytes = response_.signing_key().data();
  WipeLease(&response_);
  EXPECT_EQ(response_.signing_key(), "");
  EXPECT_EQ(std::string(bytes, 32), std::string(32, '\0'));
}

}  // namespace
}  // namespace signet
