// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/policy/s3_target.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "tests/server/policy/target_case.h"

namespace signet {
namespace {

TargetCase Put(std::vector<HeaderView> headers) {
  return {.method = "PUT", .url = "https://b.s3.amazonaws.com/k", .headers = std::move(headers)};
}

TargetCase MultiDelete(std::string body) {
  return {.method = "POST", .url = "https://b.s3.amazonaws.com/?delete", .body = std::move(body)};
}

TEST(S3TargetTest, ReadsTheSourceOfACopyToo) {
  struct Row {
    absl::string_view source;
    std::string access;
  };
  for (const Row& row : std::vector<Row>{
           {"src/a", "s3:GetObject src/a"},
           {"/src/a", "s3:GetObject src/a"},
           {"src%2Fa", "s3:GetObject src/a"},
           {"%2Fsrc%2fa", "s3:GetObject src/a"},
           {"src/a%20b", "s3:GetObject src/a b"},
           {"src/a?versionId=v1", "s3:GetObjectVersion src/a"},
           {"/src/a?versionId=null", "s3:GetObjectVersion src/a"},
           {"src/a%3FversionId=v1", "s3:GetObject src/a?versionId=v1"},
           {"src/a%252F", "s3:GetObject src/a%2F"},
           {"src//a", "s3:GetObject src//a"},
           {"src/../a", "s3:GetObject src/../a!"},
           {"//src/a", "s3:GetObject /src/a?"},
           {"http://src/a", "s3:GetObject http://src/a?"},
           {"tenant:src/a", "s3:GetObject tenant:src/a?"},
           {"arn:aws:s3:us-west-2:123456789012:accesspoint/other/object/a/b",
            "s3:GetObject arn:aws:s3:us-west-2:123456789012:accesspoint/other/a/b?"},
           {"other-s3alias/a", "s3:GetObject other-s3alias/a?"},
       }) {
    EXPECT_EQ(Accesses(Put({{"x-amz-copy-source", row.source}})), "s3:PutObject b/k, " + row.access)
        << row.source;
    EXPECT_EQ(Accesses(Put({{"X-Amz-Copy-Source", row.source}})), "s3:PutObject b/k, " + row.access)
        << row.source;
  }
}

TEST(S3TargetTest, ReadsTheSourceOfAPartAndOfAPresignedCopy) {
  EXPECT_EQ(Accesses({.method = "PUT",
                      .url = "https://b.s3.amazonaws.com/k?partNumber=1&uploadId=u",
                      .headers = {{"x-amz-copy-source", "src/a"},
                                  {"x-amz-copy-source-range", "bytes=0-9"}}}),
            "s3:PutObject b/k, s3:GetObject src/a");
  EXPECT_EQ(Accesses({.method = "PUT",
                      .url = "https://b.s3.amazonaws.com/k?x-amz-copy-source=src%252Fa"}),
            "s3:PutObject b/k, s3:GetObject src/a");
  // Whatever the method: a server that minds it is asked for it.
  EXPECT_EQ(Accesses({.url = "https://b.s3.amazonaws.com/k",
                      .headers = {{"x-amz-copy-source", "src/a"}}}),
            "s3:GetObject b/k, s3:GetObject src/a");
}

TEST(S3TargetTest, RefusesSourcesThatReadInTwoWays) {
  for (const absl::string_view source : {"",
                                         "src",
                                         "src/",
                                         "/",
                                         "src/a,other/b",
                                         "src/a b",
                                         "src/a  b",
                                         "src/a\tb",
                                         "src/a+b",
                                         "src/a#b",
                                         "src/a?",
                                         "src/a?versionId",
                                         "src/a?versionId=",
                                         "src/a?versionId=a&x=b",
                                         "src/a?versionId=a?versionId=b",
                                         "src/a?x=y",
                                         "src/a%",
                                         "src/a%2",
                                         "src/a%zz",
                                         "src/a%00b",
                                         "src/%ff",
                                         "src/%c0%af",
                                         "arn:aws:s3:us-west-2:123456789012:accesspoint/x"}) {
    EXPECT_EQ(Accesses(Put({{"content-type", "x"}, {"x-amz-copy-source", source}})),
              "AMBIGUOUS_TARGET headers[1].value")
        << source;
  }
  EXPECT_EQ(Accesses(Put({{"x-amz-copy-source", "a/b"}, {"X-AMZ-COPY-SOURCE", "c/d"}})),
            "AMBIGUOUS_TARGET headers[1].value");
  EXPECT_EQ(Accesses({.method = "PUT",
                      .url = "https://b.s3.amazonaws.com/k?X-Amz-Copy-Source=c%2Fd",
                      .headers = {{"x-amz-copy-source", "a/b"}}}),
            "AMBIGUOUS_TARGET url");
}

TEST(S3TargetTest, FindsTheBucketOfAnAccessPointThatIsTheSource) {
  const absl::StatusOr<EndpointTable> endpoints = EndpointTable::Create(
      {}, {{"arn:aws:s3:us-west-2:123456789012:accesspoint/ap", "src"}, {"ap-1-s3alias", "src"}});
  ASSERT_TRUE(endpoints.ok()) << endpoints.status();
  for (const absl::string_view source :
       {"arn:aws:s3:us-west-2:123456789012:accesspoint/ap/object/a/b",
        "arn%3Aaws%3As3%3Aus-west-2%3A123456789012%3Aaccesspoint%2Fap%2Fobject%2Fa%2Fb",
        "ap-1-s3alias/a/b", "/ap-1-s3alias/a/b"}) {
    EXPECT_EQ(Accesses(Put({{"x-amz-copy-source", source}}), *endpoints),
              "s3:PutObject b/k, s3:GetObject src/a/b")
        << source;
  }
}

TEST(S3TargetTest, AsksForWhatHeadersSetBesides) {
  struct Row {
    std::vector<HeaderView> headers;
    std::string added;
  };
  for (const Row& row : std::vector<Row>{
           {{{"x-amz-acl", "public-read"}}, ", s3:PutObjectAcl b/k"},
           {{{"X-AMZ-ACL", "private"}}, ", s3:PutObjectAcl b/k"},
           {{{"x-amz-grant-read", "id=1"}}, ", s3:PutObjectAcl b/k"},
           {{{"x-amz-grant-full-control", "id=1"}, {"x-amz-grant-write-acp", "id=1"}},
            ", s3:PutObjectAcl b/k"},
           {{{"x-amz-tagging", "a=b"}}, ", s3:PutObjectTagging b/k"},
           {{{"x-amz-object-lock-mode", "GOVERNANCE"},
             {"x-amz-object-lock-retain-until-date", "2030-01-01T00:00:00Z"}},
            ", s3:PutObjectRetention b/k"},
           {{{"x-amz-object-lock-legal-hold", "ON"}}, ", s3:PutObjectLegalHold b/k"},
           {{{"x-amz-bypass-governance-retention", "true"}}, ", s3:BypassGovernanceRetention b/k"},
           {{{"x-amz-acl", "private"}, {"x-amz-tagging", "a=b"}},
            ", s3:PutObjectAcl b/k, s3:PutObjectTagging b/k"},
           // These set nothing of others'.
           {{{"x-amz-website-redirect-location", "/x"}}, ""},
           {{{"x-amz-storage-class", "GLACIER"}}, ""},
           {{{"x-amz-tagging-directive", "REPLACE"}}, ""},
           {{{"x-amz-meta-acl", "x"}}, ""},
           {{{"x-amz-server-side-encryption", "AES256"}, {"content-type", "x"}}, ""},
       }) {
    EXPECT_EQ(Accesses(Put(row.headers)), "s3:PutObject b/k" + row.added)
        << row.headers.front().name;
  }
  EXPECT_EQ(
      Accesses({.method = "PUT", .url = "https://b.s3.amazonaws.com/k?X-Amz-Acl=public-read"}),
      "s3:PutObject b/k, s3:PutObjectAcl b/k");
  EXPECT_EQ(Accesses({.method = "PUT",
                      .url = "https://b.s3.amazonaws.com/k?acl",
                      .headers = {{"x-amz-acl", "public-read"}}}),
            "s3:PutObjectAcl b/k");
  EXPECT_EQ(Accesses({.method = "PUT",
                      .url = "https://s3.amazonaws.com/b",
                      .headers = {{"x-amz-acl", "private"},
                                  {"x-amz-bucket-object-lock-enabled", "true"},
                                  {"x-amz-object-ownership", "ObjectWriter"}}}),
            "s3:CreateBucket b, s3:PutBucketAcl b, s3:PutBucketObjectLockConfiguration b, "
            "s3:PutBucketVersioning b, s3:PutBucketOwnershipControls b");
}

TEST(S3TargetTest, DoesNotKnowWhatHeadersOfOtherMakersDo) {
  for (const absl::string_view name :
       {"x-minio-force-delete", "X-Minio-Extract", "x-rgw-object-acl", "x-goog-copy-source",
        "X-Amz-Meta-Snowball-Auto-Extract", "x-amz-meta-minio-snowball-prefix"}) {
    EXPECT_EQ(Accesses(Put({{name, "true"}})), " b/k") << name;
  }
}

TEST(S3TargetTest, AsksForEachKeyOfAMultiDelete) {
  EXPECT_EQ(Accesses(MultiDelete("<Delete><Object><Key>a/b</Key></Object>"
                                 "<Object><Key>c</Key><VersionId>v</VersionId></Object></Delete>")),
            "s3:DeleteObject b/a/b, s3:DeleteObjectVersion b/c");
  TargetCase bypass = MultiDelete("<Delete><Object><Key>../a</Key></Object></Delete>");
  bypass.headers = {{"x-amz-bypass-governance-retention", "true"}};
  EXPECT_EQ(Accesses(bypass), "s3:DeleteObject b/../a!, s3:BypassGovernanceRetention b/../a!");
  TargetCase unknown_host = MultiDelete("<Delete><Object><Key>a</Key></Object></Delete>");
  unknown_host.url = "https://b.example.com/b?delete";
  EXPECT_EQ(Accesses(unknown_host), "s3:DeleteObject b/a?");
}

TEST(S3TargetTest, RefusesMultiDeletesThatItCannotRead) {
  TargetCase hash_only = MultiDelete("");
  hash_only.body.reset();
  EXPECT_EQ(Accesses(hash_only), "AMBIGUOUS_TARGET body");
  EXPECT_EQ(Accesses(MultiDelete("")), "AMBIGUOUS_TARGET body");
  EXPECT_EQ(Accesses(MultiDelete("<Delete></Delete>")), "AMBIGUOUS_TARGET body");
  TargetCase packed = MultiDelete("<Delete><Object><Key>a</Key></Object></Delete>");
  packed.headers = {{"Content-Encoding", "gzip"}};
  EXPECT_EQ(Accesses(packed), "AMBIGUOUS_TARGET headers[0].name");
}

// What is not known may be done to any key of a bucket.
TEST(S3TargetTest, TakesTheUnknownOfABucketForAnythingInIt) {
  EXPECT_EQ(Accesses({.url = "https://b.s3.amazonaws.com/?unknown"}), " b/*");
  EXPECT_EQ(Accesses({.url = "https://b.s3.amazonaws.com/?prefix=public/&prefix=secret/"}), " b/*");
  TargetCase deletes = MultiDelete("<Delete><Object><Key>secret</Key></Object></Delete>");
  deletes.url += "&unknown=1";
  EXPECT_EQ(Accesses(deletes), " b/*");
  EXPECT_EQ(Accesses({.url = "https://b.s3.amazonaws.com/k?unknown"}), " b/k");
  EXPECT_EQ(Accesses({.url = "https://s3.amazonaws.com/?unknown"}), " ");
}

// RGW takes the service from the credential scope that it is sent.
TEST(S3TargetTest, ReadsConfiguredEndpointsWhateverTheSigningName) {
  const absl::StatusOr<EndpointTable> endpoints =
      EndpointTable::Create({{.host = "rgw", .has_virtual_hosts = true}}, {});
  ASSERT_TRUE(endpoints.ok()) << endpoints.status();
  for (const std::string& service :
       std::vector<std::string>{"s3", "s3express", "lambda", "dynamodb", "sts", "unheard-of"}) {
    for (const std::string& profile : std::vector<std::string>{"", "s3", "rgw"}) {
      EXPECT_EQ(Accesses({.url = "https://rgw/b/secret/k", .service = service, .profile = profile},
                         *endpoints),
                "s3:GetObject b/secret/k")
          << service;
      EXPECT_EQ(Accesses({.method = "DELETE",
                          .url = "https://b.rgw/secret/k",
                          .service = service,
                          .profile = profile},
                         *endpoints),
                "s3:DeleteObject b/secret/k")
          << service;
      EXPECT_EQ(
          Accesses({.url = "https://b.rgw", .service = service, .profile = profile}, *endpoints),
          "s3:ListBucket b/*")
          << service;
    }
  }
  // Their STS is at the bare endpoint.
  EXPECT_EQ(
      Accesses(
          {.method = "POST", .url = "https://rgw/", .service = "sts", .body = "Action=AssumeRole"},
          *endpoints),
      "sts:AssumeRole /");
  EXPECT_EQ(
      Accesses({.method = "POST", .url = "https://rgw/", .body = "Action=AssumeRole"}, *endpoints),
      " ");
}

TEST(S3TargetTest, NamesTheActionsOfTheOtherServicesAsIamDoes) {
  EXPECT_EQ(Accesses({.url = "https://b--usw2-az1--x-s3.s3express-usw2-az1.us-west-2.amazonaws.com/"
                             "?session",
                      .service = "s3express"}),
            "s3express:CreateSession b--usw2-az1--x-s3");
  EXPECT_EQ(Accesses({.url = "https://s3express-control.us-west-2.amazonaws.com/",
                      .service = "s3express"}),
            "s3express:ListAllMyDirectoryBuckets ");
  EXPECT_EQ(Accesses({.method = "DELETE",
                      .url = "https://s3express-control.us-west-2.amazonaws.com/b--usw2-az1--x-s3",
                      .service = "s3express"}),
            "s3express:DeleteBucket b--usw2-az1--x-s3");
  EXPECT_EQ(Accesses({.url = "https://x-123456789012.s3-object-lambda.us-west-2.amazonaws.com/k",
                      .service = "s3-object-lambda"}),
            "s3-object-lambda:ListBucket k/*?");
}

std::string PostAccesses(absl::string_view bucket, std::vector<PostCondition> conditions,
                         const EndpointTable& endpoints = EndpointTable()) {
  RequestTarget target;
  target.endpoint = "old";
  ResolvePostPolicy(bucket, conditions, endpoints, &target);
  EXPECT_EQ(target.endpoint, "");
  return Text(target.accesses);
}

PostCondition Equal(absl::string_view field, absl::string_view value) {
  return {.kind = PostCondition::Kind::kEquals, .field = field, .value = value};
}

PostCondition Start(absl::string_view field, absl::string_view value) {
  return {.kind = PostCondition::Kind::kStartsWith, .field = field, .value = value};
}

TEST(S3TargetTest, TurnsAPostPolicyIntoAnAccess) {
  EXPECT_EQ(PostAccesses("b", {Equal("key", "in/a")}), "s3:PutObject b/in/a");
  EXPECT_EQ(PostAccesses("b", {Start("key", "in/")}), "s3:PutObject b/in/*");
  EXPECT_EQ(PostAccesses("b", {Start("key", "")}), "s3:PutObject b/*");
  // All conditions hold at once.
  EXPECT_EQ(PostAccesses("b", {Start("key", "in/"), Start("key", "in/a/"), Start("key", "i")}),
            "s3:PutObject b/in/a/*");
  EXPECT_EQ(PostAccesses("b", {Start("key", "in/a/"), Equal("key", "in/a/b")}),
            "s3:PutObject b/in/a/b");
  EXPECT_EQ(PostAccesses("b", {Equal("key", "in/a"), Start("key", "in/a/b/c")}),
            "s3:PutObject b/in/a");
  EXPECT_EQ(PostAccesses("b", {Equal("KEY", "in/../a")}), "s3:PutObject b/in/../a!");
  EXPECT_EQ(PostAccesses("b", {Start("key", "in/"), Equal("acl", "public-read"),
                               Start("Tagging", ""), Equal("x-amz-object-lock-mode", "GOVERNANCE"),
                               Equal("x-amz-meta-a", "b"), Start("Content-Type", "image/")}),
            "s3:PutObject b/in/*, s3:PutObjectAcl b/in/*, s3:PutObjectTagging b/in/*, "
            "s3:PutObjectRetention b/in/*");
  EXPECT_EQ(PostAccesses("b", {Start("key", ""), Start("acl", "")}),
            "s3:PutObject b/*, s3:PutObjectAcl b/*");
  EXPECT_EQ(PostAccesses("ap-s3alias", {Equal("key", "a")}), "s3:PutObject ap-s3alias/a?");
  const absl::StatusOr<EndpointTable> endpoints = EndpointTable::Create({}, {{"ap-s3alias", "b"}});
  ASSERT_TRUE(endpoints.ok());
  EXPECT_EQ(PostAccesses("ap-s3alias", {Equal("key", "a")}, *endpoints), "s3:PutObject b/a");
}

// What AWS takes for a key of its own, others may not: they drop empty segments, or take
// a backslash for a slash.
TEST(S3TargetTest, AtAConfiguredStoreKeysThatReadInTwoWaysAreMarked) {
  const auto stores = EndpointTable::Create({{.host = "store.internal:8333"}}, {});
  ASSERT_TRUE(stores.ok());
  struct Row {
    std::string path;
    std::string access;
  };
  for (const Row& row : std::vector<Row>{
           {"data//secret", "s3:GetObject b/data//secret"},
           {"/data/secret", "s3:GetObject b//data/secret"},
           {"data%2F%2Fsecret", "s3:GetObject b/data//secret"},
           {"data%5Csecret", "s3:GetObject b/data\\secret"},
           {"data/%5C../secret", "s3:GetObject b/data/\\../secret"},
           {"?list-type=2&prefix=data//sec", "s3:ListBucket b/data//sec*"},
           {"?list-type=2&prefix=data%5Csec", "s3:ListBucket b/data\\sec*"},
       }) {
    EXPECT_EQ(Accesses({.url = "http://store.internal:8333/b/" + row.path}, *stores),
              row.access + "!");
    EXPECT_EQ(Accesses({.url = "https://b.s3.amazonaws.com/" + row.path}, *stores), row.access);
  }
  for (const Row& row : std::vector<Row>{
           {"data/a.b/", "s3:GetObject b/data/a.b/"},
           {"?list-type=2&prefix=data/", "s3:ListBucket b/data/*"},
       }) {
    EXPECT_EQ(Accesses({.url = "http://store.internal:8333/b/" + row.path}, *stores), row.access);
  }
  TargetCase copy = Put({{"x-amz-copy-source", "src/data//k"}});
  copy.url = "http://store.internal:8333/b/k";
  EXPECT_EQ(Accesses(copy, *stores), "s3:PutObject b/k, s3:GetObject src/data//k!");
}

}  // namespace
}  // namespace signet
