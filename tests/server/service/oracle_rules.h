// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_TESTS_SERVER_SERVICE_ORACLE_RULES_H_
#define SIGNET_TESTS_SERVER_SERVICE_ORACLE_RULES_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "server/base/error.h"
#include "server/policy/rule.h"
#include "signet/v1/signing.pb.h"
#include "tests/server/service/oracle_attempts.h"

namespace signet {

inline Rule NarrowRule(std::string name, std::string service) {
  Rule rule;
  rule.name = std::move(name);
  rule.callers = {"alice"};
  rule.operations = {"*"};
  rule.credentials = {"example"};
  rule.services = {std::move(service)};
  rule.regions = {"us-east-1"};
  return rule;
}

inline std::vector<Rule> NarrowRules() {
  Rule read = NarrowRule("read", "s3");
  read.endpoints = {"*.amazonaws.com"};
  read.actions = {"s3:GetObject", "s3:ListBucket"};
  read.resources = {"bucket/a/*"};
  read.grants.max_expires_in = absl::Minutes(15);
  Rule write = NarrowRule("write", "s3");
  write.actions = {"s3:PutObject", "s3:DeleteObject"};
  write.resources = {"bucket/in/*"};
  write.payloads = {"signed", "streaming_signed"};
  write.forbidden_headers = {"x-amz-acl", "x-amz-grant-*"};
  Rule secret = NarrowRule("secret", "s3");
  secret.effect = Effect::kDeny;
  secret.resources = {"bucket/a/secret/*"};
  Rule login = NarrowRule("login", "sts");
  login.actions = {"sts:GetCallerIdentity"};
  login.bearer_tokens = BearerTokenGrant{{"prod"}};
  Rule table = NarrowRule("table", "dynamodb");
  table.actions = {"dynamodb:GetItem"};
  Rule users = NarrowRule("users", "iam");
  users.actions = {"iam:ListUsers"};
  return {read, write, secret, login, table, users};
}

inline v1::SignRequestRequest Message(const Attempt& attempt) {
  v1::SignRequestRequest message;
  message.set_credential("example");
  message.set_region("us-east-1");
  message.set_service(attempt.service);
  absl::string_view text = attempt.request;
  const bool is_presigned = absl::ConsumePrefix(&text, "?");
  if (is_presigned) {
    message.mutable_query()->mutable_expires_in()->set_seconds(60);
  }
  const std::pair<absl::string_view, absl::string_view> request =
      absl::StrSplit(text, absl::MaxSplits(' ', 1));
  message.mutable_http_request()->set_method(std::string(request.first));
  message.mutable_http_request()->set_url(std::string(request.second));
  for (const absl::string_view line : absl::StrSplit(attempt.headers, '|', absl::SkipEmpty())) {
    const std::pair<absl::string_view, absl::string_view> parts =
        absl::StrSplit(line, absl::MaxSplits(": ", 1));
    v1::Header& header = *message.mutable_http_request()->add_headers();
    header.set_name(std::string(parts.first));
    header.set_value(std::string(parts.second));
  }
  const std::string body = attempt.body;
  if (body == "#") {
    message.mutable_payload()->set_sha256(std::string(32, 'h'));
  } else if (body == "-") {
    message.mutable_payload()->set_unsigned_(true);
  } else if (!is_presigned || !body.empty()) {
    message.mutable_payload()->set_body(body);
  }
  return message;
}

// "" where it is signed.
inline std::string ReasonOf(const absl::Status& status) {
  return status.ok() ? "" : std::string(ReasonName(GetErrorDetail(status).reason));
}

}  // namespace signet

#endif  // SIGNET_TESTS_SERVER_SERVICE_ORACLE_RULES_H_
