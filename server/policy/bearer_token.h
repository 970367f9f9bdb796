// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_POLICY_BEARER_TOKEN_H_
#define SIGNET_SERVER_POLICY_BEARER_TOKEN_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "server/sigv4/canonical_request.h"
#include "server/sigv4/http_request.h"

namespace signet {

// A request whose signature lets its holder in elsewhere, told by its parameter
// Action.
struct ConnectToken {
  bool is_token = false;
  // As IAM says it: "rds-db:connect", "bedrock:CallWithBearerToken".
  std::string action;
  // "dbuser/NAME", "user/NAME"; empty: none.
  std::string resource;
};

// The token that `service` makes of an `action` with these parameters: rds-db,
// elasticache and memorydb connect a user, kafka-cluster and dsql a client;
// CallWithBearerToken of any service is an API key. Letter case of the action
// does not matter.
//
// InvalidArgument, kAmbiguousTarget, "url": the user comes twice.
// Sources: "IAM database authentication" (RDS), "Authenticating with IAM"
// (ElastiCache, MemoryDB), aws-msk-iam-sasl-signer, "Generate an authentication
// token" (Aurora DSQL), aws-bedrock-token-generator.
absl::Status FindConnectToken(absl::string_view service, absl::string_view action,
                              absl::Span<const QueryParameterView> query, ConnectToken* token);

// Whether another system takes the request for a proof of who its holder is.
// `action` is Access::action, empty where it is not known, which counts.
// sts:GetCallerIdentity (EKS, Vault, Consul, MongoDB), presigned URLs of
// websockets (execute-api, iotdevicegateway), git over CodeCommit, Keyspaces'
// authentication.
bool IsBearerToken(absl::string_view service, absl::string_view action, absl::string_view method,
                   bool is_presigned);

// The value of the one header that pins a token to who may take it:
// x-k8s-aws-id, x-vault-aws-iam-server-id, x-consul-iam-serverid. Empty where
// there is none, more than one, or one that reads as several.
absl::string_view BearerAudience(absl::Span<const HeaderView> headers);

}  // namespace signet

#endif  // SIGNET_SERVER_POLICY_BEARER_TOKEN_H_
