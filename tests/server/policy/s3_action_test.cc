// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/policy/s3_action.h"

#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "tests/server/policy/target_case.h"

namespace signet {
namespace {

struct OperationRow {
  absl::string_view name;
  absl::string_view method;
  absl::string_view path;
  absl::string_view action;
};

// Every operation of the service model of botocore 1.43 with every parameter that
// it can have, and the action of the first permission that its page in the S3 API
// Reference asks for. Without WriteGetObjectResponse and RenameObject, whose
// actions are left unknown.
constexpr OperationRow kOperationRows[] = {
    {"AbortMultipartUpload", "DELETE", "/bucket/key?uploadId=2", "AbortMultipartUpload"},
    {"CompleteMultipartUpload", "POST", "/bucket/key?uploadId=2", "PutObject"},
    {"CopyObject", "PUT", "/bucket/key", "PutObject"},
    {"CreateBucket", "PUT", "/bucket", "CreateBucket"},
    {"CreateBucketMetadataConfiguration", "POST", "/bucket?metadataConfiguration",
     "CreateBucketMetadataTableConfiguration"},
    {"CreateBucketMetadataTableConfiguration", "POST", "/bucket?metadataTable",
     "CreateBucketMetadataTableConfiguration"},
    {"CreateMultipartUpload", "POST", "/bucket/key?uploads", "PutObject"},
    {"CreateSession", "GET", "/bucket?session", "CreateSession"},
    {"DeleteBucket", "DELETE", "/bucket", "DeleteBucket"},
    {"DeleteBucketAnalyticsConfiguration", "DELETE", "/bucket?analytics&id=2",
     "PutAnalyticsConfiguration"},
    {"DeleteBucketCors", "DELETE", "/bucket?cors", "PutBucketCORS"},
    {"DeleteBucketEncryption", "DELETE", "/bucket?encryption", "PutEncryptionConfiguration"},
    {"DeleteBucketIntelligentTieringConfiguration", "DELETE", "/bucket?intelligent-tiering&id=2",
     "PutIntelligentTieringConfiguration"},
    {"DeleteBucketInventoryConfiguration", "DELETE", "/bucket?inventory&id=2",
     "PutInventoryConfiguration"},
    {"DeleteBucketLifecycle", "DELETE", "/bucket?lifecycle", "PutLifecycleConfiguration"},
    {"DeleteBucketMetadataConfiguration", "DELETE", "/bucket?metadataConfiguration",
     "DeleteBucketMetadataTableConfiguration"},
    {"DeleteBucketMetadataTableConfiguration", "DELETE", "/bucket?metadataTable",
     "DeleteBucketMetadataTableConfiguration"},
    {"DeleteBucketMetricsConfiguration", "DELETE", "/bucket?metrics&id=2",
     "PutMetricsConfiguration"},
    {"DeleteBucketOwnershipControls", "DELETE", "/bucket?ownershipControls",
     "PutBucketOwnershipControls"},
    {"DeleteBucketPolicy", "DELETE", "/bucket?policy", "DeleteBucketPolicy"},
    {"DeleteBucketReplication", "DELETE", "/bucket?replication", "PutReplicationConfiguration"},
    {"DeleteBucketTagging", "DELETE", "/bucket?tagging", "PutBucketTagging"},
    {"DeleteBucketWebsite", "DELETE", "/bucket?website", "DeleteBucketWebsite"},
    {"DeleteObject", "DELETE", "/bucket/key", "DeleteObject"},
    {"DeleteObject", "DELETE", "/bucket/key?versionId=v1", "DeleteObjectVersion"},
    {"DeleteObjectTagging", "DELETE", "/bucket/key?tagging", "DeleteObjectTagging"},
    {"DeleteObjectTagging", "DELETE", "/bucket/key?tagging&versionId=v1",
     "DeleteObjectVersionTagging"},
    {"DeleteObjects", "POST", "/bucket?delete", "DeleteObject"},
    {"DeletePublicAccessBlock", "DELETE", "/bucket?publicAccessBlock",
     "PutBucketPublicAccessBlock"},
    {"GetBucketAbac", "GET", "/bucket?abac", "GetBucketAbac"},
    {"GetBucketAccelerateConfiguration", "GET", "/bucket?accelerate", "GetAccelerateConfiguration"},
    {"GetBucketAcl", "GET", "/bucket?acl", "GetBucketAcl"},
    {"GetBucketAnalyticsConfiguration", "GET", "/bucket?analytics&id=2",
     "GetAnalyticsConfiguration"},
    {"GetBucketCors", "GET", "/bucket?cors", "GetBucketCORS"},
    {"GetBucketEncryption", "GET", "/bucket?encryption", "GetEncryptionConfiguration"},
    {"GetBucketIntelligentTieringConfiguration", "GET", "/bucket?intelligent-tiering&id=2",
     "GetIntelligentTieringConfiguration"},
    {"GetBucketInventoryConfiguration", "GET", "/bucket?inventory&id=2",
     "GetInventoryConfiguration"},
    {"GetBucketLifecycle", "GET", "/bucket?lifecycle", "GetLifecycleConfiguration"},
    {"GetBucketLifecycleConfiguration", "GET", "/bucket?lifecycle", "GetLifecycleConfiguration"},
    {"GetBucketLocation", "GET", "/bucket?location", "GetBucketLocation"},
    {"GetBucketLogging", "GET", "/bucket?logging", "GetBucketLogging"},
    {"GetBucketMetadataConfiguration", "GET", "/bucket?metadataConfiguration",
     "GetBucketMetadataTableConfiguration"},
    {"GetBucketMetadataTableConfiguration", "GET", "/bucket?metadataTable",
     "GetBucketMetadataTableConfiguration"},
    {"GetBucketMetricsConfiguration", "GET", "/bucket?metrics&id=2", "GetMetricsConfiguration"},
    {"GetBucketNotification", "GET", "/bucket?notification", "GetBucketNotification"},
    {"GetBucketNotificationConfiguration", "GET", "/bucket?notification", "GetBucketNotification"},
    {"GetBucketOwnershipControls", "GET", "/bucket?ownershipControls",
     "GetBucketOwnershipControls"},
    {"GetBucketPolicy", "GET", "/bucket?policy", "GetBucketPolicy"},
    {"GetBucketPolicyStatus", "GET", "/bucket?policyStatus", "GetBucketPolicyStatus"},
    {"GetBucketReplication", "GET", "/bucket?replication", "GetReplicationConfiguration"},
    {"GetBucketRequestPayment", "GET", "/bucket?requestPayment", "GetBucketRequestPayment"},
    {"GetBucketTagging", "GET", "/bucket?tagging", "GetBucketTagging"},
    {"GetBucketVersioning", "GET", "/bucket?versioning", "GetBucketVersioning"},
    {"GetBucketWebsite", "GET", "/bucket?website", "GetBucketWebsite"},
    {"GetObject", "GET",
     "/bucket/"
     "key?response-cache-control=2&response-content-disposition=2&response-content-encoding=2&"
     "response-content-language=2&response-content-type=2&response-expires=2&partNumber=2",
     "GetObject"},
    {"GetObject", "GET",
     "/bucket/"
     "key?response-cache-control=2&response-content-disposition=2&response-content-encoding=2&"
     "response-content-language=2&response-content-type=2&response-expires=2&partNumber=2&"
     "versionId=v1",
     "GetObjectVersion"},
    {"GetObjectAcl", "GET", "/bucket/key?acl", "GetObjectAcl"},
    {"GetObjectAcl", "GET", "/bucket/key?acl&versionId=v1", "GetObjectVersionAcl"},
    {"GetObjectAttributes", "GET", "/bucket/key?attributes", "GetObjectAttributes"},
    {"GetObjectAttributes", "GET", "/bucket/key?attributes&versionId=v1",
     "GetObjectVersionAttributes"},
    {"GetObjectLegalHold", "GET", "/bucket/key?legal-hold", "GetObjectLegalHold"},
    {"GetObjectLegalHold", "GET", "/bucket/key?legal-hold&versionId=v1", "GetObjectLegalHold"},
    {"GetObjectLockConfiguration", "GET", "/bucket?object-lock",
     "GetBucketObjectLockConfiguration"},
    {"GetObjectRetention", "GET", "/bucket/key?retention", "GetObjectRetention"},
    {"GetObjectRetention", "GET", "/bucket/key?retention&versionId=v1", "GetObjectRetention"},
    {"GetObjectTagging", "GET", "/bucket/key?tagging", "GetObjectTagging"},
    {"GetObjectTagging", "GET", "/bucket/key?tagging&versionId=v1", "GetObjectVersionTagging"},
    {"GetObjectTorrent", "GET", "/bucket/key?torrent", "GetObjectTorrent"},
    {"GetPublicAccessBlock", "GET", "/bucket?publicAccessBlock", "GetBucketPublicAccessBlock"},
    {"HeadBucket", "HEAD", "/bucket", "ListBucket"},
    {"HeadObject", "HEAD",
     "/bucket/"
     "key?response-cache-control=2&response-content-disposition=2&response-content-encoding=2&"
     "response-content-language=2&response-content-type=2&response-expires=2&partNumber=2",
     "GetObject"},
    {"HeadObject", "HEAD",
     "/bucket/"
     "key?response-cache-control=2&response-content-disposition=2&response-content-encoding=2&"
     "response-content-language=2&response-content-type=2&response-expires=2&partNumber=2&"
     "versionId=v1",
     "GetObjectVersion"},
    {"ListBucketAnalyticsConfigurations", "GET", "/bucket?analytics&continuation-token=2",
     "GetAnalyticsConfiguration"},
    {"ListBucketIntelligentTieringConfigurations", "GET",
     "/bucket?intelligent-tiering&continuation-token=2", "GetIntelligentTieringConfiguration"},
    {"ListBucketInventoryConfigurations", "GET", "/bucket?inventory&continuation-token=2",
     "GetInventoryConfiguration"},
    {"ListBucketMetricsConfigurations", "GET", "/bucket?metrics&continuation-token=2",
     "GetMetricsConfiguration"},
    {"ListBuckets", "GET", "/?max-buckets=2&continuation-token=2&prefix=2&bucket-region=2",
     "ListAllMyBuckets"},
    {"ListDirectoryBuckets", "GET", "/?continuation-token=2&max-directory-buckets=2",
     "ListAllMyBuckets"},
    {"ListMultipartUploads", "GET",
     "/bucket?uploads&delimiter=2&encoding-type=2&key-marker=2&max-uploads=2&prefix=2&upload-id-"
     "marker=2",
     "ListBucketMultipartUploads"},
    {"ListObjectVersions", "GET",
     "/bucket?versions&delimiter=2&encoding-type=2&key-marker=2&max-keys=2&prefix=2&version-id-"
     "marker=2",
     "ListBucketVersions"},
    {"ListObjects", "GET", "/bucket?delimiter=2&encoding-type=2&marker=2&max-keys=2&prefix=2",
     "ListBucket"},
    {"ListObjectsV2", "GET",
     "/bucket?list-type=2&delimiter=2&encoding-type=2&max-keys=2&prefix=2&continuation-token=2&"
     "fetch-owner=2&start-after=2",
     "ListBucket"},
    {"ListParts", "GET", "/bucket/key?max-parts=2&part-number-marker=2&uploadId=2",
     "ListMultipartUploadParts"},
    {"PutBucketAbac", "PUT", "/bucket?abac", "PutBucketAbac"},
    {"PutBucketAccelerateConfiguration", "PUT", "/bucket?accelerate", "PutAccelerateConfiguration"},
    {"PutBucketAcl", "PUT", "/bucket?acl", "PutBucketAcl"},
    {"PutBucketAnalyticsConfiguration", "PUT", "/bucket?analytics&id=2",
     "PutAnalyticsConfiguration"},
    {"PutBucketCors", "PUT", "/bucket?cors", "PutBucketCORS"},
    {"PutBucketEncryption", "PUT", "/bucket?encryption", "PutEncryptionConfiguration"},
    {"PutBucketIntelligentTieringConfiguration", "PUT", "/bucket?intelligent-tiering&id=2",
     "PutIntelligentTieringConfiguration"},
    {"PutBucketInventoryConfiguration", "PUT", "/bucket?inventory&id=2",
     "PutInventoryConfiguration"},
    {"PutBucketLifecycle", "PUT", "/bucket?lifecycle", "PutLifecycleConfiguration"},
    {"PutBucketLifecycleConfiguration", "PUT", "/bucket?lifecycle", "PutLifecycleConfiguration"},
    {"PutBucketLogging", "PUT", "/bucket?logging", "PutBucketLogging"},
    {"PutBucketMetricsConfiguration", "PUT", "/bucket?metrics&id=2", "PutMetricsConfiguration"},
    {"PutBucketNotification", "PUT", "/bucket?notification", "PutBucketNotification"},
    {"PutBucketNotificationConfiguration", "PUT", "/bucket?notification", "PutBucketNotification"},
    {"PutBucketOwnershipControls", "PUT", "/bucket?ownershipControls",
     "PutBucketOwnershipControls"},
    {"PutBucketPolicy", "PUT", "/bucket?policy", "PutBucketPolicy"},
    {"PutBucketReplication", "PUT", "/bucket?replication", "PutReplicationConfiguration"},
    {"PutBucketRequestPayment", "PUT", "/bucket?requestPayment", "PutBucketRequestPayment"},
    {"PutBucketTagging", "PUT", "/bucket?tagging", "PutBucketTagging"},
    {"PutBucketVersioning", "PUT", "/bucket?versioning", "PutBucketVersioning"},
    {"PutBucketWebsite", "PUT", "/bucket?website", "PutBucketWebsite"},
    {"PutObject", "PUT", "/bucket/key", "PutObject"},
    {"PutObjectAcl", "PUT", "/bucket/key?acl", "PutObjectAcl"},
    {"PutObjectAcl", "PUT", "/bucket/key?acl&versionId=v1", "PutObjectVersionAcl"},
    {"PutObjectLegalHold", "PUT", "/bucket/key?legal-hold", "PutObjectLegalHold"},
    {"PutObjectLegalHold", "PUT", "/bucket/key?legal-hold&versionId=v1", "PutObjectLegalHold"},
    {"PutObjectLockConfiguration", "PUT", "/bucket?object-lock",
     "PutBucketObjectLockConfiguration"},
    {"PutObjectRetention", "PUT", "/bucket/key?retention", "PutObjectRetention"},
    {"PutObjectRetention", "PUT", "/bucket/key?retention&versionId=v1", "PutObjectRetention"},
    {"PutObjectTagging", "PUT", "/bucket/key?tagging", "PutObjectTagging"},
    {"PutObjectTagging", "PUT", "/bucket/key?tagging&versionId=v1", "PutObjectVersionTagging"},
    {"PutPublicAccessBlock", "PUT", "/bucket?publicAccessBlock", "PutBucketPublicAccessBlock"},
    {"RestoreObject", "POST", "/bucket/key?restore", "RestoreObject"},
    {"RestoreObject", "POST", "/bucket/key?restore&versionId=v1", "RestoreObject"},
    {"SelectObjectContent", "POST", "/bucket/key?select&select-type=2", "GetObject"},
    {"UpdateBucketMetadataInventoryTableConfiguration", "PUT", "/bucket?metadataInventoryTable",
     "UpdateBucketMetadataInventoryTableConfiguration"},
    {"UpdateBucketMetadataJournalTableConfiguration", "PUT", "/bucket?metadataJournalTable",
     "UpdateBucketMetadataJournalTableConfiguration"},
    {"UpdateObjectEncryption", "PUT", "/bucket/key?encryption", "UpdateObjectEncryption"},
    {"UpdateObjectEncryption", "PUT", "/bucket/key?encryption&versionId=v1",
     "UpdateObjectEncryption"},
    {"UploadPart", "PUT", "/bucket/key?partNumber=2&uploadId=2", "PutObject"},
    {"UploadPartCopy", "PUT", "/bucket/key?partNumber=2&uploadId=2", "PutObject"},
};

S3Action ActionOf(absl::string_view method, absl::string_view path) {
  const size_t question = path.find('?');
  const absl::StatusOr<std::vector<QueryParameter>> parsed = ParseQuery(
      question == absl::string_view::npos ? absl::string_view() : path.substr(question + 1));
  EXPECT_TRUE(parsed.ok()) << parsed.status();
  std::vector<QueryParameterView> query;
  for (const QueryParameter& parameter : *parsed) {
    query.push_back({parameter.name, parameter.value});
  }
  path = path.substr(0, question);
  const S3Level level = path == "/"         ? S3Level::kService
                        : path == "/bucket" ? S3Level::kBucket
                                            : S3Level::kObject;
  S3Action action = FindS3Action(method, level, query);
  // A view of what ends here.
  action.prefix = {};
  return action;
}

TEST(S3ActionTest, KnowsEveryOperation) {
  std::set<absl::string_view> names;
  for (const OperationRow& row : kOperationRows) {
    names.insert(row.name);
    EXPECT_EQ(ActionOf(row.method, row.path).name, row.action) << row.name;
  }
  EXPECT_EQ(names.size(), 109u);
}

TEST(S3ActionTest, KnowsNoOperationByAMethodThatItDoesNotHave) {
  std::set<std::string> known;
  for (const OperationRow& row : kOperationRows) {
    known.insert(absl::StrCat(row.method, " ", row.path));
  }
  // What else S3 does with these paths, under another of the names above.
  for (const absl::string_view other :
       {"GET /bucket/key?versionId=v1", "HEAD /bucket/key", "GET /bucket/key",
        "HEAD /bucket/key?versionId=v1", "PUT /bucket/key", "DELETE /bucket/key",
        "DELETE /bucket/key?versionId=v1"}) {
    known.insert(std::string(other));
  }
  size_t unknown = 0;
  for (const OperationRow& row : kOperationRows) {
    // Parameters that only listings have say nothing to the others.
    if (row.path.find('=') != absl::string_view::npos || row.path.find('?') == row.path.npos) {
      continue;
    }
    for (const absl::string_view method :
         {"GET", "HEAD", "PUT", "POST", "DELETE", "PATCH", "OPTIONS", "get", "Put", ""}) {
      if (known.count(absl::StrCat(method, " ", row.path)) == 0) {
        EXPECT_EQ(ActionOf(method, row.path).name, "") << method << " " << row.path;
        ++unknown;
      }
    }
  }
  EXPECT_GT(unknown, 300u);
}

TEST(S3ActionTest, DoesNotKnowWhatUnknownParametersDo) {
  for (const absl::string_view query :
       {"ACL", "Acl", "acl%20", "aclx", "append", "position=0", "renameObject", "rgwx-perm-checks",
        "format=json", "replicationReset", "unknown", "unknown=1", "", "%00"}) {
    const absl::StatusOr<std::vector<QueryParameter>> parsed = ParseQuery(query);
    if (!parsed.ok() || query.empty()) {
      continue;
    }
    for (const absl::string_view path : {"/", "/bucket", "/bucket/key"}) {
      for (const absl::string_view method : {"GET", "PUT", "POST", "DELETE"}) {
        EXPECT_EQ(ActionOf(method, absl::StrCat(path, "?", query)).name, "") << path << query;
      }
    }
  }
}

TEST(S3ActionTest, DoesNotKnowWhatContradictoryParametersDo) {
  struct Row {
    absl::string_view method;
    absl::string_view path;
  };
  for (const Row& row : std::vector<Row>{{"GET", "/bucket?acl&policy"},
                                         {"GET", "/bucket?policy&acl"},
                                         {"GET", "/bucket?acl&acl"},
                                         {"GET", "/bucket?acl&acl=x"},
                                         {"GET", "/bucket?uploads&versions"},
                                         {"GET", "/bucket?prefix=a&prefix=b"},
                                         {"GET", "/bucket?list-type=1&list-type=2"},
                                         {"GET", "/bucket?delete"},
                                         {"GET", "/bucket/key?versionId=a&versionId=b"},
                                         {"GET", "/bucket/key?versionId="},
                                         {"GET", "/bucket/key?versionId"},
                                         {"GET", "/bucket/key?partNumber=1&partNumber=2"},
                                         {"PUT", "/bucket/key?partNumber=1"},
                                         {"PUT", "/bucket/key?uploadId=u"},
                                         {"PUT", "/bucket/key?uploadId=u&uploadId=v&partNumber=1"},
                                         {"POST", "/bucket/key?uploadId=u&partNumber=1"},
                                         {"DELETE", "/bucket/key?partNumber=1"},
                                         {"PUT", "/bucket/key?versionId=v"},
                                         {"PUT", "/bucket?versionId=v"},
                                         {"POST", "/bucket?delete&versionId=v"},
                                         {"DELETE", "/bucket/key?uploadId=u&versionId=v"},
                                         {"POST", "/bucket"},
                                         {"POST", "/bucket/key"},
                                         {"POST", "/"},
                                         {"PUT", "/"},
                                         {"DELETE", "/"},
                                         {"PUT", "/bucket/key?policy"}}) {
    EXPECT_EQ(ActionOf(row.method, row.path).name, "") << row.method << " " << row.path;
  }
}

TEST(S3ActionTest, PassesOverParametersThatStandForHeaders) {
  EXPECT_EQ(ActionOf("GET", "/bucket/key?X-Amz-Checksum-Mode=ENABLED").name, "GetObject");
  EXPECT_EQ(ActionOf("PUT", "/bucket/key?x-amz-storage-class=GLACIER").name, "PutObject");
  EXPECT_EQ(ActionOf("PUT", "/bucket/key?xamz-acl=private").name, "");
}

TEST(S3ActionTest, SaysWhatElseAnOperationNeeds) {
  EXPECT_EQ(ActionOf("GET", "/bucket/key?attributes").also, "GetObject");
  EXPECT_EQ(ActionOf("PUT", "/bucket/key?encryption").also, "PutObject");
  EXPECT_EQ(ActionOf("GET", "/bucket/key").also, "");
  EXPECT_EQ(ActionOf("GET", "/bucket/key?attributes&acl").also, "");
}

}  // namespace
}  // namespace signet
