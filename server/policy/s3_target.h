// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_POLICY_S3_TARGET_H_
#define SIGNET_SERVER_POLICY_S3_TARGET_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "server/policy/request_target.h"
#include "server/sigv4/canonical_request.h"
#include "server/sigv4/post_policy.h"

namespace signet {

// True for signing names whose API is that of S3's objects. Actions begin with
// the signing name, as IAM's do ("s3express:CreateSession",
// "s3-object-lambda:GetObject").
bool SpeaksS3(absl::string_view service);

// ResolveTarget() for such a service, or for a configured endpoint, after
// target->endpoint is set. `path` and `query` are decoded. At a configured
// endpoint actions begin with "s3" whatever the signing name, which such stores
// need not mind.
//
// Besides the operation itself the headers count, and parameters that stand for
// headers: x-amz-copy-source is GetObject (GetObjectVersion) of the source;
// x-amz-acl and x-amz-grant-* are PutObjectAcl (PutBucketAcl), x-amz-tagging
// PutObjectTagging, x-amz-object-lock-mode and -retain-until-date
// PutObjectRetention, x-amz-object-lock-legal-hold PutObjectLegalHold,
// x-amz-bypass-governance-retention BypassGovernanceRetention,
// x-amz-bucket-object-lock-enabled PutBucketObjectLockConfiguration and
// PutBucketVersioning, x-amz-object-ownership PutBucketOwnershipControls. With
// headers of other makers' that change what is done (x-minio-*, x-rgw-*,
// x-goog-*, snowball extraction) the action is unknown.
// Source: "Permissions" of each operation in the S3 API Reference.
absl::Status ResolveS3Target(const TargetInput& input, const EndpointTable& endpoints,
                             absl::string_view path, absl::Span<const QueryParameterView> query,
                             TextArena* arena, RequestTarget* target);

// What a browser-upload policy lets its holder do: PutObject on the key, or on
// all keys with its start, and what its other fields set besides. The endpoint is
// empty: the form may be sent to any of the bucket's. `conditions` are such as
// PreparePostPolicy() accepts. Writes over `target`.
void ResolvePostPolicy(absl::string_view bucket, absl::Span<const PostCondition> conditions,
                       const EndpointTable& endpoints, RequestTarget* target);

}  // namespace signet

#endif  // SIGNET_SERVER_POLICY_S3_TARGET_H_
