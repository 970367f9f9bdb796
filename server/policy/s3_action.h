// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_POLICY_S3_ACTION_H_
#define SIGNET_SERVER_POLICY_S3_ACTION_H_

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "server/sigv4/canonical_request.h"

namespace signet {

// What a request of S3 is about.
enum class S3Level { kService, kBucket, kObject };

// What S3 does for a method and a query.
struct S3Action {
  // IAM's name without its service: "GetObject", "PutBucketPolicy". Empty: not
  // known.
  absl::string_view name;
  // An action that S3 asks for besides, on the same resource.
  absl::string_view also;
  // It lists the keys that begin with `prefix`.
  bool is_listing = false;
  absl::string_view prefix;
  // It deletes what its body names.
  bool is_multi_delete = false;
};

// The action is unknown where the method or a parameter is: a parameter may
// change what is done, so only those are passed over that are known to change
// nothing but the form of the answer (response-content-type, list-type,
// max-keys, x-id ...) or what part of it comes (partNumber, markers). Parameters
// "x-amz-..." are headers that a presigned URL carries in its query. It is also
// unknown where a parameter comes twice or two sub-resources come together.
//
// Names and methods are compared as S3 does, letter case included.
// Sources: "Actions" in the S3 API Reference, the service model of botocore 1.43
// for methods and parameters; "Actions, resources, and condition keys for Amazon
// S3" in the Service Authorization Reference for names.
S3Action FindS3Action(absl::string_view method, S3Level level,
                      absl::Span<const QueryParameterView> query);

}  // namespace signet

#endif  // SIGNET_SERVER_POLICY_S3_ACTION_H_
