// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_POLICY_S3_ADDRESS_H_
#define SIGNET_SERVER_POLICY_S3_ADDRESS_H_

#include <string>

#include "absl/strings/string_view.h"
#include "server/policy/endpoint_table.h"

namespace signet {

enum class S3HostKind {
  // None of AWS's.
  kUnknown,
  // The bucket is the first segment of the path.
  kPathStyle,
  // The bucket is in the host.
  kVirtualHost,
  // An access point is in the host.
  kAccessPoint,
  // Another API than that of objects: control, Outposts, Object Lambda.
  kOtherApi,
};

// An AWS host of S3, taken apart; views into it.
struct S3Host {
  S3HostKind kind = S3HostKind::kUnknown;
  // kVirtualHost: the bucket. kAccessPoint: "NAME-ACCOUNT", or the alias of a
  // multi-region access point.
  absl::string_view name = {};
  // kAccessPoint: its region, empty for a multi-region one.
  absl::string_view region = {};
  // kAccessPoint: "aws", "aws-cn" ...
  absl::string_view partition = {};
};

// `host` is RequestTarget::endpoint; a port is left out of account.
// Sources: the endpoint rules of S3 that botocore 1.43 ships, and for the forms
// that they no longer make "Amazon S3 endpoints and quotas" and "AWS PrivateLink
// for Amazon S3".
S3Host FindAwsS3Host(absl::string_view host);

// Letters, digits, '.', '-' and '_', at most 255, none of the labels empty. AWS
// takes less for new buckets.
bool IsBucketName(absl::string_view name);

// An alias that stands where a bucket does ("NAME-...-s3alias"), or the ARN of
// an access point.
bool IsAccessPoint(absl::string_view name);

// Where in S3 a host and a path lead.
struct S3Address {
  // Empty: the service itself.
  absl::string_view bucket;
  absl::string_view key;
  // False: what they lead to is not known. Bucket and key are then what they
  // look like, for the audit.
  bool is_known = false;
  // The host speaks another API of S3, or the path leads to one.
  bool is_other_api = false;
  // A store that the configuration names, whose ways with keys are its own.
  bool is_configured = false;
};

// `path` is decoded. The views are of `host`, `path`, `endpoints` or `scratch`.
S3Address FindS3Address(absl::string_view host, absl::string_view path,
                        const EndpointTable& endpoints, std::string* scratch);

}  // namespace signet

#endif  // SIGNET_SERVER_POLICY_S3_ADDRESS_H_
