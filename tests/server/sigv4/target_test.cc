// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/sigv4/target.h"

#include <set>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/request_signer.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string ProfileOf(absl::string_view service) {
  const absl::StatusOr<const TargetProfile*> profile = FindTargetProfile("", service);
  EXPECT_OK(profile);
  return profile.ok() ? std::string((*profile)->name) : "";
}

TEST(FindTargetProfileTest, ServiceDecidesWithoutAName) {
  EXPECT_EQ(ProfileOf("s3"), "s3");
  EXPECT_EQ(ProfileOf("s3express"), "s3");
  EXPECT_EQ(ProfileOf("s3-control"), "s3");
  EXPECT_EQ(ProfileOf("execute-api"), "execute-api");
  EXPECT_EQ(ProfileOf("vpc-lattice-svcs"), "vpc-lattice");
  EXPECT_EQ(ProfileOf("aoss"), "opensearch-serverless");
  EXPECT_EQ(ProfileOf("dynamodb"), "default");
  EXPECT_EQ(ProfileOf("anything-else"), "default");
}

TEST(FindTargetProfileTest, NameWinsOverService) {
  ASSERT_OK_AND_ASSIGN(const TargetProfile* const profile, FindTargetProfile("minio", "dynamodb"));
  EXPECT_EQ(profile->name, "minio");
}

TEST(FindTargetProfileTest, UnknownNameListsTheKnownOnes) {
  const auto profile = FindTargetProfile("S3", "s3");
  EXPECT_THAT(profile, FailsWith(Reason::kInvalidProfile, "profile"));
  EXPECT_THAT(profile.status().message(), HasSubstr("s3, default, default-unnormalized"));
}

TEST(AllTargetProfilesTest, NamesAreUnique) {
  std::set<std::string> names;
  for (const TargetProfile& profile : AllTargetProfiles()) {
    EXPECT_TRUE(names.insert(std::string(profile.name)).second) << profile.name;
  }
}

// The metadata of botocore 1.43's service models.
TEST(SigningNameTest, DiffersFromTheEndpointForSome) {
  EXPECT_EQ(SigningName("bedrock-runtime"), "bedrock");
  EXPECT_EQ(SigningName("runtime.sagemaker"), "sagemaker");
  EXPECT_EQ(SigningName("email"), "ses");
  EXPECT_EQ(SigningName("api.ecr"), "ecr");
  EXPECT_EQ(SigningName("streams.dynamodb"), "dynamodb");
  EXPECT_EQ(SigningName("s3-control"), "s3");
}

TEST(SigningNameTest, IsTheNameItselfForTheOthers) {
  EXPECT_EQ(SigningName("s3"), "s3");
  EXPECT_EQ(SigningName("my-own-service"), "my-own-service");
  EXPECT_EQ(SigningName(""), "");
}

// botocore's endpoints.json.
TEST(SigningRegionTest, PartitionGlobalEndpointsHaveOne) {
  EXPECT_EQ(SigningRegion("iam", "aws-global"), "us-east-1");
  EXPECT_EQ(SigningRegion("networkmanager", "aws-global"), "us-west-2");
  EXPECT_EQ(SigningRegion("iam", "aws-cn-global"), "cn-north-1");
  EXPECT_EQ(SigningRegion("route53", "aws-cn-global"), "cn-northwest-1");
  EXPECT_EQ(SigningRegion("organizations", "aws-us-gov-global"), "us-gov-west-1");
}

TEST(SigningRegionTest, OtherRegionsStay) {
  EXPECT_EQ(SigningRegion("iam", "eu-west-1"), "eu-west-1");
  EXPECT_EQ(SigningRegion("s3", "auto"), "auto");
}

TEST(IssuesBearerTokensTest, NamesTheTokenServices) {
  for (const char* const service :
       {"sts", "rds-db", "elasticache", "memorydb", "kafka-cluster", "dsql", "iotdevicegateway",
        "execute-api", "bedrock", "codecommit", "cassandra"}) {
    EXPECT_TRUE(IssuesBearerTokens(service)) << service;
  }
  for (const char* const service : {"s3", "dynamodb", "rds", "kafka", ""}) {
    EXPECT_FALSE(IssuesBearerTokens(service)) << service;
  }
}

// One request for each named target. The signatures are botocore 1.43.11's for
// the same request, with the header rule of that target applied to it.
class NamedTargetTest : public ::testing::Test {
 protected:
  SignedRequest SignGet(absl::string_view profile, absl::string_view url,
                        absl::string_view region) {
    signer_.SetProfile(profile);
    signer_.SetUrl(url);
    signer_.input.region = region;
    return signer_.Sign();
  }

  RequestSigner signer_;
};

TEST_F(NamedTargetTest, S3) {
  const SignedRequest request =
      SignGet("s3", "https://bucket.s3.us-east-1.amazonaws.com/a%20b", "us-east-1");
  EXPECT_EQ(request.signature, "5c44d17624e53c5a820c3ff28ce7e7e742fa4b969b733b0621f8a6e4956dec36");
  EXPECT_EQ(ValueOf(request.headers, "x-amz-content-sha256"), kEmptySha256Hex);
}

TEST_F(NamedTargetTest, Rgw) {
  EXPECT_EQ(SignGet("rgw", "http://rgw.example.com:7480/bucket/key", "us-east-1").signature,
            "d761dfe5aaeab22280e8cc9f8251167b406cfbdf12abb23340f79132efc4494e");
}

TEST_F(NamedTargetTest, RgwAdminUnsignedSendsNoPayloadHash) {
  signer_.input.payload.mode = PayloadMode::kUnsigned;
  const SignedRequest request =
      SignGet("rgw-admin", "https://rgw.example.com/admin/user?uid=u", "default");
  EXPECT_EQ(request.signature, "5e0ceb46de1d5268c577391cb587f58da8f16367a26676ba739f773df5fad886");
  EXPECT_EQ(ValueOf(request.headers, "x-amz-content-sha256"), "(none)");
}

TEST_F(NamedTargetTest, RgwAdminSendsAHashedBodysHash) {
  const SignedRequest request =
      SignGet("rgw-admin", "https://rgw.example.com/admin/user?uid=u", "default");
  EXPECT_EQ(ValueOf(request.headers, "x-amz-content-sha256"), kEmptySha256Hex);
}

TEST_F(NamedTargetTest, Minio) {
  EXPECT_EQ(SignGet("minio", "http://minio.example.com:9000/bucket/key", "us-east-1").signature,
            "724f15f5decb37c94b38560c715d40b5764581b8d150a4667af6d8c7e51a6f5c");
}

TEST_F(NamedTargetTest, R2) {
  EXPECT_EQ(SignGet("r2", "https://account.r2.cloudflarestorage.com/bucket/key", "auto").signature,
            "7056e428f74188b39945519cbcced613159e2e61d4e86894a153b892c72563ef");
}

// The front end of Cloud Storage changes Accept-Encoding, so it is left out.
TEST_F(NamedTargetTest, GcsLeavesAcceptEncodingOut) {
  signer_.SetHeaders({{"Accept-Encoding", "gzip"}});
  EXPECT_EQ(SignGet("gcs", "https://storage.googleapis.com/bucket/key", "auto").signature,
            "0f3ef1a90de1c87ff45e845c5de1d4cea3b6445b573fb34fa2fd9b184dee55af");
  ASSERT_OK_AND_ASSIGN(const PreparedRequest prepared, signer_.Prepare());
  EXPECT_THAT(prepared.signed_headers, Not(HasSubstr("accept-encoding")));
  signer_.SetProfile("s3");
  ASSERT_OK_AND_ASSIGN(const PreparedRequest s3, signer_.Prepare());
  EXPECT_THAT(s3.signed_headers, HasSubstr("accept-encoding"));
}

TEST_F(NamedTargetTest, B2) {
  EXPECT_EQ(
      SignGet("b2", "https://s3.us-west-004.backblazeb2.com/bucket/key", "us-west-004").signature,
      "881a92e3c7c1219a36a1b8434c57979715934735d891d2d67447af9ff38b6015");
}

TEST_F(NamedTargetTest, ExecuteApi) {
  signer_.input.request.method = "POST";
  signer_.input.service = "execute-api";
  signer_.SetBody("{\"a\":1}");
  const SignedRequest request = SignGet(
      "execute-api", "https://abc123.execute-api.us-east-1.amazonaws.com/prod/pets", "us-east-1");
  EXPECT_EQ(request.signature, "56a18008c4e269c9ad80d7f791add9fc44ac4a30d513861a4e49cc1ae3b19691");
  EXPECT_EQ(ValueOf(request.headers, "x-amz-content-sha256"), "(none)");
}

TEST_F(NamedTargetTest, VpcLattice) {
  signer_.input.service = "vpc-lattice-svcs";
  signer_.input.payload.mode = PayloadMode::kUnsigned;
  const SignedRequest request =
      SignGet("vpc-lattice", "https://svc-0123.7d67968.vpc-lattice-svcs.us-east-1.on.aws/items",
              "us-east-1");
  EXPECT_EQ(request.signature, "7e609f501576224158209c6f5742fb8ed5cd8a7bb457661a8c02aa2ee7b237c6");
  EXPECT_EQ(ValueOf(request.headers, "x-amz-content-sha256"), "UNSIGNED-PAYLOAD");
}

TEST_F(NamedTargetTest, VpcLatticeRefusesAHashedBody) {
  signer_.SetProfile("vpc-lattice");
  EXPECT_THAT(signer_.Prepare(), FailsWith(Reason::kUnsupportedCombination, "payload"));
}

TEST_F(NamedTargetTest, OpensearchServerless) {
  signer_.input.service = "aoss";
  const SignedRequest request =
      SignGet("opensearch-serverless", "https://0123.us-east-1.aoss.amazonaws.com/_cat/indices",
              "us-east-1");
  EXPECT_EQ(request.signature, "1ad0c538601f1824115302ebf353340353d25b62a697ff3c9b969e1d7139c37b");
  EXPECT_EQ(ValueOf(request.headers, "x-amz-content-sha256"), kEmptySha256Hex);
}

TEST_F(NamedTargetTest, DefaultSendsThePayloadHashWhenAsked) {
  signer_.SetProfile("default");
  EXPECT_EQ(ValueOf(signer_.Sign().headers, "x-amz-content-sha256"), "(none)");
  signer_.input.payload_hash_header = PayloadHashHeader::kAlways;
  EXPECT_EQ(ValueOf(signer_.Sign().headers, "x-amz-content-sha256"), kEmptySha256Hex);
}

TEST_F(NamedTargetTest, DefaultSaysThatABodyIsUnsigned) {
  signer_.SetProfile("default");
  signer_.input.payload.mode = PayloadMode::kUnsigned;
  EXPECT_EQ(ValueOf(signer_.Sign().headers, "x-amz-content-sha256"), "UNSIGNED-PAYLOAD");
}

}  // namespace
}  // namespace signet
