// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_POLICY_SERVICE_PROTOCOL_H_
#define SIGNET_SERVER_POLICY_SERVICE_PROTOCOL_H_

#include "absl/strings/string_view.h"

namespace signet {

// How a service is told what to do. Several APIs may share a signing name.
struct ServiceProtocols {
  // By the header x-amz-target.
  bool has_json = false;
  // By the parameter Action, in the query or in a form.
  bool has_query = false;
  // By a path "/service/NAME/operation/NAME".
  bool has_cbor = false;
  // By method and path.
  bool has_rest = false;
};

// Those of a signing name. Unlisted services have has_rest alone.
// Source: "protocols" in the service models of botocore 1.43; SQS is still told by
// Action too.
ServiceProtocols FindServiceProtocols(absl::string_view service);

// Services whose HTTP is their owner's own, so that neither header nor parameter
// means anything to AWS: API Gateway, function URLs, VPC Lattice, search domains.
bool IsOwnersHttp(absl::string_view service);

// What IAM calls the service in actions, where it is not the signing name:
// "monitoring" is "cloudwatch".
absl::string_view IamPrefix(absl::string_view service);

}  // namespace signet

#endif  // SIGNET_SERVER_POLICY_SERVICE_PROTOCOL_H_
