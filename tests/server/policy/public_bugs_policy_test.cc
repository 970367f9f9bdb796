// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// Public bugs of gateways that authorised one request and let another one happen. Rows
// are those of tests/public_bugs.md. What is signed and what policy is asked about must
// be one thing.

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/server/policy/target_case.h"

namespace signet {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

struct SpellingCase {
  const char* name;
  TargetCase request;
  std::string accesses;
};

class PublicBugsPolicyTest : public ::testing::TestWithParam<SpellingCase> {};

TEST_P(PublicBugsPolicyTest, MeansToPolicyWhatItMeansToTheServer) {
  EXPECT_EQ(Accesses(GetParam().request), GetParam().accesses);
}

std::string SpellingName(const ::testing::TestParamInfo<SpellingCase>& item) {
  return item.param.name;
}

SpellingCase Get(const char* name, const std::string& path, const std::string& accesses) {
  return {name, {.url = "https://s3.us-east-1.amazonaws.com" + path}, accesses};
}

// s3-proxy CVE-2026-42882: authorised by the path as sent, served by the path decoded.
INSTANTIATE_TEST_SUITE_P(
    Row28Paths, PublicBugsPolicyTest,
    ::testing::Values(
        Get("Row28Plain", "/bucket/secret/key", "s3:GetObject bucket/secret/key"),
        Get("Row28EncodedSlash", "/bucket/secret%2Fkey", "s3:GetObject bucket/secret/key"),
        Get("Row28EncodedSlashLowerCase", "/bucket/secret%2fkey", "s3:GetObject bucket/secret/key"),
        Get("Row28EncodedLetter", "/bucket/%73ecret/key", "s3:GetObject bucket/secret/key"),
        Get("Row28DotSegment", "/bucket/public/../secret/key",
            "s3:GetObject bucket/public/../secret/key!"),
        Get("Row28EncodedDotSegment", "/bucket/public/%2e%2e/secret/key",
            "s3:GetObject bucket/public/../secret/key!"),
        Get("Row28EncodedDotsAndSlash", "/bucket/public%2F%2E%2E%2Fsecret",
            "s3:GetObject bucket/public/../secret!"),
        Get("Row28EncodedTwice", "/bucket/secret%252Fkey", "s3:GetObject bucket/secret%2Fkey"),
        Get("Row28TwoSlashes", "/bucket//secret/key", "s3:GetObject bucket//secret/key"),
        Get("Row28Backslash", "/bucket/secret%5Ckey", "s3:GetObject bucket/secret\\key")),
    SpellingName);

SpellingCase Copy(const char* name, const char* source, const std::string& accesses) {
  return {name,
          {.method = "PUT",
           .url = "https://s3.us-east-1.amazonaws.com/bucket/key",
           .headers = {{"x-amz-copy-source", source}}},
          accesses};
}

// RustFS GHSA-xm99: the source of a copy was never authorised.
INSTANTIATE_TEST_SUITE_P(
    Row21CopySource, PublicBugsPolicyTest,
    ::testing::Values(Copy("Row21Source", "/other/secret",
                           "s3:PutObject bucket/key, s3:GetObject other/secret"),
                      Copy("Row21SourceWithoutSlash", "other/secret",
                           "s3:PutObject bucket/key, s3:GetObject other/secret"),
                      Copy("Row21EncodedSource", "/other/%73ecret",
                           "s3:PutObject bucket/key, s3:GetObject other/secret")),
    SpellingName);

TargetCase Sts(const std::string& body) {
  return {.method = "POST",
          .url = "https://sts.us-east-1.amazonaws.com/",
          .headers = {{"content-type", "application/x-www-form-urlencoded"}},
          .service = "sts",
          .body = body};
}

// Vault CVE-2020-16250: the caller chose host and Action of a request that proved who
// it was; aws-iam-authenticator CVE-2022-2385: of two Actions one was looked at.
TEST(PublicBugsTokenTest, Row26AnIdentityRequestIsABearerToken) {
  const auto target = Resolve(Sts("Action=GetCallerIdentity&Version=2011-06-15"));
  ASSERT_TRUE(target.ok()) << target.status();
  EXPECT_TRUE(target->is_bearer_token);
  EXPECT_THAT(Text(target->accesses), StartsWith("sts:GetCallerIdentity "));
  EXPECT_EQ(target->bearer_audience, "");
}

TEST(PublicBugsTokenTest, Row26ItsAudienceIsTheSignedOne) {
  TargetCase request = Sts("Action=GetCallerIdentity&Version=2011-06-15");
  request.headers.push_back({"X-Vault-AWS-IAM-Server-ID", "vault.example"});
  const auto target = Resolve(request);
  ASSERT_TRUE(target.ok()) << target.status();
  EXPECT_EQ(target->bearer_audience, "vault.example");
}

TEST(PublicBugsTokenTest, Row26APresignedOneIsATokenToo) {
  TargetCase request;
  request.service = "sts";
  request.url = "https://sts.us-east-1.amazonaws.com/?Action=GetCallerIdentity&Version=2011-06-15";
  request.headers = {{"x-k8s-aws-id", "cluster"}};
  request.is_presigned = true;
  const auto target = Resolve(request);
  ASSERT_TRUE(target.ok()) << target.status();
  EXPECT_TRUE(target->is_bearer_token);
  EXPECT_EQ(target->bearer_audience, "cluster");
}

TEST(PublicBugsTokenTest, Row26AnActionThatOnlyAHashIsKnownOfIsNoAction) {
  TargetCase request = Sts("");
  request.body.reset();
  EXPECT_THAT(Accesses(request), Not(HasSubstr("sts:")));
}

TEST(PublicBugsTokenTest, Row27TwoActionsAreRefused) {
  EXPECT_THAT(Accesses(Sts("Action=GetCallerIdentity&Action=AssumeRole")),
              StartsWith("AMBIGUOUS_TARGET"));
  EXPECT_THAT(Accesses(Sts("Action=GetCallerIdentity&%41ction=AssumeRole")),
              StartsWith("AMBIGUOUS_TARGET"));
  TargetCase both = Sts("Action=GetCallerIdentity");
  both.url += "?Action=AssumeRole";
  EXPECT_THAT(Accesses(both), StartsWith("AMBIGUOUS_TARGET"));
}

TEST(PublicBugsTokenTest, Row27AnActionInAnotherCaseIsNoSecondChance) {
  EXPECT_THAT(Accesses(Sts("Action=GetCallerIdentity&action=AssumeRole")),
              ::testing::AnyOf(StartsWith("AMBIGUOUS_TARGET"), StartsWith("sts:GetCaller")));
}

TEST(PublicBugsTokenTest, Row34EverySpellingOfAnObjectIsOneResource) {
  for (const char* const url :
       {"https://s3.amazonaws.com/bucket/key", "https://bucket.s3.amazonaws.com/key",
        "https://bucket.s3.us-east-1.amazonaws.com/key", "https://BUCKET.S3.amazonaws.com/key",
        "https://bucket.s3.amazonaws.com:443/key", "https://bucket.s3.amazonaws.com./key"}) {
    EXPECT_EQ(Accesses({.url = url}), "s3:GetObject bucket/key") << url;
  }
}

}  // namespace
}  // namespace signet
