// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SIGV4_TARGET_H_
#define SIGNET_SERVER_SIGV4_TARGET_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace signet {

// How the path becomes the canonical URI.
enum class PathStyle {
  // S3: decoded once and encoded once, nothing normalised.
  kSingleEncoded,
  // All other AWS services: '.', '..' and '//' removed, then each byte of the
  // path as sent is encoded, so "%20" becomes "%2520".
  kDoubleEncodedNormalized,
  // The same without normalisation.
  kDoubleEncoded,
};

// When x-amz-content-sha256 is among the headers (header placement).
enum class PayloadHashHeaderRule {
  // Only when the caller asks or the payload is not a plain hash.
  kWhenAsked,
  // Always sent and signed (S3, OpenSearch Serverless).
  kAlways,
  // Never sent by itself; UNSIGNED-PAYLOAD is signed without it (RGW admin).
  kAbsentMeansUnsigned,
  // Always the literal UNSIGNED-PAYLOAD (VPC Lattice).
  kAlwaysUnsigned,
};

// What a raw '+' in a path means to the target.
enum class PlusInPath { kRefused, kLiteral };

// How one kind of target reads requests. Values live for ever.
struct TargetProfile {
  absl::string_view name;
  PathStyle path_style;
  PayloadHashHeaderRule payload_hash_header;
  PlusInPath plus_in_path;
  // Header names, lower case, left out of the signature beyond the common ones
  // (GCS: accept-encoding).
  absl::Span<const absl::string_view> unsigned_headers;
};

// All profiles, for documentation and tests: "s3", "default",
// "default-unnormalized", "rgw", "rgw-admin", "minio", "r2", "gcs", "b2",
// "execute-api", "vpc-lattice", "opensearch-serverless", ...
absl::Span<const TargetProfile> AllTargetProfiles();

// The profile of that name; for an empty name the one that `service` signs by.
// InvalidArgument, kInvalidProfile, field "profile": no such name; the message
// lists the names.
absl::StatusOr<const TargetProfile*> FindTargetProfile(absl::string_view name,
                                                       absl::string_view service);

// The name a service signs by: its endpoint prefix except where the two differ
// ("bedrock-runtime" signs as "bedrock"). Unknown names stay as they are.
absl::string_view SigningName(absl::string_view service);

// The region a partition-global service signs by ("iam" in "aws-global" signs
// in us-east-1); other pairs keep their region.
absl::string_view SigningRegion(absl::string_view service, absl::string_view region);

// True for services of which some signed requests are bearer tokens in another
// protocol, so that whoever holds their signing key can make such tokens: sts, rds-db,
// elasticache, memorydb, kafka-cluster, dsql, iotdevicegateway, execute-api
// (websockets), bedrock (API keys), codecommit (git), cassandra (Keyspaces).
bool IssuesBearerTokens(absl::string_view service);

}  // namespace signet

#endif  // SIGNET_SERVER_SIGV4_TARGET_H_
