// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/sigv4/post_policy.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/escaping.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/sigv4/signing_key.h"
#include "server/sigv4/timestamp.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

PostCondition Equals(absl::string_view field, absl::string_view value) {
  return {PostCondition::Kind::kEquals, field, value};
}

PostCondition StartsWith(absl::string_view field, absl::string_view value) {
  return {PostCondition::Kind::kStartsWith, field, value};
}

PostCondition Range(uint64_t min_bytes, uint64_t max_bytes) {
  return {PostCondition::Kind::kContentLengthRange, "", "", min_bytes, max_bytes};
}

PostPolicyInput Input(absl::Span<const PostCondition> conditions) {
  PostPolicyInput input;
  input.bucket = "sigv4examplebucket";
  input.conditions = conditions;
  input.signing_time = *ParseAmzDate("20151229T235930Z");
  input.expires_in = absl::Hours(1);
  input.region = "us-east-1";
  input.access_key_id = "AKIAIOSFODNN7EXAMPLE";
  return input;
}

std::string Sign(const PreparedPostPolicy& prepared, const SigningKeySpec& spec) {
  return SignatureOf(MakeHmacSha256Key(absl::MakeConstSpan(DeriveSigningKey(spec).Reveal())),
                     prepared.policy_base64);
}

std::vector<std::pair<std::string, std::string>> Pairs(const std::vector<Header>& fields) {
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const Header& field : fields) {
    pairs.emplace_back(field.name, field.value);
  }
  return pairs;
}

std::string Document(const PostPolicyInput& input) {
  const auto prepared = PreparePostPolicy(input);
  EXPECT_OK(prepared);
  std::string document;
  EXPECT_TRUE(prepared.ok() && absl::Base64Unescape(prepared->policy_base64, &document));
  return document;
}

// Document, fields and signature as botocore 1.44.8 made them (S3SigV4PostAuth,
// same conditions in the same order).
TEST(PreparePostPolicyTest, IsTheTextThatBotocoreSigns) {
  const std::vector<PostCondition> conditions = {
      StartsWith("key", "user/user1/"),
      Equals("acl", "public-read"),
      Equals("success_action_redirect",
             "http://sigv4examplebucket.s3.amazonaws.com/successful_upload.html"),
      StartsWith("Content-Type", "image/"),
      Range(1, 10485760),
      Equals("x-amz-meta-note", "a \"quoted\" \\ \xc3\xa9 \xe2\x82\xac \xf0\x9d\x84\x9e ${x} </>")};

  ASSERT_OK_AND_ASSIGN(const PreparedPostPolicy prepared, PreparePostPolicy(Input(conditions)));

  std::string document;
  ASSERT_TRUE(absl::Base64Unescape(prepared.policy_base64, &document));
  EXPECT_EQ(document,
            R"({"expiration": "2015-12-30T00:59:30Z", "conditions": [)"
            R"({"bucket": "sigv4examplebucket"}, ["starts-with", "$key", "user/user1/"], )"
            R"({"acl": "public-read"}, {"success_action_redirect": )"
            R"("http://sigv4examplebucket.s3.amazonaws.com/successful_upload.html"}, )"
            R"(["starts-with", "$Content-Type", "image/"], )"
            R"(["content-length-range", 1, 10485760], )"
            R"({"x-amz-meta-note": "a \"quoted\" \\ \u00e9 \u20ac \ud834\udd1e ${x} </>"}, )"
            R"({"x-amz-algorithm": "AWS4-HMAC-SHA256"}, {"x-amz-credential": )"
            R"("AKIAIOSFODNN7EXAMPLE/20151229/us-east-1/s3/aws4_request"}, )"
            R"({"x-amz-date": "20151229T235930Z"}]})");
  EXPECT_EQ(prepared.credential_scope, "20151229/us-east-1/s3/aws4_request");
  EXPECT_EQ(
      Sign(prepared, {"wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "20151229", "us-east-1", "s3"}),
      "40ac0d9dfa438ee3bf7d0e552f8f6b4762b2646e25918c12e26ec63fb46310d5");
  EXPECT_THAT(Pairs(prepared.fields),
              ElementsAre(Pair("x-amz-algorithm", "AWS4-HMAC-SHA256"),
                          Pair("x-amz-credential",
                               "AKIAIOSFODNN7EXAMPLE/20151229/us-east-1/s3/aws4_request"),
                          Pair("x-amz-date", "20151229T235930Z"), Pair("acl", "public-read"),
                          Pair("success_action_redirect",
                               "http://sigv4examplebucket.s3.amazonaws.com/successful_upload.html"),
                          Pair("x-amz-meta-note",
                               "a \"quoted\" \\ \xc3\xa9 \xe2\x82\xac \xf0\x9d\x84\x9e ${x} </>")));
}

// As above, with a session token.
TEST(PreparePostPolicyTest, CoversTheSessionToken) {
  const std::vector<PostCondition> conditions = {Equals("key", "k")};
  PostPolicyInput input = Input(conditions);
  input.bucket = "b.example-1";
  input.region = "eu-central-1";
  input.access_key_id = "ASIAEXAMPLE";
  input.session_token = "Token/+==";
  input.expires_in = absl::Seconds(1);

  ASSERT_OK_AND_ASSIGN(const PreparedPostPolicy prepared, PreparePostPolicy(input));

  EXPECT_EQ(Sign(prepared, {"secret", "20151229", "eu-central-1", "s3"}),
            "d6c01254fcd287f57275c84d32482ced4ea578ab049d82f6a0d41fb1e52eb48d");
  EXPECT_THAT(
      Pairs(prepared.fields),
      ElementsAre(Pair("x-amz-algorithm", "AWS4-HMAC-SHA256"),
                  Pair("x-amz-credential", "ASIAEXAMPLE/20151229/eu-central-1/s3/aws4_request"),
                  Pair("x-amz-date", "20151229T235930Z"), Pair("x-amz-security-token", "Token/+=="),
                  Pair("key", "k")));
}

// "Browser-based upload using HTTP POST", S3 API Reference: the signature of the
// document printed there.
TEST(PostPolicySignatureTest, DocumentedExample) {
  PreparedPostPolicy prepared;
  prepared.policy_base64 =
      "eyAiZXhwaXJhdGlvbiI6ICIyMDE1LTEyLTMwVDEyOjAwOjAwLjAwMFoiLA0KICAiY29uZGl0aW9ucyI6IFsNCiAgICB7"
      "ImJ1Y2tldCI6ICJzaWd2NGV4YW1wbGVidWNrZXQifSwNCiAgICBbInN0YXJ0cy13aXRoIiwgIiRrZXkiLCAidXNlci91"
      "c2VyMS8iXSwNCiAgICB7ImFjbCI6ICJwdWJsaWMtcmVhZCJ9LA0KICAgIHsic3VjY2Vzc19hY3Rpb25fcmVkaXJlY3Qi"
      "OiAiaHR0cDovL3NpZ3Y0ZXhhbXBsZWJ1Y2tldC5zMy5hbWF6b25hd3MuY29tL3N1Y2Nlc3NmdWxfdXBsb2FkLmh0bWwi"
      "fSwNCiAgICBbInN0YXJ0cy13aXRoIiwgIiRDb250ZW50LVR5cGUiLCAiaW1hZ2UvIl0sDQogICAgeyJ4LWFtei1tZXRh"
      "LXV1aWQiOiAiMTQzNjUxMjM2NTEyNzQifSwNCiAgICB7IngtYW16LXNlcnZlci1zaWRlLWVuY3J5cHRpb24iOiAiQUVT"
      "MjU2In0sDQogICAgWyJzdGFydHMtd2l0aCIsICIkeC1hbXotbWV0YS10YWciLCAiIl0sDQoNCiAgICB7IngtYW16LWNy"
      "ZWRlbnRpYWwiOiAiQUtJQUlPU0ZPRE5ON0VYQU1QTEUvMjAxNTEyMjkvdXMtZWFzdC0xL3MzL2F3czRfcmVxdWVzdCJ9"
      "LA0KICAgIHsieC1hbXotYWxnb3JpdGhtIjogIkFXUzQtSE1BQy1TSEEyNTYifSwNCiAgICB7IngtYW16LWRhdGUiOiAi"
      "MjAxNTEyMjlUMDAwMDAwWiIgfQ0KICBdDQp9";

  EXPECT_EQ(
      Sign(prepared, {"wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "20151229", "us-east-1", "s3"}),
      "8afdbf4008c03f22c2cd3cdb72e4afbb1f6a588f3255ac628749a66d7f09699e");
}

TEST(PreparePostPolicyTest, QuotesCannotEndAString) {
  const std::vector<PostCondition> conditions = {
      StartsWith("key", R"("}, {"bucket": "other"}, {"a": "\)")};

  EXPECT_THAT(Document(Input(conditions)),
              HasSubstr(R"(["starts-with", "$key", "\"}, {\"bucket\": \"other\"}, )"
                        R"({\"a\": \"\\"], {"x-amz-algorithm")"));
}

TEST(PreparePostPolicyTest, ExpiryCountsFromTheWholeSecondOfSigning) {
  const std::vector<PostCondition> conditions = {Equals("key", "k")};
  PostPolicyInput input = Input(conditions);
  input.signing_time += absl::Milliseconds(999);
  input.expires_in = absl::Seconds(30);

  EXPECT_THAT(Document(input), HasSubstr(R"("expiration": "2015-12-30T00:00:00Z")"));
  EXPECT_THAT(Document(input), HasSubstr(R"({"x-amz-date": "20151229T235930Z"})"));
}

TEST(PreparePostPolicyTest, TakesThirdPartiesBucketNames) {
  const std::vector<PostCondition> conditions = {Equals("key", "k")};
  PostPolicyInput input = Input(conditions);
  for (const char* const bucket : {"abc", "My_Bucket.v1-x"}) {
    input.bucket = bucket;
    EXPECT_OK(PreparePostPolicy(input)) << bucket;
  }
}

TEST(PreparePostPolicyTest, RefusesMalformedBuckets) {
  const std::vector<PostCondition> conditions = {Equals("key", "k")};
  PostPolicyInput input = Input(conditions);
  const std::string long_name(256, 'b');
  for (const absl::string_view bucket :
       {absl::string_view(""), absl::string_view("ab"), absl::string_view(long_name),
        absl::string_view("a/bucket"), absl::string_view("buck\"et"),
        absl::string_view("b\0cket", 6),
        absl::string_view("b\xc3\xbc"
                          "cket")}) {
    input.bucket = bucket;
    EXPECT_THAT(PreparePostPolicy(input), FailsWith(Reason::kInvalidPostPolicy, "bucket"));
  }
}

TEST(PreparePostPolicyTest, NeedsAKeyCondition) {
  EXPECT_THAT(PreparePostPolicy(Input({})), FailsWith(Reason::kInvalidPostPolicy, "conditions"));
  const std::vector<PostCondition> without = {Equals("acl", "private"), Range(0, 1)};
  EXPECT_THAT(PreparePostPolicy(Input(without)),
              FailsWith(Reason::kInvalidPostPolicy, "conditions"));
  const std::vector<PostCondition> with = {StartsWith("Key", "")};
  EXPECT_OK(PreparePostPolicy(Input(with)));
}

TEST(PreparePostPolicyTest, RefusesFieldsThatAreMalformedOrSetBySigning) {
  const std::string long_name(257, 'f');
  for (const absl::string_view field : {absl::string_view(""),
                                        absl::string_view("$acl"),
                                        absl::string_view("a b"),
                                        absl::string_view("a\"b"),
                                        absl::string_view("a\r\nb"),
                                        absl::string_view(long_name),
                                        absl::string_view("bucket"),
                                        absl::string_view("Policy"),
                                        absl::string_view("file"),
                                        absl::string_view("x-amz-date"),
                                        absl::string_view("X-Amz-Credential"),
                                        absl::string_view("x-amz-algorithm"),
                                        absl::string_view("x-amz-signature"),
                                        absl::string_view("x-amz-security-token"),
                                        absl::string_view("AWSAccessKeyId"),
                                        absl::string_view("signature"),
                                        absl::string_view("x-amz-s3session-token"),
                                        absl::string_view("X-Amz-Region-Set"),
                                        absl::string_view("x-amz-expires"),
                                        absl::string_view("x-amz-signedheaders"),
                                        absl::string_view("authorization")}) {
    for (const PostCondition& condition : {Equals(field, "v"), StartsWith(field, "v")}) {
      const std::vector<PostCondition> conditions = {Equals("key", "k"), Range(0, 1), condition};
      EXPECT_THAT(PreparePostPolicy(Input(conditions)),
                  FailsWith(Reason::kInvalidPostPolicy, "conditions[2].field"))
          << field;
    }
  }
}

TEST(PreparePostPolicyTest, RefusesTwoValuesForOneField) {
  const std::vector<PostCondition> twice = {Equals("key", "k"), Equals("acl", "private"),
                                            Equals("ACL", "public-read")};
  EXPECT_THAT(PreparePostPolicy(Input(twice)),
              FailsWith(Reason::kInvalidPostPolicy, "conditions[2].field"));
  const std::vector<PostCondition> narrowed = {StartsWith("key", "a/"), StartsWith("key", "a/b/"),
                                               Equals("key", "a/b/c")};
  EXPECT_OK(PreparePostPolicy(Input(narrowed)));
}

TEST(PreparePostPolicyTest, RefusesValuesWithControlBytesOrBrokenUtf8) {
  for (const absl::string_view value :
       {absl::string_view("a\nb"), absl::string_view("a\0b", 3), absl::string_view("\t"),
        absl::string_view("\x7f"), absl::string_view("\x1b"), absl::string_view("\xff"),
        absl::string_view("\xed\xa0\x80"), absl::string_view("\xc0\xaf")}) {
    const std::vector<PostCondition> conditions = {Equals("key", "k"), Equals("acl", value)};
    EXPECT_THAT(PreparePostPolicy(Input(conditions)),
                FailsWith(Reason::kInvalidPostPolicy, "conditions[1].value"));
  }
}

TEST(PreparePostPolicyTest, RefusesKeysThatCannotMatch) {
  for (const char* const key : {"", "uploads/${filename}"}) {
    const std::vector<PostCondition> conditions = {Equals("key", key)};
    EXPECT_THAT(PreparePostPolicy(Input(conditions)),
                FailsWith(Reason::kInvalidPostPolicy, "conditions[0].value"))
        << key;
  }
}

TEST(PreparePostPolicyTest, RefusesInvertedTooLargeAndRepeatedRanges) {
  const auto with = [](std::vector<PostCondition> ranges) {
    ranges.insert(ranges.begin(), Equals("key", "k"));
    return PreparePostPolicy(Input(ranges));
  };
  EXPECT_OK(with({Range(0, 0)}));
  EXPECT_OK(with({Range(5368709120, 5368709120)}));
  EXPECT_THAT(with({Range(2, 1)}),
              FailsWith(Reason::kInvalidPostPolicy, "conditions[1].min_bytes"));
  EXPECT_THAT(with({Range(0, 5368709121)}),
              FailsWith(Reason::kInvalidPostPolicy, "conditions[1].max_bytes"));
  EXPECT_THAT(with({Range(0, 1), Range(0, 2)}),
              FailsWith(Reason::kInvalidPostPolicy, "conditions[2]"));
}

TEST(PreparePostPolicyTest, RefusesWhatIsOverALimit) {
  const std::vector<PostCondition> many(65, StartsWith("key", "k"));
  EXPECT_THAT(PreparePostPolicy(Input(many)), FailsWith(Reason::kLimitExceeded, "conditions"));
  EXPECT_OK(PreparePostPolicy(Input(absl::MakeConstSpan(many).subspan(1))));

  const std::string long_value(4097, 'v');
  const std::vector<PostCondition> too_long = {StartsWith("key", long_value)};
  EXPECT_THAT(PreparePostPolicy(Input(too_long)),
              FailsWith(Reason::kLimitExceeded, "conditions[0].value"));

  const std::vector<PostCondition> too_much(
      4, StartsWith("key", absl::string_view(long_value).substr(1)));
  EXPECT_THAT(PreparePostPolicy(Input(too_much)), FailsWith(Reason::kLimitExceeded, "conditions"));
  EXPECT_OK(PreparePostPolicy(Input(absl::MakeConstSpan(too_much).subspan(1))));
}

TEST(PreparePostPolicyTest, RefusesExpiriesRegionsAndTimesOutOfRange) {
  const std::vector<PostCondition> conditions = {Equals("key", "k")};
  for (const absl::Duration expires_in :
       {absl::ZeroDuration(), absl::Seconds(-1), absl::Seconds(604801), absl::Milliseconds(1500),
        absl::InfiniteDuration()}) {
    PostPolicyInput input = Input(conditions);
    input.expires_in = expires_in;
    EXPECT_THAT(PreparePostPolicy(input), FailsWith(Reason::kInvalidExpiry, "expires_in"));
  }
  PostPolicyInput longest = Input(conditions);
  longest.expires_in = absl::Seconds(604800);
  EXPECT_THAT(Document(longest), HasSubstr(R"("expiration": "2016-01-05T23:59:30Z")"));

  PostPolicyInput no_region = Input(conditions);
  no_region.region = "us east";
  EXPECT_THAT(PreparePostPolicy(no_region), FailsWith(Reason::kInvalidRegion, "region"));
  PostPolicyInput no_time = Input(conditions);
  no_time.signing_time = absl::InfiniteFuture();
  EXPECT_THAT(PreparePostPolicy(no_time), FailsWith(Reason::kInvalidSigningTime, "signing_time"));
}

}  // namespace
}  // namespace signet
