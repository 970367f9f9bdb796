// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/policy/bearer_token.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "server/base/error.h"
#include "server/policy/query_protocol.h"

namespace signet {
namespace {

constexpr absl::string_view kCallWithBearerToken = "CallWithBearerToken";

struct TokenKind {
  absl::string_view service;
  // The value of Action.
  absl::string_view value;
  absl::string_view action;
  // The parameter with the user's name, and what IAM puts before it.
  absl::string_view user;
  absl::string_view resource;
};

constexpr TokenKind kTokens[] = {
    {"rds-db", "connect", "rds-db:connect", "DBUser", "dbuser/"},
    {"elasticache", "connect", "elasticache:Connect", "User", "user/"},
    {"memorydb", "connect", "memorydb:connect", "User", "user/"},
    {"kafka-cluster", "kafka-cluster:Connect", "kafka-cluster:Connect", "", ""},
    {"dsql", "DbConnect", "dsql:DbConnect", "", ""},
    {"dsql", "DbConnectAdmin", "dsql:DbConnectAdmin", "", ""},
};

// Services that do nothing but let in.
constexpr absl::string_view kTokenServices[] = {"rds-db", "kafka-cluster", "iotdevicegateway"};

bool IsTokenService(absl::string_view service) {
  for (const absl::string_view name : kTokenServices) {
    if (name == service) {
      return true;
    }
  }
  return false;
}

absl::Status SetUser(const TokenKind& kind, absl::Span<const QueryParameterView> query,
                     ConnectToken* token) {
  if (kind.user.empty()) {
    return absl::OkStatus();
  }
  bool has_user = false;
  for (const QueryParameterView& parameter : query) {
    if (!MayBeName(parameter.name, kind.user)) {
      continue;
    }
    if (has_user || parameter.name != kind.user) {
      return InvalidField(
          Reason::kAmbiguousTarget, "url",
          absl::StrCat("parameter ", kind.user, " comes twice or spelled nearly so"));
    }
    has_user = true;
    token->resource = absl::StrCat(kind.resource, parameter.value);
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status FindConnectToken(absl::string_view service, absl::string_view action,
                              absl::Span<const QueryParameterView> query, ConnectToken* token) {
  *token = {};
  if (absl::EqualsIgnoreCase(action, kCallWithBearerToken)) {
    token->is_token = true;
    token->action = absl::StrCat(service, ":", kCallWithBearerToken);
    return absl::OkStatus();
  }
  for (const TokenKind& kind : kTokens) {
    if (kind.service != service) {
      continue;
    }
    // The control planes of some have the same signing name, and no such action.
    if (absl::EqualsIgnoreCase(action, kind.value)) {
      token->is_token = true;
      token->action = std::string(kind.action);
      return SetUser(kind, query, token);
    }
  }
  return absl::OkStatus();
}

bool IsBearerToken(absl::string_view service, absl::string_view action, absl::string_view method,
                   bool is_presigned) {
  if (IsTokenService(service)) {
    return true;
  }
  if (service == "sts") {
    return action.empty() || absl::EqualsIgnoreCase(action, "sts:GetCallerIdentity");
  }
  if (service == "execute-api") {
    return is_presigned;
  }
  if (service == "codecommit") {
    return absl::EqualsIgnoreCase(method, "GIT");
  }
  return service == "cassandra" && action.empty();
}

absl::string_view BearerAudience(absl::Span<const HeaderView> headers) {
  constexpr absl::string_view kNames[] = {"x-k8s-aws-id", "x-vault-aws-iam-server-id",
                                          "x-consul-iam-serverid"};
  absl::string_view audience;
  bool has_audience = false;
  for (const HeaderView& header : headers) {
    for (const absl::string_view name : kNames) {
      if (!absl::EqualsIgnoreCase(header.name, name)) {
        continue;
      }
      if (has_audience) {
        return {};
      }
      has_audience = true;
      audience = absl::StripAsciiWhitespace(header.value);
    }
  }
  // "a,b" is signed as two headers would be.
  return absl::StrContains(audience, ',') ? absl::string_view() : audience;
}

}  // namespace signet
