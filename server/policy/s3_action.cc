// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/policy/s3_action.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>

#include "absl/strings/match.h"

namespace signet {
namespace {

enum class Kind { kPlain, kListing, kMultiDelete };

// One operation: a method on a sub-resource of a level.
struct S3Operation {
  absl::string_view sub_resource;
  S3Level level;
  absl::string_view method;
  absl::string_view action;
  // With versionId; empty: no such operation.
  absl::string_view action_on_version;
  absl::string_view also;
  Kind kind;
};

// A part is uploaded, an upload completed and copied into by PutObject's
// permission; the configurations without a delete action of their own are
// deleted by that which puts them.
constexpr S3Operation kS3Operations[] = {
    {"", S3Level::kService, "GET", "ListAllMyBuckets", "", "", Kind::kPlain},
    {"", S3Level::kBucket, "GET", "ListBucket", "", "", Kind::kListing},
    {"", S3Level::kBucket, "HEAD", "ListBucket", "", "", Kind::kPlain},
    {"", S3Level::kBucket, "PUT", "CreateBucket", "", "", Kind::kPlain},
    {"", S3Level::kBucket, "DELETE", "DeleteBucket", "", "", Kind::kPlain},
    {"", S3Level::kObject, "GET", "GetObject", "GetObjectVersion", "", Kind::kPlain},
    {"", S3Level::kObject, "HEAD", "GetObject", "GetObjectVersion", "", Kind::kPlain},
    {"", S3Level::kObject, "PUT", "PutObject", "", "", Kind::kPlain},
    {"", S3Level::kObject, "DELETE", "DeleteObject", "DeleteObjectVersion", "", Kind::kPlain},
    {"abac", S3Level::kBucket, "GET", "GetBucketAbac", "", "", Kind::kPlain},
    {"abac", S3Level::kBucket, "PUT", "PutBucketAbac", "", "", Kind::kPlain},
    {"accelerate", S3Level::kBucket, "GET", "GetAccelerateConfiguration", "", "", Kind::kPlain},
    {"accelerate", S3Level::kBucket, "PUT", "PutAccelerateConfiguration", "", "", Kind::kPlain},
    {"acl", S3Level::kBucket, "GET", "GetBucketAcl", "", "", Kind::kPlain},
    {"acl", S3Level::kBucket, "PUT", "PutBucketAcl", "", "", Kind::kPlain},
    {"acl", S3Level::kObject, "GET", "GetObjectAcl", "GetObjectVersionAcl", "", Kind::kPlain},
    {"acl", S3Level::kObject, "PUT", "PutObjectAcl", "PutObjectVersionAcl", "", Kind::kPlain},
    {"analytics", S3Level::kBucket, "GET", "GetAnalyticsConfiguration", "", "", Kind::kPlain},
    {"analytics", S3Level::kBucket, "PUT", "PutAnalyticsConfiguration", "", "", Kind::kPlain},
    {"analytics", S3Level::kBucket, "DELETE", "PutAnalyticsConfiguration", "", "", Kind::kPlain},
    {"attributes", S3Level::kObject, "GET", "GetObjectAttributes", "GetObjectVersionAttributes",
     "GetObject", Kind::kPlain},
    {"cors", S3Level::kBucket, "GET", "GetBucketCORS", "", "", Kind::kPlain},
    {"cors", S3Level::kBucket, "PUT", "PutBucketCORS", "", "", Kind::kPlain},
    {"cors", S3Level::kBucket, "DELETE", "PutBucketCORS", "", "", Kind::kPlain},
    {"delete", S3Level::kBucket, "POST", "DeleteObject", "", "", Kind::kMultiDelete},
    {"encryption", S3Level::kBucket, "GET", "GetEncryptionConfiguration", "", "", Kind::kPlain},
    {"encryption", S3Level::kBucket, "PUT", "PutEncryptionConfiguration", "", "", Kind::kPlain},
    {"encryption", S3Level::kBucket, "DELETE", "PutEncryptionConfiguration", "", "", Kind::kPlain},
    {"encryption", S3Level::kObject, "PUT", "UpdateObjectEncryption", "UpdateObjectEncryption",
     "PutObject", Kind::kPlain},
    {"intelligent-tiering", S3Level::kBucket, "GET", "GetIntelligentTieringConfiguration", "", "",
     Kind::kPlain},
    {"intelligent-tiering", S3Level::kBucket, "PUT", "PutIntelligentTieringConfiguration", "", "",
     Kind::kPlain},
    {"intelligent-tiering", S3Level::kBucket, "DELETE", "PutIntelligentTieringConfiguration", "",
     "", Kind::kPlain},
    {"inventory", S3Level::kBucket, "GET", "GetInventoryConfiguration", "", "", Kind::kPlain},
    {"inventory", S3Level::kBucket, "PUT", "PutInventoryConfiguration", "", "", Kind::kPlain},
    {"inventory", S3Level::kBucket, "DELETE", "PutInventoryConfiguration", "", "", Kind::kPlain},
    {"legal-hold", S3Level::kObject, "GET", "GetObjectLegalHold", "GetObjectLegalHold", "",
     Kind::kPlain},
    {"legal-hold", S3Level::kObject, "PUT", "PutObjectLegalHold", "PutObjectLegalHold", "",
     Kind::kPlain},
    {"lifecycle", S3Level::kBucket, "GET", "GetLifecycleConfiguration", "", "", Kind::kPlain},
    {"lifecycle", S3Level::kBucket, "PUT", "PutLifecycleConfiguration", "", "", Kind::kPlain},
    {"lifecycle", S3Level::kBucket, "DELETE", "PutLifecycleConfiguration", "", "", Kind::kPlain},
    {"location", S3Level::kBucket, "GET", "GetBucketLocation", "", "", Kind::kPlain},
    {"logging", S3Level::kBucket, "GET", "GetBucketLogging", "", "", Kind::kPlain},
    {"logging", S3Level::kBucket, "PUT", "PutBucketLogging", "", "", Kind::kPlain},
    {"metadataConfiguration", S3Level::kBucket, "GET", "GetBucketMetadataTableConfiguration", "",
     "", Kind::kPlain},
    {"metadataConfiguration", S3Level::kBucket, "DELETE", "DeleteBucketMetadataTableConfiguration",
     "", "", Kind::kPlain},
    {"metadataConfiguration", S3Level::kBucket, "POST", "CreateBucketMetadataTableConfiguration",
     "", "", Kind::kPlain},
    {"metadataInventoryTable", S3Level::kBucket, "PUT",
     "UpdateBucketMetadataInventoryTableConfiguration", "", "", Kind::kPlain},
    {"metadataJournalTable", S3Level::kBucket, "PUT",
     "UpdateBucketMetadataJournalTableConfiguration", "", "", Kind::kPlain},
    {"metadataTable", S3Level::kBucket, "GET", "GetBucketMetadataTableConfiguration", "", "",
     Kind::kPlain},
    {"metadataTable", S3Level::kBucket, "DELETE", "DeleteBucketMetadataTableConfiguration", "", "",
     Kind::kPlain},
    {"metadataTable", S3Level::kBucket, "POST", "CreateBucketMetadataTableConfiguration", "", "",
     Kind::kPlain},
    {"metrics", S3Level::kBucket, "GET", "GetMetricsConfiguration", "", "", Kind::kPlain},
    {"metrics", S3Level::kBucket, "PUT", "PutMetricsConfiguration", "", "", Kind::kPlain},
    {"metrics", S3Level::kBucket, "DELETE", "PutMetricsConfiguration", "", "", Kind::kPlain},
    {"notification", S3Level::kBucket, "GET", "GetBucketNotification", "", "", Kind::kPlain},
    {"notification", S3Level::kBucket, "PUT", "PutBucketNotification", "", "", Kind::kPlain},
    {"object-lock", S3Level::kBucket, "GET", "GetBucketObjectLockConfiguration", "", "",
     Kind::kPlain},
    {"object-lock", S3Level::kBucket, "PUT", "PutBucketObjectLockConfiguration", "", "",
     Kind::kPlain},
    {"ownershipControls", S3Level::kBucket, "GET", "GetBucketOwnershipControls", "", "",
     Kind::kPlain},
    {"ownershipControls", S3Level::kBucket, "PUT", "PutBucketOwnershipControls", "", "",
     Kind::kPlain},
    {"ownershipControls", S3Level::kBucket, "DELETE", "PutBucketOwnershipControls", "", "",
     Kind::kPlain},
    {"policy", S3Level::kBucket, "GET", "GetBucketPolicy", "", "", Kind::kPlain},
    {"policy", S3Level::kBucket, "PUT", "PutBucketPolicy", "", "", Kind::kPlain},
    {"policy", S3Level::kBucket, "DELETE", "DeleteBucketPolicy", "", "", Kind::kPlain},
    {"policyStatus", S3Level::kBucket, "GET", "GetBucketPolicyStatus", "", "", Kind::kPlain},
    {"publicAccessBlock", S3Level::kBucket, "GET", "GetBucketPublicAccessBlock", "", "",
     Kind::kPlain},
    {"publicAccessBlock", S3Level::kBucket, "PUT", "PutBucketPublicAccessBlock", "", "",
     Kind::kPlain},
    {"publicAccessBlock", S3Level::kBucket, "DELETE", "PutBucketPublicAccessBlock", "", "",
     Kind::kPlain},
    {"replication", S3Level::kBucket, "GET", "GetReplicationConfiguration", "", "", Kind::kPlain},
    {"replication", S3Level::kBucket, "PUT", "PutReplicationConfiguration", "", "", Kind::kPlain},
    {"replication", S3Level::kBucket, "DELETE", "PutReplicationConfiguration", "", "",
     Kind::kPlain},
    {"requestPayment", S3Level::kBucket, "GET", "GetBucketRequestPayment", "", "", Kind::kPlain},
    {"requestPayment", S3Level::kBucket, "PUT", "PutBucketRequestPayment", "", "", Kind::kPlain},
    {"restore", S3Level::kObject, "POST", "RestoreObject", "RestoreObject", "", Kind::kPlain},
    {"retention", S3Level::kObject, "GET", "GetObjectRetention", "GetObjectRetention", "",
     Kind::kPlain},
    {"retention", S3Level::kObject, "PUT", "PutObjectRetention", "PutObjectRetention", "",
     Kind::kPlain},
    {"select", S3Level::kObject, "POST", "GetObject", "", "", Kind::kPlain},
    {"session", S3Level::kBucket, "GET", "CreateSession", "", "", Kind::kPlain},
    {"tagging", S3Level::kBucket, "GET", "GetBucketTagging", "", "", Kind::kPlain},
    {"tagging", S3Level::kBucket, "PUT", "PutBucketTagging", "", "", Kind::kPlain},
    {"tagging", S3Level::kBucket, "DELETE", "PutBucketTagging", "", "", Kind::kPlain},
    {"tagging", S3Level::kObject, "GET", "GetObjectTagging", "GetObjectVersionTagging", "",
     Kind::kPlain},
    {"tagging", S3Level::kObject, "PUT", "PutObjectTagging", "PutObjectVersionTagging", "",
     Kind::kPlain},
    {"tagging", S3Level::kObject, "DELETE", "DeleteObjectTagging", "DeleteObjectVersionTagging", "",
     Kind::kPlain},
    {"torrent", S3Level::kObject, "GET", "GetObjectTorrent", "GetObjectVersionTorrent", "",
     Kind::kPlain},
    {"uploadId", S3Level::kObject, "GET", "ListMultipartUploadParts", "", "", Kind::kPlain},
    {"uploadId", S3Level::kObject, "PUT", "PutObject", "", "", Kind::kPlain},
    {"uploadId", S3Level::kObject, "POST", "PutObject", "", "", Kind::kPlain},
    {"uploadId", S3Level::kObject, "DELETE", "AbortMultipartUpload", "", "", Kind::kPlain},
    {"uploads", S3Level::kBucket, "GET", "ListBucketMultipartUploads", "", "", Kind::kListing},
    {"uploads", S3Level::kObject, "POST", "PutObject", "", "", Kind::kPlain},
    {"versioning", S3Level::kBucket, "GET", "GetBucketVersioning", "", "", Kind::kPlain},
    {"versioning", S3Level::kBucket, "PUT", "PutBucketVersioning", "", "", Kind::kPlain},
    {"versions", S3Level::kBucket, "GET", "ListBucketVersions", "", "", Kind::kListing},
    {"website", S3Level::kBucket, "GET", "GetBucketWebsite", "", "", Kind::kPlain},
    {"website", S3Level::kBucket, "PUT", "PutBucketWebsite", "", "", Kind::kPlain},
    {"website", S3Level::kBucket, "DELETE", "DeleteBucketWebsite", "", "", Kind::kPlain},
};

// Parameters that choose the operation.
constexpr absl::string_view kSubResources[] = {"abac",
                                               "accelerate",
                                               "acl",
                                               "analytics",
                                               "attributes",
                                               "cors",
                                               "delete",
                                               "encryption",
                                               "intelligent-tiering",
                                               "inventory",
                                               "legal-hold",
                                               "lifecycle",
                                               "location",
                                               "logging",
                                               "metadataConfiguration",
                                               "metadataInventoryTable",
                                               "metadataJournalTable",
                                               "metadataTable",
                                               "metrics",
                                               "notification",
                                               "object-lock",
                                               "ownershipControls",
                                               "policy",
                                               "policyStatus",
                                               "publicAccessBlock",
                                               "replication",
                                               "requestPayment",
                                               "restore",
                                               "retention",
                                               "select",
                                               "session",
                                               "tagging",
                                               "torrent",
                                               "uploadId",
                                               "uploads",
                                               "versioning",
                                               "versions",
                                               "website"};
static_assert(std::is_sorted(std::begin(kSubResources), std::end(kSubResources)));

// Parameters that change no more than the form of the answer, or what part of it
// comes.
constexpr absl::string_view kHarmless[] = {"bucket-region",
                                           "continuation-token",
                                           "delimiter",
                                           "encoding-type",
                                           "fetch-owner",
                                           "id",
                                           "key-marker",
                                           "list-type",
                                           "marker",
                                           "max-buckets",
                                           "max-directory-buckets",
                                           "max-keys",
                                           "max-parts",
                                           "max-uploads",
                                           "part-number-marker",
                                           "prefix",
                                           "response-cache-control",
                                           "response-content-disposition",
                                           "response-content-encoding",
                                           "response-content-language",
                                           "response-content-type",
                                           "response-expires",
                                           "select-type",
                                           "start-after",
                                           "upload-id-marker",
                                           "version-id-marker",
                                           "x-id"};
static_assert(std::is_sorted(std::begin(kHarmless), std::end(kHarmless)));
static_assert(std::size(kSubResources) + std::size(kHarmless) + 2 <= 128);

// The place of `name` in a sorted list, its size where it is not in it.
template <size_t kSize>
size_t PlaceIn(const absl::string_view (&names)[kSize], absl::string_view name) {
  const auto* const place = std::lower_bound(std::begin(names), std::end(names), name);
  return place != std::end(names) && *place == name ? static_cast<size_t>(place - std::begin(names))
                                                    : kSize;
}

// Which names have come.
class Seen {
 public:
  // False for the second time.
  bool Add(size_t bit) {
    uint64_t& word = words_[bit / 64];
    const uint64_t mask = uint64_t{1} << (bit % 64);
    const bool is_new = (word & mask) == 0;
    word |= mask;
    return is_new;
  }

 private:
  uint64_t words_[2] = {0, 0};
};

// What the query says.
struct Parameters {
  bool is_known = true;
  absl::string_view sub_resource;
  bool has_version = false;
  bool has_part_number = false;
  absl::string_view prefix;
};

Parameters ReadParameters(absl::Span<const QueryParameterView> query) {
  constexpr size_t kVersionId = 0;
  constexpr size_t kPartNumber = 1;
  constexpr size_t kFirstHarmless = 2;
  constexpr size_t kFirstSubResource = kFirstHarmless + std::size(kHarmless);
  Parameters parameters;
  Seen seen;
  for (const QueryParameterView& parameter : query) {
    const absl::string_view name = parameter.name;
    size_t bit = 0;
    if (name == "versionId") {
      parameters.has_version = true;
      // Whether an empty one names a version is not said.
      parameters.is_known = parameters.is_known && !parameter.value.empty();
      bit = kVersionId;
    } else if (name == "partNumber") {
      parameters.has_part_number = true;
      bit = kPartNumber;
    } else if (const size_t place = PlaceIn(kHarmless, name); place != std::size(kHarmless)) {
      bit = kFirstHarmless + place;
      if (name == "prefix") {
        parameters.prefix = parameter.value;
      }
    } else if (const size_t sub = PlaceIn(kSubResources, name); sub != std::size(kSubResources)) {
      parameters.is_known = parameters.is_known && parameters.sub_resource.empty();
      parameters.sub_resource = kSubResources[sub];
      bit = kFirstSubResource + sub;
    } else {
      parameters.is_known = parameters.is_known && absl::StartsWithIgnoreCase(name, "x-amz-");
      continue;
    }
    parameters.is_known = parameters.is_known && seen.Add(bit);
  }
  return parameters;
}

// A part number goes with the upload of a part, or says which part is read.
bool FitsPartNumber(const Parameters& parameters, absl::string_view method) {
  const bool is_upload = parameters.sub_resource == "uploadId" && method == "PUT";
  const bool is_read = parameters.sub_resource.empty() && (method == "GET" || method == "HEAD");
  return parameters.has_part_number ? is_upload || is_read : !is_upload;
}

}  // namespace

S3Action FindS3Action(absl::string_view method, S3Level level,
                      absl::Span<const QueryParameterView> query) {
  const Parameters parameters = ReadParameters(query);
  if (!parameters.is_known || !FitsPartNumber(parameters, method)) {
    return {};
  }
  for (const S3Operation& operation : kS3Operations) {
    if (operation.level != level || operation.method != method ||
        operation.sub_resource != parameters.sub_resource) {
      continue;
    }
    S3Action action;
    action.name = parameters.has_version ? operation.action_on_version : operation.action;
    action.also = action.name.empty() ? absl::string_view() : operation.also;
    action.is_listing = operation.kind == Kind::kListing && !action.name.empty();
    action.prefix = action.is_listing ? parameters.prefix : absl::string_view();
    action.is_multi_delete = operation.kind == Kind::kMultiDelete && !action.name.empty();
    return action;
  }
  return {};
}

}  // namespace signet
