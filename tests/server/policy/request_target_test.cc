// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/policy/request_target.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/server/policy/object_spellings.h"
#include "tests/server/policy/target_case.h"

namespace signet {
namespace {

TEST(RequestTargetTest, GivesEverySpellingOfOneObjectOneResource) {
  const EndpointTable endpoints = Configured();
  ASSERT_GE(SpellingsOfOneObject().size(), 60u);
  for (const std::string& url : SpellingsOfOneObject()) {
    EXPECT_EQ(Accesses({.url = url}, endpoints), "s3:GetObject team-data/in/a b.txt") << url;
  }
}

TEST(RequestTargetTest, GivesSpellingsOfOtherObjectsOtherResources) {
  const EndpointTable endpoints = Configured();
  struct Row {
    std::string url;
    std::string accesses;
  };
  for (const Row& row : std::vector<Row>{
           // S3 keeps every slash and dot of a key.
           {"https://team-data.s3.amazonaws.com//in/a", "s3:GetObject team-data//in/a"},
           {"https://s3.amazonaws.com/team-data//in/a", "s3:GetObject team-data//in/a"},
           {"https://team-data.s3.amazonaws.com/in//a", "s3:GetObject team-data/in//a"},
           {"https://team-data.s3.amazonaws.com/in/a/", "s3:GetObject team-data/in/a/"},
           {"https://team-data.s3.amazonaws.com/in/./a", "s3:GetObject team-data/in/./a!"},
           {"https://team-data.s3.amazonaws.com/in/../a", "s3:GetObject team-data/in/../a!"},
           {"https://team-data.s3.amazonaws.com/%2e%2E/a", "s3:GetObject team-data/../a!"},
           {"https://team-data.s3.amazonaws.com/in/..", "s3:GetObject team-data/in/..!"},
           {"https://team-data.s3.amazonaws.com/in/..a", "s3:GetObject team-data/in/..a"},
           {"https://team-data.s3.amazonaws.com/in/.a.", "s3:GetObject team-data/in/.a."},
           {"https://team-data.s3.amazonaws.com/in/...", "s3:GetObject team-data/in/..."},
           // Letter case of a key counts.
           {"https://team-data.s3.amazonaws.com/IN/a", "s3:GetObject team-data/IN/a"},
           {"https://s3.amazonaws.com/Team-Data/in", "s3:GetObject Team-Data/in"},
           // Decoded once.
           {"https://team-data.s3.amazonaws.com/in%252Fa", "s3:GetObject team-data/in%2Fa"},
           {"https://team-data.s3.amazonaws.com/a%3Facl", "s3:GetObject team-data/a?acl"},
           {"https://team-data.s3.amazonaws.com/a%2Bb", "s3:GetObject team-data/a+b"},
           {"https://team-data.s3.amazonaws.com/%C3%A4", "s3:GetObject team-data/\xc3\xa4"},
           {"https://team-data.s3.amazonaws.com/\xc3\xa4", "s3:GetObject team-data/\xc3\xa4"},
           // The host names the bucket, whatever the path looks like.
           {"https://team-data.s3.amazonaws.com/team-data/a", "s3:GetObject team-data/team-data/a"},
           {"https://a.b.s3.us-west-2.amazonaws.com/k", "s3:GetObject a.b/k"},
           {"https://s3.us-west-2.s3.amazonaws.com/k", "s3:GetObject s3.us-west-2/k"},
           {"https://dualstack.s3.us-west-2.amazonaws.com/k", "s3:GetObject dualstack/k"},
           {"https://s3.s3.amazonaws.com/k", "s3:GetObject s3/k"},
           // Without a key.
           {"https://s3.us-west-2.amazonaws.com", "s3:ListAllMyBuckets "},
           {"https://s3.us-west-2.amazonaws.com/", "s3:ListAllMyBuckets "},
           {"https://s3.us-west-2.amazonaws.com/team-data", "s3:ListBucket team-data/*"},
           {"https://s3.us-west-2.amazonaws.com/team-data/", "s3:ListBucket team-data/*"},
           {"https://team-data.s3.us-west-2.amazonaws.com", "s3:ListBucket team-data/*"},
           {"https://team-data.s3.us-west-2.amazonaws.com/?prefix=in/&list-type=2",
            "s3:ListBucket team-data/in/*"},
           {"https://team-data.s3.us-west-2.amazonaws.com/?prefix=in%2F..%2F",
            "s3:ListBucket team-data/in/../*!"},
           {"https://bucket.s3express-usw2-az1.us-west-2.amazonaws.com/k", "s3:GetObject bucket/k"},
       }) {
    EXPECT_EQ(Accesses({.url = row.url}, endpoints), row.accesses) << row.url;
  }
}

TEST(RequestTargetTest, CannotTellTheBucketOfHostsThatItDoesNotKnow) {
  const EndpointTable endpoints = Configured();
  for (const std::string& host : std::vector<std::string>{
           "allowed.s3.amazonaws.com.evil.example",
           "s3.us-west-2.amazonaws.com.evil.example",
           "allowed.s3.us-west-2.amazonaws.com.cn.evil.example",
           "s3.us-west-2.amazonaws.com-evil.example",
           "evils3.us-west-2.example",
           "s3.evilamazonaws.com",
           "allowed.s3.evilamazonaws.com",
           "xs3.us-west-2.amazonaws.com",
           "s3x.us-west-2.amazonaws.com",
           "allowed.s3.us-west-2.us-west-2.amazonaws.com",
           "allowed.s3.dualstack.dualstack.us-west-2.amazonaws.com",
           "s3-website-us-west-2.amazonaws.com",
           "allowed.s3-website-us-west-2.amazonaws.com",
           "allowed.s3-website.us-west-2.amazonaws.com",
           "allowed.s3.cn-north-1.amazonaws.com.com",
           "allowed.s3.amazonaws.com.cn",
           "s3-accelerate.amazonaws.com",
           "s3express-usw2-az1.us-west-2.amazonaws.com",
           "vpce-1a2b.s3.us-east-1.vpce.amazonaws.com",
           "allowed.vpce-1a2b.s3.us-east-1.vpce.amazonaws.com",
           "bucket.vpce-1a2b.ec2.us-east-1.vpce.amazonaws.com",
           "amazonaws.com",
           "us-west-2.amazonaws.com",
           "allowed..s3.us-west-2.amazonaws.com",
           ".s3.us-west-2.amazonaws.com",
           "allowed.s3..us-west-2.amazonaws.com",
           "allowed.s3.us-west-2.amazonaws.com..",
           "ec2.us-west-2.amazonaws.com",
           "sts.amazonaws.com",
           "d111111abcdef8.cloudfront.net",
           "allowed.example.com",
           "localhost",
           "127.0.0.1",
           "52.218.0.1:443",
           "[::1]",
           "[2600:1fa0::1]:9000",
           // One of the configured hosts but for its port or style.
           "rgw.internal",
           "rgw.internal:8081",
           "minio.internal:9000",
           "allowed.minio.internal",
           "x.rgw.internal",
           "evilrgw.internal:8080",
           ".rgw.internal:8080",
           // Access points that no configuration knows, and their like.
           "other-123456789012.s3-accesspoint.us-west-2.amazonaws.com",
           "reports-123456789012.s3-accesspoint.us-east-1.amazonaws.com",
           "reports-12345.s3-accesspoint.us-west-2.amazonaws.com",
           "a.reports-123456789012.s3-accesspoint.us-west-2.amazonaws.com",
           "s3-accesspoint.us-west-2.amazonaws.com",
           "other-ab12cd34ef56-s3alias.s3.us-west-2.amazonaws.com",
           "other.mrap.accesspoint.s3-global.amazonaws.com",
           "reports-123456789012.s3-object-lambda.us-west-2.amazonaws.com",
           "reports-123456789012.op-01ac5d28a6a232904.s3-outposts.us-west-2.amazonaws.com",
       }) {
    const absl::StatusOr<RequestTarget> target =
        Resolve({.url = absl::StrCat("https://", host, "/allowed/key")}, endpoints);
    ASSERT_TRUE(target.ok()) << host << target.status();
    ASSERT_EQ(target->accesses.size(), 1u) << host;
    EXPECT_FALSE(target->accesses[0].is_resource_known) << host;
  }
}

TEST(RequestTargetTest, CannotTellTheBucketOfOddPaths) {
  for (const std::string& path : std::vector<std::string>{
           "//key", "/%2Fkey", "/./key", "/../bucket/key", "/.bucket/key", "/bucket./key",
           "/a..b/key", "/tenant:bucket/key", "/:bucket/key", "/tenant%24bucket/key",
           "/arn:aws:s3:us-west-2:123456789012:accesspoint%2Freports/key", "/a%00b", "/bu%20cket/k",
           "/other-s3alias/key", "/name--ol-s3/key", "/name--xa-s3/key"}) {
    const absl::StatusOr<RequestTarget> target =
        Resolve({.url = absl::StrCat("https://s3.us-west-2.amazonaws.com", path)});
    EXPECT_TRUE(!target.ok() || !target->accesses[0].is_resource_known) << path;
  }
}

TEST(RequestTargetTest, RefusesUrlsThatHideTheirHost) {
  for (const absl::string_view url :
       {"https://s3.amazonaws.com@evil.example/bucket/key",
        "https://s3.amazonaws.com:80@evil.example/bucket/key",
        "https://s3.amazonaws.com\\@evil.example/bucket/key",
        "https://s3.amazonaws.com%2Eevil.example/bucket/key",
        "https://s3.amazonaws.com%00.evil.example/bucket/key",
        "https://evil.example#s3.amazonaws.com/bucket/key", "https:///bucket/key",
        "https://.s3.amazonaws.com:0/", "https://s3.amazonaws.com:99999/bucket/key",
        "https://s3.amazonaws.com,evil.example/bucket/key"}) {
    EXPECT_EQ(Accesses({.url = std::string(url)}), "INVALID_URL url") << url;
  }
}

TEST(RequestTargetTest, LeavesThePathsOfOtherApisOfAStoreUnknown) {
  const EndpointTable endpoints = Configured();
  EXPECT_EQ(Accesses({.url = "https://rgw.internal:8080/admin/user?uid=x"}, endpoints),
            " admin/user?");
  EXPECT_EQ(Accesses({.url = "https://minio.internal/minio/admin/v3/info"}, endpoints),
            " minio/admin/v3/info?");
  EXPECT_EQ(Accesses({.url = "https://123456789012.s3-control.us-west-2.amazonaws.com/v20180820/"
                             "accesspoint/x"}),
            " v20180820/accesspoint/x?");
  // A bucket of AWS may be called so.
  EXPECT_EQ(Accesses({.url = "https://admin.s3.amazonaws.com/user"}), "s3:GetObject admin/user");
}

TEST(RequestTargetTest, NamesTheEndpointOneWay) {
  struct Row {
    std::string url;
    std::string endpoint;
  };
  for (const Row& row : std::vector<Row>{
           {"https://S3.Amazonaws.com/a", "s3.amazonaws.com"},
           {"https://s3.amazonaws.com:443/a", "s3.amazonaws.com"},
           {"https://s3.amazonaws.com.:443/a", "s3.amazonaws.com"},
           {"http://s3.amazonaws.com:80/a", "s3.amazonaws.com"},
           {"http://s3.amazonaws.com:443/a", "s3.amazonaws.com:443"},
           {"https://s3.amazonaws.com:80/a", "s3.amazonaws.com:80"},
           {"https://Minio.internal.:9000/a", "minio.internal:9000"},
           {"https://[2001:DB8::1]/a", "[2001:db8::1]"},
           {"https://[2001:db8::1]:9000/a", "[2001:db8::1]:9000"},
       }) {
    const absl::StatusOr<RequestTarget> target = Resolve({.url = row.url});
    ASSERT_TRUE(target.ok()) << row.url << target.status();
    EXPECT_EQ(target->endpoint, row.endpoint) << row.url;
  }
}

// The profile is the caller's choice: it may not make one path pass for another.
TEST(RequestTargetTest, ReadsThePathThatIsSignedWhateverTheProfile) {
  // S3 decodes what "default" signs once.
  EXPECT_EQ(Accesses({.url = "https://s3.amazonaws.com/team-data/a%20b", .profile = "default"}),
            "s3:GetObject team-data/a%20b");
  EXPECT_EQ(Accesses({.url = "https://s3.amazonaws.com/team-data/x/../a", .profile = "default"}),
            "s3:GetObject team-data/a");
  EXPECT_EQ(Accesses({.url = "https://lambda.us-west-2.amazonaws.com/a%252e",
                      .service = "lambda",
                      .profile = "s3"}),
            "AMBIGUOUS_TARGET url");
}

TEST(RequestTargetTest, WritesOverWhatTheTargetHeld) {
  RequestTarget target;
  target.endpoint = "old";
  target.accesses.resize(3);
  target.accesses[0].is_prefix = true;
  target.accesses[0].is_resource_known = false;
  target.accesses[0].has_dot_segments = true;
  target.is_bearer_token = true;
  target.bearer_audience = "old";
  TargetInput input;
  input.service = "s3";
  input.profile = *FindTargetProfile("", "s3");
  input.request = {
      .method = "GET", .url = *ParseUrl("https://b.s3.amazonaws.com/k"), .headers = {}};
  ASSERT_TRUE(ResolveTarget(input, EndpointTable(), &target).ok());
  EXPECT_EQ(target.endpoint, "b.s3.amazonaws.com");
  EXPECT_EQ(Text(target.accesses), "s3:GetObject b/k");
  EXPECT_FALSE(target.is_bearer_token);
  EXPECT_EQ(target.bearer_audience, "");
}

}  // namespace
}  // namespace signet
