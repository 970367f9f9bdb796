// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/sigv4/credential_scope.h"

#include <string>

#include "gtest/gtest.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

TEST(CredentialScopeTest, TextHasFourParts) {
  EXPECT_EQ(CredentialScopeText({"20150830", "us-east-1", "iam"}, Algorithm::kSigV4),
            "20150830/us-east-1/iam/aws4_request");
}

TEST(CredentialScopeTest, Sigv4aTextHasNoRegion) {
  EXPECT_EQ(CredentialScopeText({"20150830", "", "s3"}, Algorithm::kSigV4a),
            "20150830/s3/aws4_request");
}

TEST(CredentialScopeTest, ParsesItsOwnText) {
  ASSERT_OK_AND_ASSIGN(
      const CredentialScope scope,
      ParseCredentialScope("20150830/us-east-1/iam/aws4_request", Algorithm::kSigV4));
  EXPECT_EQ(scope.date, "20150830");
  EXPECT_EQ(scope.region, "us-east-1");
  EXPECT_EQ(scope.service, "iam");
}

TEST(CredentialScopeTest, ParsesItsOwnSigv4aText) {
  ASSERT_OK_AND_ASSIGN(const CredentialScope scope,
                       ParseCredentialScope("20150830/s3/aws4_request", Algorithm::kSigV4a));
  EXPECT_EQ(scope.date, "20150830");
  EXPECT_EQ(scope.region, "");
  EXPECT_EQ(scope.service, "s3");
}

class BadScopeTest : public ::testing::TestWithParam<const char*> {};

TEST_P(BadScopeTest, IsRefused) {
  EXPECT_THAT(ParseCredentialScope(GetParam(), Algorithm::kSigV4),
              FailsWith(Reason::kInvalidSignature, "credential_scope"));
}

INSTANTIATE_TEST_SUITE_P(
    Texts, BadScopeTest,
    ::testing::Values("", "/", "///", "20150830/iam/aws4_request",
                      "20150830/us-east-1/iam/aws4_request/",
                      "/20150830/us-east-1/iam/aws4_request", "20150830/us-east-1/iam/AWS4_REQUEST",
                      "20150830/us-east-1/iam/aws4_reques", "2015083/us-east-1/iam/aws4_request",
                      "2015-8-3/us-east-1/iam/aws4_request", "20150830//iam/aws4_request",
                      "20150830/us-east-1//aws4_request", "20150830/us east/iam/aws4_request",
                      "20150830/us-east-1/i\nm/aws4_request"));

TEST(CredentialScopeTest, FormsOfTheAlgorithmsDoNotMix) {
  EXPECT_THAT(ParseCredentialScope("20150830/us-east-1/iam/aws4_request", Algorithm::kSigV4a),
              FailsWith(Reason::kInvalidSignature, "credential_scope"));
}

TEST(ValidateRegionTest, TakesRealAndPrivateRegions) {
  for (const std::string& region :
       {std::string("us-east-1"), std::string("auto"), std::string("default"),
        std::string("RegionOne"), std::string("my_zone"), std::string(64, 'r')}) {
    EXPECT_OK(ValidateRegion(region)) << region;
  }
}

TEST(ValidateRegionTest, RefusesOthers) {
  for (const std::string& region :
       {std::string(), std::string("us east"), std::string("us/east"), std::string("us.east"),
        std::string("*"), std::string("us\n"), std::string("ü"), std::string(65, 'r')}) {
    EXPECT_THAT(ValidateRegion(region), FailsWith(Reason::kInvalidRegion, "region")) << region;
  }
}

TEST(ValidateRegionSetTest, TakesListsAndStars) {
  for (const std::string& set : {std::string("*"), std::string("us-east-1"), std::string("us-*"),
                                 std::string("us-east-1,eu-west-1,ap-*")}) {
    EXPECT_OK(ValidateRegionSet(set)) << set;
  }
}

TEST(ValidateRegionSetTest, RefusesOthers) {
  for (const std::string& set :
       {std::string(), std::string(","), std::string("a,"), std::string("a, b"), std::string("a b"),
        std::string("a;b"), std::string(257, 'a'), std::string("us-east-1,,eu-west-1")}) {
    EXPECT_THAT(ValidateRegionSet(set), FailsWith(Reason::kInvalidRegion, "region_set")) << set;
  }
}

TEST(ValidateRegionSetTest, RefusesARegionTwice) {
  for (const std::string& set : {std::string("us-east-1,us-east-1"), std::string("*,*"),
                                 std::string("us-east-1,eu-west-1,us-east-1")}) {
    EXPECT_THAT(ValidateRegionSet(set), FailsWith(Reason::kInvalidRegion, "region_set")) << set;
  }
  EXPECT_OK(ValidateRegionSet("us-east-1,us-east-1a,us-east"));
}

TEST(ValidateRegionSetTest, RefusesNoTextAtAll) {
  EXPECT_THAT(ValidateRegionSet(absl::string_view()),
              FailsWith(Reason::kInvalidRegion, "region_set"));
}

TEST(ValidateServiceTest, TakesSigningNames) {
  for (const std::string& service :
       {std::string("s3"), std::string("execute-api"), std::string("IoTSecuredTunneling"),
        std::string("runtime.sagemaker"), std::string(64, 's')}) {
    EXPECT_OK(ValidateService(service)) << service;
  }
}

TEST(ValidateServiceTest, RefusesOthers) {
  for (const std::string& service : {std::string(), std::string("s 3"), std::string("s3/x"),
                                     std::string("s3\n"), std::string(65, 's')}) {
    EXPECT_THAT(ValidateService(service), FailsWith(Reason::kInvalidService, "service")) << service;
  }
}

}  // namespace
}  // namespace signet
